import { readModelFile } from './model-file.ts';
import { upToEight } from './plan.ts';
import { type Arithmetic, probeArithmetic } from './probe.ts';
import { readShortlist } from './shortlist.ts';
import { PieceTranslator } from './translator.ts';
import { UnusableModel } from './unusable-model.ts';
import { readVocabulary, type Vocabulary } from './vocabulary.ts';
import { type PackedModel, packModel } from './weights.ts';

export type { Arithmetic } from './probe.ts';
export { probeArithmetic } from './probe.ts';
export { Abandoned } from './translator.ts';
export { UnusableModel } from './unusable-model.ts';
export type { Vocabulary } from './vocabulary.ts';

export type ModelFiles = {
  readonly model: Uint8Array;
  /** One for both languages, or the source's and the target's. */
  readonly vocabularies: readonly [joint: Uint8Array] | readonly [source: Uint8Array, target: Uint8Array];
  readonly shortlist?: Uint8Array | undefined;
};

export type LoadOptions = {
  /** Threads that translate with the model at once; 1 by default. */
  readonly threads?: number;
  /** Scratch space of each thread; 16 MiB by default. More lets more sentences be decoded together. */
  readonly scratchBytes?: number;
  /** Whether threads share the memory, as they do by default. In browsers that needs cross-origin isolation. */
  readonly isShared?: boolean;
  /** The fastest for this processor by default. */
  readonly arithmetic?: Arithmetic;
};

/** A model in memory. It can be posted to other threads, which then share its weights, if its memory is shared. */
export type Model = {
  readonly packed: PackedModel;
  readonly vocabularies: readonly Uint8Array[];
  readonly shortlist: Uint8Array | undefined;
  /** Memory that it takes, with the scratch space of all threads. */
  readonly bytes: number;
};

/**
 * Loads a model.
 *
 * @throws UnusableModel with the reason if a file is damaged or not understood, or files do not belong together
 * @throws RangeError if the scratch space is too small, or more than WebAssembly has
 */
export function loadModel(files: ModelFiles, options: LoadOptions = {}): Model {
  const { threads = 1, scratchBytes = 2 ** 24, isShared = true, arithmetic = probeArithmetic() } = options;
  const hasShortlist = files.shortlist !== undefined;
  // Texts are checked first, because they take the least memory.
  const texts = readTexts(files);
  const packed = packModel(readModelFile(files.model), {
    arithmetic,
    isShared,
    hasShortlist,
    slots: threads,
    scratchBytes,
  });
  const { source, target } = packed.network;
  if (source.pieces !== texts.source.size || target.pieces !== texts.target.size) {
    throw new UnusableModel('the vocabularies do not belong to the model');
  }
  const kept = (bytes: Uint8Array): Uint8Array => {
    const copy = new Uint8Array(isShared ? new SharedArrayBuffer(bytes.length) : new ArrayBuffer(bytes.length));
    copy.set(bytes);
    return copy;
  };
  const vocabularies = files.vocabularies.map(kept);
  const shortlist = files.shortlist && kept(files.shortlist);
  const textBytes = [...vocabularies, ...(shortlist ? [shortlist] : [])].reduce((sum, { length }) => sum + length, 0);
  return { packed, vocabularies, shortlist, bytes: packed.memory.buffer.byteLength + textBytes };
}

type Texts = {
  readonly source: Vocabulary;
  readonly target: Vocabulary;
  readonly candidates: ((pieces: Int32Array) => Int32Array) | undefined;
};

function readTexts({ vocabularies, shortlist }: Pick<Model, 'vocabularies' | 'shortlist'> | ModelFiles): Texts {
  const [first, second] = vocabularies;
  if (first === undefined) throw new UnusableModel('the model has no vocabulary');
  const source = readVocabulary(first);
  const target = second === undefined ? source : readVocabulary(second);
  if (shortlist === undefined) return { source, target, candidates: undefined };
  const sizes = { source: source.size, target: target.size, isJoint: second === undefined };
  const { candidates } = readShortlist(shortlist, sizes);
  const padded = (pieces: Int32Array): Int32Array => {
    const listed = candidates(pieces);
    const all = new Int32Array(upToEight(listed.length)).fill(listed.at(-1) ?? 0);
    all.set(listed);
    return all;
  };
  return { source, target, candidates: padded };
}

