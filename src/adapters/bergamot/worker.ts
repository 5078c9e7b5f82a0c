import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../core/assert.ts';
import type { ModelBytes } from './model-bytes.ts';
import { type CompiledLibrary, startModule, type TranslationModel } from './module.ts';

/** What the worker's thread is started with. */
export type WorkerData = { readonly library: CompiledLibrary };

/** One sentence without line breaks; as HTML it is well-formed, since what is not ends the worker. */
export type EngineText = { readonly text: string; readonly isHtml: boolean };

export type EngineTranslation = { readonly text: string; readonly confidence: number | undefined };

/** What the calling thread asks; each gets one `done` or `failed`. */
export type ToWorker =
  | { readonly kind: 'load'; readonly key: string; readonly model: ModelBytes }
  | { readonly kind: 'unload'; readonly key: string }
  | { readonly kind: 'translate'; readonly key: string; readonly texts: readonly EngineText[] };

/** After `failed` the worker is good for nothing. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly translations: readonly EngineTranslation[] }
  | { readonly kind: 'failed'; readonly reason: string };

type Loaded = { readonly model: TranslationModel; readonly isBatched: boolean };

const port = parentPort;
assert(port !== null, 'this module runs in a thread of its own');
const send = (message: FromWorker) => port.postMessage(message);

/** Of the lines that the library prints in one call. */
const linesMax = 10;
const lineLengthMax = 300;
let lines: string[] = [];

const { library } = workerData as WorkerData;
const module = await startModule(library, (line) => {
  if (lines.length < linesMax) lines.push(line.slice(0, lineLengthMax));
});
// Sentences are remembered by core, for all workers together.
const service = new module.BlockingService({ cacheSize: 0 });
const loaded = new Map<string, Loaded>();

port.on('message', (message: ToWorker) => {
  lines = [];
  try {
    send({ kind: 'done', translations: perform(message) });
  } catch (error) {
    send({ kind: 'failed', reason: [String(error), ...lines].join(' | ') });
  }
});

send({ kind: 'ready' });

function perform(message: ToWorker): readonly EngineTranslation[] {
  switch (message.kind) {
    case 'load':
      load(message.key, message.model);
      return [];
    case 'unload':
      loaded.get(message.key)?.model.delete();
      loaded.delete(message.key);
      return [];
    case 'translate':
      return translateAll(message.key, message.texts);
  }
}

function translateAll(key: string, texts: readonly EngineText[]): readonly EngineTranslation[] {
  const entry = loaded.get(key);
  assert(entry !== undefined, 'a model is loaded before it is used');
  if (entry.isBatched) return translate(entry.model, texts);
  return texts.flatMap((text) => translate(entry.model, [text]));
}

function translate(model: TranslationModel, texts: readonly EngineText[]): readonly EngineTranslation[] {
  const input = new module.VectorString();
  const options = new module.VectorResponseOptions();
  for (const { text, isHtml } of texts) {
    input.push_back(text);
    options.push_back({ alignment: false, html: isHtml, qualityScores: false });
  }
  // What an abort leaves undeleted ends with the worker.
  const responses = service.translate(model, input, options);
  const translations = texts.map((_, index) => {
    const response = responses.get(index);
    const text = response.getTranslatedText();
    response.delete();
    return { text, confidence: undefined };
  });
  for (const handle of [responses, options, input]) handle.delete();
  return translations;
}

/** Also translates a word, since the library builds and checks most of a model only then. */
function load(key: string, bytes: ModelBytes): void {
  const memory = aligned(bytes.model, 256);
  const shortlist = aligned(bytes.shortlist ?? new SharedArrayBuffer(0), 64);
  const vocabularies = new module.AlignedMemoryList();
  for (const vocabulary of bytes.vocabularies) vocabularies.push_back(aligned(vocabulary, 64));
  const model = new module.TranslationModel(configOf(bytes), memory, shortlist, vocabularies, null);
  for (const handle of [memory, shortlist, vocabularies]) handle.delete();
  loaded.set(key, { model, isBatched: bytes.isBatched });
  translate(model, [{ text: 'a', isHtml: false }]);
}

function aligned(bytes: SharedArrayBuffer, alignment: number) {
  const memory = new module.AlignedMemory(bytes.byteLength, alignment);
  // Every allocation may move the module's memory, so that a view is taken after it and used at once.
  memory.getByteArrayView().set(new Uint8Array(bytes));
  return memory;
}

function configOf({ format }: ModelBytes): string {
  const options = {
    'beam-size': 1,
    normalize: '1.0',
    'word-penalty': 0,
    'cpu-threads': 0,
    'gemm-precision': format.precision,
    'skip-cost': true,
    alignment: 'soft',
    quiet: true,
    'quiet-translation': true,
    'ssplit-mode': 'sentence',
    'max-length-break': 128,
    'mini-batch-words': 1_024,
    workspace: 128,
    'max-length-factor': '2.0',
  };
  return Object.entries(options)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}
