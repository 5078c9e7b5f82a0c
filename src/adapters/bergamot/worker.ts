/** Runs in the thread of a `WorkerThread`: loads models and translates with them. */
import { hash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import {
  Abandoned,
  loadModel,
  type Model,
  type Translation,
  Translator,
  UnusableModel,
} from '../../../packages/marian/src/index.ts';
import { assert } from '../../ground/assert.ts';
import { type AlignedText, alignPieces } from './aligned-text.ts';
import { collectGarbage } from './collect-garbage.ts';
import type { ModelFiles } from './model.ts';
import type { EngineText } from './model-input.ts';

export type WorkerData = {
  readonly slot: number;
  /** Not 0 while the translation is to be abandoned. */
  readonly abandoned: Int32Array;
};

export type EngineTranslation = AlignedText & {
  /** Geometric mean of the probabilities of its pieces, 0 to 1; undefined if not requested, or if the text is empty. */
  readonly confidence: number | undefined;
};

/** A loaded model, each character in its source vocabulary, and the translations of the samples. */
export type LoadedModel = {
  readonly model: Model;
  readonly characters: string;
  readonly translations: readonly string[];
};

export type LoadTask = {
  readonly files: ModelFiles;
  /** Threads that translate with it at once. */
  readonly threads: number;
  readonly scratchBytes: number;
  /** Translated at once, to test the model. */
  readonly samples: readonly string[];
};

export type TranslateTask = {
  readonly key: number;
  readonly texts: readonly EngineText[];
  readonly isScored: boolean;
  /** Only in the thread's first call for the model with this key. */
  readonly model: Model | undefined;
};

/** Each gets one answer, except `forget`. */
export type ToWorker =
  | (LoadTask & { readonly kind: 'load' })
  | (TranslateTask & { readonly kind: 'translate' })
  | { readonly kind: 'forget'; readonly key: number };

export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'loaded'; readonly loaded: LoadedModel }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unreadable' }
  /** Undefined if the translation was abandoned. */
  | { readonly kind: 'translated'; readonly translations: readonly EngineTranslation[] | undefined }
  /** The thread must not be used again. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Mozilla's largest model has 60 MB. */
const fileBytesMax = 512 * 1_048_576;

const port = parentPort;
assert(port !== null, 'this module runs in a worker thread');
const { slot, abandoned } = workerData as WorkerData;
const translators = new Map<number, Translator>();
const send = (message: FromWorker) => port.postMessage(message);

port.on('message', (message: ToWorker) => {
  if (message.kind === 'forget') {
    translators.delete(message.key);
    collectGarbage();
    return;
  }
  try {
    send(message.kind === 'load' ? load(message) : translate(message));
  } catch (error) {
    // The message of an error could contain customer text.
    send({ kind: 'failed', reason: `the translation failed: ${error instanceof Error ? error.name : typeof error}` });
  }
});

send({ kind: 'ready' });

function load({ files, threads, scratchBytes, samples }: LoadTask): FromWorker {
  const { model: weights, shortlist, vocabularies, sha256 = {} } = files;
  const [source, target] = vocabularies;
  const read = (path: string) => readWhole(path, sha256[path]);
  try {
    const model = loadModel(
      {
        model: read(weights),
        vocabularies: target === undefined ? [read(source)] : [read(source), read(target)],
        shortlist: shortlist === undefined ? undefined : read(shortlist),
      },
      { threads, scratchBytes },
    );
    const translator = new Translator(model, slot);
    const translations = translateAll(
      translator,
      samples.map((text) => ({ text, isAligned: false })),
      false,
    ).map(({ text }) => text);
    return { kind: 'loaded', loaded: { model, characters: translator.source.characters(), translations } };
  } catch (error) {
    if (error instanceof UnusableModel) return { kind: 'refused', reason: error.message };
    if (error instanceof Error && 'syscall' in error) return { kind: 'unreadable' };
    throw error;
  }
}

/** @param sha256 of the expected content, if it is known */
function readWhole(path: string, sha256: string | undefined): Uint8Array {
  const { size } = statSync(path);
  if (size > fileBytesMax) throw new UnusableModel(`a file of ${size} bytes is too large for a model`);
  const bytes = readFileSync(path);
  if (sha256 === undefined || hash('sha256', bytes, 'hex') === sha256) return bytes;
  throw new UnusableModel(`${basename(path)} is damaged: its SHA-256 differs`);
}

function translate({ key, texts, isScored, model }: TranslateTask): FromWorker {
  if (model !== undefined) translators.set(key, new Translator(model, slot));
  const translator = translators.get(key);
  assert(translator !== undefined, 'a model is given before it is used');
  try {
    return { kind: 'translated', translations: translateAll(translator, texts, isScored) };
  } catch (error) {
    if (error instanceof Abandoned) return { kind: 'translated', translations: undefined };
    throw error;
  }
}

/** A text longer than the scratch space allows has an empty translation. */
function translateAll(
  translator: Translator,
  texts: readonly EngineText[],
  isScored: boolean,
): readonly EngineTranslation[] {
  try {
    const plain = texts.map(({ text }) => text);
    const translations = translator.translate(plain, {
      hasScores: isScored,
      hasAlignments: texts.some(({ isAligned }) => isAligned),
      isAbandoned: () => Atomics.load(abandoned, 0) !== 0,
    });
    return texts.map(({ text, isAligned }, index) => {
      const translation = translations[index];
      assert(translation !== undefined, 'each text has a translation');
      const pieces = isAligned ? alignPieces(text, translation) : [];
      return { text: translation.text, pieces, confidence: confidenceOf(translation) };
    });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    if (texts.length === 1) return [{ text: '', pieces: [], confidence: undefined }];
    return texts.flatMap((text) => translateAll(translator, [text], isScored));
  }
}

function confidenceOf({ text, scores }: Translation): number | undefined {
  if (scores.length === 0 || text.trim() === '') return undefined;
  return Math.exp(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}
