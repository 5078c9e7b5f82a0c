import { readModelFile } from './model-file.ts';
import { type Arithmetic, probeArithmetic } from './probe.ts';
import { type Candidates, openShortlist, readShortlist, type ShortlistData } from './shortlist.ts';
import { PieceTranslator } from './translator.ts';
import { UnusableModel } from './unusable-model.ts';
import { openVocabulary, type Vocabulary } from './vocabulary.ts';
import { readVocabularyFile, type VocabularyData } from './vocabulary-file.ts';
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

/** A model in memory. It can be posted to other threads, which then share all its numbers, if its memory is shared. */
export type Model = {
  readonly packed: PackedModel;
  readonly source: VocabularyData;
  readonly target: VocabularyData;
  readonly shortlist: ShortlistData | undefined;
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
  // Texts are read first, because they take the least memory.
  const [first, second] = files.vocabularies.map(readVocabularyFile);
  if (first === undefined) throw new UnusableModel('the model has no vocabulary');
  const [sourceSize, targetSize] = [first.kinds.length, (second ?? first).kinds.length];
  const sizes = { source: sourceSize, target: targetSize, isJoint: second === undefined };
  const shortlist = files.shortlist && readShortlist(files.shortlist, sizes);
  const packed = packModel(readModelFile(files.model), {
    arithmetic,
    isShared,
    hasShortlist: shortlist !== undefined,
    slots: threads,
    scratchBytes,
  });
  const { source, target } = packed.network;
  if (source.pieces !== sourceSize || target.pieces !== targetSize) {
    throw new UnusableModel('the vocabularies do not belong to the model');
  }
  let bytes = packed.memory.buffer.byteLength;
  const kept = <Data>(data: Data): Data =>
    copied(data, (size) => {
      bytes += size;
      return isShared ? new SharedArrayBuffer(size) : new ArrayBuffer(size);
    });
  const keptSource = kept(first);
  const keptTarget = second === undefined ? keptSource : kept(second);
  const texts = { source: keptSource, target: keptTarget, shortlist: kept(shortlist) };
  return { packed, ...texts, bytes };
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** Copies plain data, with its numbers in buffers of their own. */
function copied<Data>(data: Data, bufferOf: (bytes: number) => ArrayBufferLike): Data {
  if (typeof data !== 'object' || data === null) return data;
  if (ArrayBuffer.isView(data)) {
    const numbers = data as unknown as Numbers;
    const copy = new (numbers.constructor as new (buffer: ArrayBufferLike) => Numbers)(bufferOf(numbers.byteLength));
    copy.set(numbers);
    return copy as unknown as Data;
  }
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, copied(value, bufferOf)])) as Data;
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
  readonly source: Vocabulary;
  readonly #target: Vocabulary;
  readonly #candidates: Candidates | undefined;
  readonly #pieces: PieceTranslator;

  /** @throws RangeError if the model was loaded for fewer threads */
  constructor({ packed, source, target, shortlist }: Model, slot = 0) {
    this.source = openVocabulary(source);
    this.#target = openVocabulary(target);
    this.#candidates = shortlist && openShortlist(shortlist);
    this.#pieces = new PieceTranslator(packed, slot, { end: target.eos, unknown: target.unk });
  }

  /**
   * Translates sentences. Each has the same translation, to the bit, whatever it is translated together with.
   *
   * @throws RangeError before anything is translated, if a sentence has more than 1,023 pieces or needs more scratch space
   * @throws Abandoned
   */
  translate(sentences: readonly string[], options: TranslateOptions = {}): readonly Translation[] {
    const { source } = this;
    const candidates = this.#candidates;
    const { lengthFactor = 2, hasScores = false, hasAlignments = false, isAbandoned = () => false } = options;
    const encoded = sentences.map((sentence) => source.encode(sentence));
    const sources = encoded.filter(({ pieces }) => pieces.length > 0).map(({ pieces }) => followed(pieces, source.eos));
    const pieceOptions = { lengthFactor, candidates, hasScores, hasAlignments, isAbandoned };
    const results = this.#pieces.translate(sources, pieceOptions).values();
    return encoded.map(({ pieces, starts }, index) => {
      const result = pieces.length === 0 ? nothing : (results.next().value ?? nothing);
      const { isComplete, scores, alignment } = result;
      const sourceStarts = followed(starts, sentences[index]?.length ?? 0);
      return { ...this.#target.decode(result.pieces), isComplete, sourceStarts, scores, alignment };
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
