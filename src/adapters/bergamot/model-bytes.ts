import { open } from 'node:fs/promises';
import type { ModelFiles } from './model.ts';
import { type ModelFormat, readModelFormat, UnusableModel } from './model-format.ts';
import { openPieceCounter, type PieceCounter } from './piece-counter.ts';
import { readVocabulary } from './vocabulary.ts';

/** A model as workers are given it. All of them share these bytes. */
export type ModelBytes = {
  readonly format: ModelFormat;
  readonly model: SharedArrayBuffer;
  /** Present only where it is used. */
  readonly shortlist: SharedArrayBuffer | undefined;
  /** One that both languages share, or the source's and the target's. */
  readonly vocabularies: readonly SharedArrayBuffer[];
  /**
   * Whether texts of one length in pieces go through the library together, which is faster. Otherwise each goes alone:
   * only so does what else is being translated change nothing.
   */
  readonly isBatched: boolean;
};

/** Mozilla's largest model has 60 MB; what is larger than this fits into no worker. */
const fileBytesMax = 512 * 1_048_576;

/**
 * Vocabularies up to this size do without a shortlist, so that their texts go through the library together. For larger ones
 * choosing among all words costs more than that saves.
 * Source: docs/decisions/0010-a-text-meets-only-texts-of-its-length.md
 */
const wholeVocabularyMax = 10_000;

/**
 * Reads the files of a model, and refuses what cannot work as far as that shows in them.
 *
 * @throws UnusableModel with the reason
 */
export async function readModel(files: ModelFiles): Promise<ModelBytes> {
  const [model, shortlist, ...vocabularies] = await Promise.all([
    readShared(files.model),
    files.shortlist === undefined ? undefined : readShared(files.shortlist),
    ...files.vocabularies.map(readShared),
  ]);
  const format = readModelFormat(new Uint8Array(model));
  const [source, target = source] = vocabularies.map((bytes) => readVocabulary(new Uint8Array(bytes)).pieces.length);
  refuseMisfit(source, format.pieces[0]);
  refuseMisfit(target, format.pieces[1]);
  if (shortlist !== undefined) refuseBadShortlist(shortlist, format);
  const isShortlistUsed = format.pieces[1] > wholeVocabularyMax && shortlist !== undefined;
  return {
    format,
    model,
    shortlist: isShortlistUsed ? shortlist : undefined,
    vocabularies,
    isBatched: format.precision === 'int8shiftAlphaAll' && !isShortlistUsed,
  };
}

/** Undefined where each text goes through the library alone, whatever its length. */
export function pieceCounterOf({ isBatched, vocabularies: [source] }: ModelBytes): PieceCounter | undefined {
  return isBatched && source !== undefined ? openPieceCounter(readVocabulary(new Uint8Array(source))) : undefined;
}

/** A model may have rows to spare, to a round number; a piece without a row would be read from beyond its end. */
const spareRowsMax = 1_024;

function refuseMisfit(inVocabulary: number | undefined, inModel: number): void {
  const spare = inModel - (inVocabulary ?? 0);
  if (spare >= 0 && spare <= spareRowsMax) return;
  throw new UnusableModel(`a vocabulary has ${inVocabulary} pieces and the model ${inModel}`);
}

/** Six u64: what marks it, a checksum, two counts of words, and how many u64 and u32 follow. Source: bergamot-translator. */
const shortlistMark = 0xf11a48d5013417f5n;

function refuseBadShortlist(shortlist: SharedArrayBuffer, { pieces }: ModelFormat): void {
  const view = new DataView(shortlist);
  if (view.byteLength < 48 || view.getBigUint64(0, true) !== shortlistMark) {
    throw new UnusableModel('the shortlist is none that the library reads');
  }
  const offsets = view.getBigUint64(32, true);
  const bytes = 48n + 8n * offsets + 4n * view.getBigUint64(40, true);
  if (bytes !== BigInt(view.byteLength)) throw new UnusableModel('the shortlist is damaged');
  if (offsets > BigInt(pieces[0]) + 1n) throw new UnusableModel('the shortlist is of another vocabulary');
}

async function readShared(path: string): Promise<SharedArrayBuffer> {
  await using file = await open(path);
  const { size } = await file.stat();
  if (size > fileBytesMax) throw new UnusableModel(`a file of ${size} bytes is too large for a model`);
  const shared = new SharedArrayBuffer(size);
  const bytes = new Uint8Array(shared);
  for (let position = 0; position < size; ) {
    const { bytesRead } = await file.read(bytes, position, size - position, position);
    if (bytesRead === 0) throw new UnusableModel('a file of the model became shorter while it was read');
    position += bytesRead;
  }
  return shared;
}
