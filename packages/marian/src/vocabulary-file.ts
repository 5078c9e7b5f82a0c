import { type Field, fieldMapOf, fieldsOf } from './byte-reader.ts';
import { hasRules, readNormalizer } from './normalizer.ts';
import { joinTexts, type SortedTexts, sortTexts } from './sorted-texts.ts';
import { UnusableModel } from './unusable-model.ts';

/** A vocabulary as plain data, which threads can share. */
export type VocabularyData = ReturnType<typeof readVocabularyFile>;

type Piece = { readonly text: string; readonly score: number; readonly kind: number };

/** Values of `SentencePiece.Type` in `sentencepiece_model.proto`. */
export const kinds = { normal: 1, unknown: 2, control: 3, userDefined: 4, unused: 5, byte: 6 } as const;

/** Fields of `ModelProto`. */
const modelFields = { piece: 1, trainer: 2, normalizer: 3, denormalizer: 5 } as const;
/** Fields of `SentencePiece`. */
const pieceFields = { text: 1, score: 2, kind: 3 } as const;
/** Fields of `TrainerSpec`. */
const trainerFields = { algorithm: 3, spaceAsSuffix: 24, bytes: 35, unknownText: 44, eos: 47 } as const;
/** Value of `TrainerSpec.ModelType`. */
const unigram = 1;
const knownKinds: ReadonlySet<number> = new Set(Object.values(kinds));

/** Mozilla's vocabularies have 32,000 pieces, of 16 characters at most. */
const piecesMax = 1_000_000;
const pieceUnitsMax = 256;
/** Score penalty of a character without a piece, relative to the lowest piece. */
const unknownPenalty = 10;
/** The least positive normal f32: where SentencePiece starts to look for the highest score. */
const leastPositive = 2 ** -126;

const refused = (reason: string): UnusableModel => new UnusableModel(`the vocabulary ${reason}`);

/**
 * Reads a SentencePiece model, `ModelProto` in protocol buffers.
 *
 * @throws UnusableModel with the reason if it is damaged, or of a kind that is not supported
 */
export function readVocabularyFile(file: Uint8Array) {
  // A copy, because a decoder refuses shared memory.
  const fields = [...fieldsOf(new Uint8Array(file))];
  const messagesOf = (wanted: number): readonly Uint8Array[] =>
    fields.flatMap(({ number, value }) => (number === wanted && value instanceof Uint8Array ? [value] : []));
  const pieces = messagesOf(modelFields.piece).map(readPiece);
  if (pieces.length > piecesMax) throw refused(`has more than ${piecesMax} pieces`);
  const [trainer, normalizer] = [messagesOf(modelFields.trainer).at(-1), messagesOf(modelFields.normalizer).at(-1)];
  if (messagesOf(modelFields.denormalizer).some(hasRules)) throw refused('has rules for decoded texts');
  if (pieces.length === 0 || trainer === undefined || normalizer === undefined) {
    throw refused('is incomplete, or not from SentencePiece');
  }
  const numbers = new Map(pieces.map(({ text }, number) => [text, number]));
  if (numbers.size !== pieces.length) throw refused('has a piece twice');
  const textsOf = (...wanted: readonly number[]): SortedTexts =>
    sortTexts(
      pieces.flatMap(({ text, kind }) => (wanted.includes(kind) ? [text] : [])),
      numbers,
    );
  return {
    ...readTrainer(trainer, pieces, numbers),
    ...scoresOf(pieces),
    /** By piece id: one of `kinds`. */
    kinds: Uint8Array.from(pieces, ({ kind }) => kind),
    texts: joinTexts(pieces.map(({ text }) => text)),
    /** Ids of the pieces that a text may be cut into, and of pieces that are never cut. */
    cuttable: textsOf(kinds.normal, kinds.userDefined),
    userDefined: textsOf(kinds.userDefined),
    normalizer: readNormalizer(normalizer),
  };
}

function readPiece(message: Uint8Array): Piece {
  const fields = fieldMapOf(message);
  const text = textOf(fields.get(pieceFields.text), '');
  const score = Number(fields.get(pieceFields.score) ?? 0);
  const kind = Number(fields.get(pieceFields.kind) ?? kinds.normal);
  if (text !== '' && text.length <= pieceUnitsMax && Number.isFinite(score) && knownKinds.has(kind)) {
    return { text, score, kind };
  }
  throw refused('has a piece of unknown form');
}

/** Source: sentencepiece 0.1.97, `src/unigram_model.cc`. */
function scoresOf(pieces: readonly Piece[]) {
  const scores = Float64Array.from(pieces, ({ score }) => score);
  const normal = scores.filter((_, number) => pieces[number]?.kind === kinds.normal);
  const least = normal.reduce((one, other) => Math.min(one, other), Infinity);
  const most = normal.reduce((one, other) => Math.max(one, other), leastPositive);
  for (const [number, { text, kind }] of pieces.entries()) {
    if (kind !== kinds.userDefined) continue;
    scores[number] = Math.fround(new TextEncoder().encode(text).length * most) - 0.1;
  }
  // Scores by piece id, f32 except for user-defined pieces; and the score of a character without a piece.
  return { scores, unknownScore: Math.fround(least - unknownPenalty) };
}

function readTrainer(message: Uint8Array, pieces: readonly Piece[], numbers: ReadonlyMap<string, number>) {
  const options = fieldMapOf(message);
  const named = (name: string, kind: number): number => {
    const number = numbers.get(name) ?? -1;
    if (pieces[number]?.kind !== kind) throw refused(`lacks a piece that every vocabulary of its kind has: ${name}`);
    return number;
  };
  const count = (kind: number): number => pieces.filter((piece) => piece.kind === kind).length;
  const bytes = options.get(trainerFields.bytes) === 1 ? 256 : 0;
  if ((options.get(trainerFields.algorithm) ?? unigram) !== unigram) throw refused('is not a unigram model');
  if (options.get(trainerFields.spaceAsSuffix) === 1) throw refused('has spaces at the end of pieces');
  if (count(kinds.unknown) !== 1) throw refused('must have exactly one piece for unknown text');
  if (count(kinds.byte) !== bytes) throw refused('has pieces of some bytes only');
  return {
    eos: named(textOf(options.get(trainerFields.eos), '</s>'), kinds.control),
    unk: pieces.findIndex(({ kind }) => kind === kinds.unknown),
    /** Piece ids of all 256 bytes; empty if the vocabulary has no byte pieces. */
    bytes: Int32Array.from({ length: bytes }, (_, byte) => named(byteName(byte), kinds.byte)),
    /** The text of `<unk>`. */
    unknownText: textOf(options.get(trainerFields.unknownText), ' \u2047 '),
  };
}

const byteName = (byte: number): string => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(field: Field['value'] | undefined, usual: string): string {
  if (!(field instanceof Uint8Array)) return usual;
  try {
    return utf8.decode(field);
  } catch {
    throw refused('has a text that is not UTF-8');
  }
}
