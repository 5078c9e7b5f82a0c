import { readModelFile } from './model-file.ts';
import { type Arithmetic, probeArithmetic } from './probe.ts';
import { type Candidates, openShortlist, readShortlist, type ShortlistData } from './shortlist.ts';
import { type PieceTranslation, PieceTranslator, type TranslateOptions } from './translator.ts';
import { UnusableModel } from './unusable-model.ts';
import { openVocabulary, type Vocabulary } from './vocabulary.ts';
import { readVocabularyFile, type VocabularyData } from './vocabulary-file.ts';
import { type PackedModel, packModel } from './weights.ts';

export type { Arithmetic } from './probe.ts';
export { probeArithmetic, probeArithmetics } from './probe.ts';
export { Abandoned, type TranslateOptions } from './translator.ts';
export { UnusableModel } from './unusable-model.ts';
export type { Vocabulary } from './vocabulary.ts';

export type ModelFiles = {
  readonly model: Uint8Array;
  /** One for both languages, or the source's and the target's. */
  readonly vocabularies: readonly [joint: Uint8Array] | readonly [source: Uint8Array, target: Uint8Array];
  readonly shortlist?: Uint8Array | undefined;
};

export type LoadOptions = {
  /** Threads that translate with the model at the same time; 1 by default. */
  readonly threads?: number;
  /** Scratch space of each thread; 16 MiB by default. With more, more sentences are decoded together. */
  readonly scratchBytes?: number;
  /** Whether threads share the memory; true by default. In browsers this needs cross-origin isolation. */
  readonly isShared?: boolean;
  /** The fastest for this processor by default. */
  readonly arithmetic?: Arithmetic;
};

/** A model in memory. If its memory is shared, it can be posted to other threads without a copy. */
export type Model = {
  readonly packed: PackedModel;
  readonly source: VocabularyData;
  readonly target: VocabularyData;
  readonly shortlist: ShortlistData | undefined;
  /** Its memory, including the scratch space of all threads. */
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
  const [source, target = source] = files.vocabularies.map(readVocabularyFile);
  if (source === undefined || target === undefined) throw new UnusableModel('the model has no vocabulary');
  const sizes = { source: source.kinds.length, target: target.kinds.length, isJoint: target === source };
  const shortlist = files.shortlist && readShortlist(files.shortlist, sizes);
  const packing = { arithmetic, isShared, slots: threads, scratchBytes, hasShortlist: shortlist !== undefined };
  const packed = packModel(readModelFile(files.model), packing);
  const { network, memory } = packed;
  if (network.source.pieces !== sizes.source || network.target.pieces !== sizes.target) {
    throw new UnusableModel('the vocabularies do not belong to the model');
  }
  let bytes = memory.buffer.byteLength;
  const texts = copied({ source, target, shortlist }, (size) => {
    bytes += size;
    return isShared ? new SharedArrayBuffer(size) : new ArrayBuffer(size);
  });
  return { packed, ...texts, bytes };
}

type Numbers = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array;

/** Copies plain data with its numbers into buffers. Copies repeated references once. */
function copied<Data extends object>(data: Data, bufferOf: (bytes: number) => ArrayBufferLike): Data {
  const copies = new Map<unknown, unknown>();
  const copyNumbers = (numbers: Numbers): Numbers => {
    const to = new (numbers.constructor as new (buffer: ArrayBufferLike) => Numbers)(bufferOf(numbers.byteLength));
    to.set(numbers);
    return to;
  };
  const copy = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || copies.has(value)) return copies.get(value) ?? value;
    const copyFields = (): object =>
      Object.fromEntries(Object.entries(value).map(([name, field]) => [name, copy(field)]));
    copies.set(value, ArrayBuffer.isView(value) ? copyNumbers(value as Numbers) : copyFields());
    return copies.get(value);
  };
  return copy(data) as Data;
}

export type Translation = Omit<PieceTranslation, 'pieces'> & {
  readonly text: string;
  /** UTF-16 offset in `text` at which each of its pieces begins. */
  readonly starts: Int32Array;
  /** UTF-16 offset in the source at which each of its pieces begins, and finally the source's length for `</s>`. */
  readonly sourceStarts: Int32Array;
};

/** Translates in one thread, with one slot of a model's scratch space, counted from 0. */
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
   * Translates sentences. The other sentences of a batch never change the translation of a sentence, not even by a bit.
   *
   * @throws RangeError before anything is translated, if a sentence has more than 1,023 pieces or needs more scratch space
   * @throws Abandoned
   */
  translate(sentences: readonly string[], options: TranslateOptions = {}): readonly Translation[] {
    const { eos } = this.source;
    const encoded = sentences.map((sentence) => this.source.encode(sentence));
    const sources = encoded.filter(({ pieces }) => pieces.length > 0).map(({ pieces }) => followed(pieces, eos));
    const results = this.#pieces.translate(sources, { ...options, candidates: this.#candidates }).values();
    return encoded.map(({ pieces, starts }, index) => {
      const result = pieces.length === 0 ? nothing : (results.next().value ?? nothing);
      const { pieces: translated, ...rest } = result;
      const sourceStarts = followed(starts, sentences[index]?.length ?? 0);
      return { ...this.#target.decode(translated), ...rest, sourceStarts };
    });
  }
}

function followed(numbers: Int32Array, last: number): Int32Array {
  const all = new Int32Array(numbers.length + 1).fill(last);
  all.set(numbers);
  return all;
}

const nothing: PieceTranslation = {
  ...{ pieces: new Int32Array(), isComplete: true },
  ...{ scores: new Float32Array(), alignment: new Float32Array() },
};