export type TranslateOptions = {
  /** Most pieces of a translation for each piece of its source; 2 by default. Ends what repeats itself for ever. */
  readonly lengthFactor?: number;
  readonly hasScores?: boolean;
  readonly hasAlignments?: boolean;
  /** Asked some hundred times a second; the translation ends with `Abandoned` when it returns true. */
  readonly isAbandoned?: () => boolean;
};

export type Translation = {
  readonly text: string;
  /** Whether the model ended it, and not the limit to its length. */
  readonly isComplete: boolean;
  /** UTF-16 offset in `text` at which each of its pieces begins. */
  readonly starts: Int32Array;
  /** UTF-16 offset in the source at which each of its pieces begins, and at last the source's length for `</s>`. */
  readonly sourceStarts: Int32Array;
  /** Log-probability of each piece, and of `</s>` if the translation is complete; empty unless asked for. */
  readonly scores: Float32Array;
  /** Attention of each piece to each of the source, `[starts, sourceStarts]`, a sum of 1 each; empty unless asked for. */
  readonly alignment: Float32Array;
};

/** Translates in one thread, on one slot of a model's scratch space, from 0 on. */
export class Translator {
  readonly #texts: Texts;
  readonly #pieces: PieceTranslator;

  /** @throws RangeError if the model was loaded for fewer threads */
  constructor(model: Model, slot = 0) {
    this.#texts = readTexts(model);
    const { eos, unk } = this.#texts.target;
    this.#pieces = new PieceTranslator(model.packed, slot, { end: eos, unknown: unk });
  }

  get source(): Vocabulary {
    return this.#texts.source;
  }

  /** Bytes of scratch space that a sentence needs. */
  scratchBytesFor(sentence: string): number {
    const { source, candidates } = this.#texts;
    const pieces = followed(source.encode(sentence).pieces, source.eos);
    return this.#pieces.scratchBytesFor({ length: pieces.length, candidates: candidates?.(pieces).length ?? 0 });
  }

  /**
   * Translates sentences. Each has the same translation, to the bit, whatever it is translated together with.
   *
   * @throws RangeError before anything is translated, if a sentence has more than 1,023 pieces or needs more scratch space
   * @throws Abandoned
   */
  translate(sentences: readonly string[], options: TranslateOptions = {}): readonly Translation[] {
    const { source, target, candidates } = this.#texts;
    const { lengthFactor = 2, hasScores = false, hasAlignments = false, isAbandoned = () => false } = options;
    const encoded = sentences.map((sentence) => source.encode(sentence));
    const sources = encoded.filter(({ pieces }) => pieces.length > 0).map(({ pieces }) => followed(pieces, source.eos));
    const pieceOptions = { lengthFactor, candidates, hasScores, hasAlignments, isAbandoned };
    const results = this.#pieces.translate(sources, pieceOptions).values();
    return encoded.map(({ pieces, starts }, index) => {
      const result = pieces.length === 0 ? nothing : (results.next().value ?? nothing);
      const { isComplete, scores, alignment } = result;
      const sourceStarts = followed(starts, sentences[index]?.length ?? 0);
      return { ...target.decode(result.pieces), isComplete, sourceStarts, scores, alignment };
    });
  }
}

function followed(numbers: Int32Array, last: number): Int32Array {
  const all = new Int32Array(numbers.length + 1).fill(last);
  all.set(numbers);
  return all;
}

const nothing = {
  pieces: new Int32Array(),
  isComplete: true,
  scores: new Float32Array(),
  alignment: new Float32Array(),
};
