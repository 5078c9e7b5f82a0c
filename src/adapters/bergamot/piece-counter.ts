import { type Piece, pieceKinds, type Vocabulary } from './vocabulary.ts';

/**
 * Says into how many pieces the library cuts a text; undefined where that is not known for certain.
 * Its cost is bounded: of a text that is too long to go through the library in one nothing is claimed.
 */
export type PieceCounter = (text: string) => number | undefined;

/** Fields of `TrainerSpec` and `NormalizerSpec` in `sentencepiece_model.proto`, and what is understood here. */
const trainerFields = { modelType: 3, whiteSpaceAsSuffix: 24 } as const;
const normalizerFields = { name: 1, addsDummyPrefix: 3, removesExtraWhiteSpace: 4, escapesWhiteSpace: 5 } as const;
const unigram = 1;
const normalizations: readonly unknown[] = ['nmt_nfkc', 'nfkc', 'identity'];

/** In UTF-16 units. SentencePiece makes them of 16 characters at most unless told otherwise. */
const pieceLengthMax = 64;

/** What SentencePiece adds to the lowest score for a character that no piece has. Source: `unigram_model.cc`. */
const unknownPenalty = 10;

/** How a blank stands in a piece. */
const blank = '\u2581';

/** Normalising changes such, or may; and the library cuts a line at a break. */
const uncertain = /[\p{C}\p{M}\p{Zl}\p{Zp}\u2581\uFFFD]|^ | $| {2}/u;

/** Above these the library cuts a text into several. */
const piecesMax = 126;

/** @returns undefined where the vocabulary is of a kind that is not understood here */
export function openPieceCounter({ pieces, trainer, normalizer }: Vocabulary): PieceCounter | undefined {
  const isUnderstood =
    (trainer.get(trainerFields.modelType) ?? unigram) === unigram &&
    !trainer.get(trainerFields.whiteSpaceAsSuffix) &&
    normalizations.includes(normalizer.get(normalizerFields.name)) &&
    (['addsDummyPrefix', 'removesExtraWhiteSpace', 'escapesWhiteSpace'] as const).every(
      (name) => normalizer.get(normalizerFields[name]) !== 0,
    ) &&
    pieces.every(({ text, kind }) => text.length <= pieceLengthMax && kind !== pieceKinds.userDefined);
  if (!isUnderstood) return undefined;
  const lattice = latticeOf(pieces);
  return (text) => {
    // So long a text has more pieces than that, whatever they are.
    if (text.length > piecesMax * lattice.lengthMax) return undefined;
    if (text === '' || uncertain.test(text) || text.normalize('NFKC') !== text) return undefined;
    const count = countBest(lattice, blank + text.replaceAll(' ', blank));
    return count !== undefined && count > piecesMax ? undefined : count;
  };
}

type Lattice = {
  /** Of the pieces; minus infinity for what only begins one, so that a search ends where nothing goes on. */
  readonly scores: ReadonlyMap<string, number>;
  readonly lengthMax: number;
  readonly unknownScore: number;
  /** Whether a character that no piece has is cut into its bytes, each of them a piece. */
  readonly hasBytes: boolean;
};

function latticeOf(pieces: readonly Piece[]): Lattice {
  const normal = pieces.filter(({ kind }) => kind === pieceKinds.normal);
  const scores = new Map<string, number>();
  for (const { text } of normal) {
    for (let end = 1; end < text.length; end++) scores.set(text.slice(0, end), Number.NEGATIVE_INFINITY);
  }
  for (const { text, score } of normal) scores.set(text, score);
  return {
    scores,
    lengthMax: normal.reduce((max, { text }) => Math.max(max, text.length), 0),
    unknownScore: normal.reduce((min, { score }) => Math.min(min, score), 0) - unknownPenalty,
    hasBytes: pieces.some(({ kind }) => kind === pieceKinds.byte),
  };
}

/**
 * The pieces of the best way to cut `text`: that with the highest sum of scores. Undefined where it has a character that
 * no piece has and that is not cut into bytes either.
 */
function countBest({ scores, lengthMax, unknownScore, hasBytes }: Lattice, text: string): number | undefined {
  const best = new Float64Array(text.length + 1).fill(Number.NEGATIVE_INFINITY);
  const counts = new Int32Array(text.length + 1);
  best[0] = 0;
  for (let from = 0; from < text.length; ) {
    const next = from + ((text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1);
    const own = scores.get(text.slice(from, next)) ?? Number.NEGATIVE_INFINITY;
    const isUnknown = own === Number.NEGATIVE_INFINITY;
    if (isUnknown && !hasBytes) return undefined;
    const reach = (to: number, score: number, count: number): void => {
      const total = (best[from] ?? 0) + score;
      if (total <= (best[to] ?? 0)) return;
      best[to] = total;
      counts[to] = (counts[from] ?? 0) + count;
    };
    if (isUnknown) reach(next, unknownScore, Buffer.byteLength(text.slice(from, next)));
    const end = Math.min(text.length, from + lengthMax);
    for (let to = from + 1; to <= end; to++) {
      const score = scores.get(text.slice(from, to));
      if (score === undefined) break;
      reach(to, score, 1);
    }
    from = next;
  }
  return counts[text.length];
}
