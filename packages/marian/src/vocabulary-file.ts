import { fieldsOf } from './protobuf.ts';
import { UnusableModel } from './unusable-model.ts';

export type Piece = { readonly text: string; readonly score: number; readonly kind: number };

/** What a SentencePiece model file contains, checked. */
export type VocabularyFile = {
  readonly algorithm: 'unigram' | 'BPE';
  readonly pieces: readonly Piece[];
  /** The number of each piece by its text. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly eos: number;
  readonly unk: number;
  /** The numbers of the pieces of all 256 bytes, if there are such. */
  readonly bytes: readonly number[] | undefined;
  /** What `<unk>` is decoded to. */
  readonly unknownText: string;
  /** The message `NormalizerSpec`. */
  readonly normalizer: Uint8Array;
};

/** Values of `SentencePiece.Type` in `sentencepiece_model.proto`. */
export const kinds = { normal: 1, unknown: 2, control: 3, userDefined: 4, unused: 5, byte: 6 } as const;

/** Fields of `ModelProto`. */
const fields = { piece: 1, trainer: 2, normalizer: 3, denormalizer: 5 } as const;
/** Fields of `SentencePiece`. */
const pieceFields = { text: 1, score: 2, kind: 3 } as const;
/** Fields of `TrainerSpec`. */
const trainerFields = { algorithm: 3, spaceAsSuffix: 24, bytes: 35, unknownText: 44, eos: 47 } as const;
/** The field of `NormalizerSpec` with the rules. */
const rulesField = 2;
/** By the values of `TrainerSpec.ModelType`. */
const algorithms = { 1: 'unigram', 2: 'BPE' } as const;
const knownKinds: ReadonlySet<number> = new Set(Object.values(kinds));

/** Mozilla's vocabularies have 32,000 pieces, of 16 characters at most. */
const piecesMax = 1_000_000;
const pieceUnitsMax = 256;

const refused = (reason: string): UnusableModel => new UnusableModel(`the vocabulary ${reason}`);

/**
 * Reads a SentencePiece model, `ModelProto` in protocol buffers.
 *
 * @throws UnusableModel with the reason if it is damaged, or of a kind that is not supported
 */
export function readVocabularyFile(file: Uint8Array): VocabularyFile {
  const pieces: Piece[] = [];
  let trainer: Uint8Array | undefined;
  let normalizer: Uint8Array | undefined;
  // A copy, because a decoder refuses shared memory.
  for (const { number, value } of fieldsOf(new Uint8Array(file))) {
    if (!(value instanceof Uint8Array)) continue;
    if (number === fields.piece) pieces.push(readPiece(value));
    else if (number === fields.trainer) trainer = value;
    else if (number === fields.normalizer) normalizer = value;
    else if (number === fields.denormalizer) refuseRules(value);
    if (pieces.length > piecesMax) throw refused(`has more than ${piecesMax} pieces`);
  }
  if (pieces.length === 0 || trainer === undefined || normalizer === undefined) {
    throw refused('is incomplete, or not from SentencePiece');
  }
  const numbers = new Map(pieces.map(({ text }, number) => [text, number]));
  if (numbers.size !== pieces.length) throw refused('has a piece twice');
  return { pieces, numbers, normalizer, ...readTrainer(trainer, pieces, numbers) };
}

function readPiece(message: Uint8Array): Piece {
  let text = '';
  let score = 0;
  let kind: number = kinds.normal;
  for (const { number, value } of fieldsOf(message)) {
    if (number === pieceFields.text && value instanceof Uint8Array) text = textOf(value);
    else if (number === pieceFields.score && typeof value === 'number') score = value;
    else if (number === pieceFields.kind && typeof value === 'number') kind = value;
  }
  if (text !== '' && text.length <= pieceUnitsMax && Number.isFinite(score) && knownKinds.has(kind)) {
    return { text, score, kind };
  }
  throw refused('has a piece of unknown form');
}

type Trained = Pick<VocabularyFile, 'algorithm' | 'eos' | 'unk' | 'bytes' | 'unknownText'>;

function readTrainer(message: Uint8Array, pieces: readonly Piece[], numbers: ReadonlyMap<string, number>): Trained {
  const options = new Map(Array.from(fieldsOf(message), ({ number, value }) => [number, value]));
  const text = (number: number, usual: string): string => {
    const value = options.get(number);
    return value instanceof Uint8Array ? textOf(value) : usual;
  };
  const named = (name: string, kind: number): number => {
    const number = numbers.get(name) ?? -1;
    if (pieces[number]?.kind !== kind) throw refused(`lacks a piece that every vocabulary of its kind has: ${name}`);
    return number;
  };
  const count = (kind: number): number => pieces.filter((piece) => piece.kind === kind).length;
  const hasBytes = options.get(trainerFields.bytes) === 1;
  const algorithm = algorithms[(options.get(trainerFields.algorithm) ?? 1) as keyof typeof algorithms] as
    | VocabularyFile['algorithm']
    | undefined;
  if (algorithm === undefined) throw refused('is neither of unigrams nor of BPE');
  if (algorithm === 'BPE' && count(kinds.unused) > 0) throw refused('is of BPE with unused pieces');
  if (options.get(trainerFields.spaceAsSuffix) === 1) throw refused('has spaces at the end of pieces');
  if (count(kinds.unknown) !== 1) throw refused('has no piece for what is unknown, or several');
  if (count(kinds.byte) !== (hasBytes ? 256 : 0)) throw refused('has pieces of some bytes only');
  return {
    algorithm,
    eos: named(text(trainerFields.eos, '</s>'), kinds.control),
    unk: pieces.findIndex(({ kind }) => kind === kinds.unknown),
    bytes: hasBytes ? Array.from({ length: 256 }, (_, byte) => named(byteName(byte), kinds.byte)) : undefined,
    unknownText: text(trainerFields.unknownText, ' \u2047 '),
  };
}

const byteName = (byte: number): string => `<0x${byte.toString(16).toUpperCase().padStart(2, '0')}>`;

function refuseRules(denormalizer: Uint8Array): void {
  for (const { number, value } of fieldsOf(denormalizer)) {
    if (number === rulesField && value instanceof Uint8Array && value.length > 0) {
      throw refused('has rules for decoded texts');
    }
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw refused('has a text that is not UTF-8');
  }
}
