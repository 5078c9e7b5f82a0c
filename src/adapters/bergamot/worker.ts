import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../../core/assert.ts';
import { AbortReasons } from './abort-reasons.ts';
import { type ModelBytes, pieceCounterOf } from './model-bytes.ts';
import { type CompiledLibrary, startModule, type TranslationModel } from './module.ts';
import type { PieceCounter } from './piece-counter.ts';
import { readScored } from './scored-html.ts';

/** What the worker's thread is started with. */
export type WorkerData = { readonly library: CompiledLibrary };

/**
 * One sentence without control characters. As HTML it is well-formed, since what is not ends the worker; elements begin and
 * end at blanks, and `&amp;`, `&lt;` and `&gt;` are all the entities that it has.
 */
export type EngineText = { readonly text: string; readonly isHtml: boolean };

export type EngineTranslation = {
  readonly text: string;
  /** How sure the model is, 0 to 1 (see `readScored`); undefined unless it was loaded to say so. */
  readonly confidence: number | undefined;
};

export type LoadOptions = {
  /** Whether translations come with how sure the model is of them. Costs a tenth of the speed of long texts and more than half of that of short ones, and changes none. */
  readonly isScored: boolean;
};

/** What the calling thread asks; each gets one `done` or `failed`. */
export type ToWorker =
  | { readonly kind: 'load'; readonly key: string; readonly model: ModelBytes; readonly options: LoadOptions }
  | { readonly kind: 'unload'; readonly key: string }
  | { readonly kind: 'translate'; readonly key: string; readonly texts: readonly EngineText[] };

/** After `failed` the worker is good for nothing. */
export type FromWorker =
  | { readonly kind: 'ready' }
  | { readonly kind: 'done'; readonly translations: readonly EngineTranslation[] }
  | { readonly kind: 'failed'; readonly reason: string };

/** For a text of which the library gave no translation. */
const nothing: EngineTranslation = { text: '', confidence: undefined };

/**
 * In UTF-16 units, elements included. Of 1,772 texts in Spanish the small model for tests left nothing of one, "de"; longer
 * ones hardly ever vanish, and to translate all of them twice would cost half of the speed.
 */
const triedLengthMax = 60;

type Loaded = {
  readonly model: TranslationModel;
  /** Undefined where each text goes through the library alone. */
  readonly countPieces: PieceCounter | undefined;
  readonly isScored: boolean;
};

const port = parentPort;
assert(port !== null, 'this module runs in a thread of its own');
const send = (message: FromWorker) => port.postMessage(message);

/** Of one call, since the lines of the others say nothing about it. */
let reasons = new AbortReasons({ isTextPresent: false });
const { library } = workerData as WorkerData;
const module = await startModule(library, (line) => reasons.add(line));
// Sentences are remembered by core, for all workers together.
const service = new module.BlockingService({ cacheSize: 0 });
const loaded = new Map<string, Loaded>();

port.on('message', (message: ToWorker) => {
  reasons = new AbortReasons({ isTextPresent: message.kind === 'translate' });
  try {
    send({ kind: 'done', translations: perform(message) });
  } catch (error) {
    send({ kind: 'failed', reason: reasons.describe(error) });
  }
});

send({ kind: 'ready' });

function perform(message: ToWorker): readonly EngineTranslation[] {
  switch (message.kind) {
    case 'load':
      load(message);
      return [];
    case 'unload':
      loaded.get(message.key)?.model.delete();
      loaded.delete(message.key);
      return [];
    case 'translate': {
      const entry = loaded.get(message.key);
      assert(entry !== undefined, 'a model is loaded before it is used');
      return translateAll(entry, message.texts);
    }
  }
}

/**
 * Texts of one length in pieces go through the library together, and others alone: among longer ones a text would be
 * filled up to their length, which changes what rounding does to it and how long its translation may get.
 */
function translateAll(entry: Loaded, texts: readonly EngineText[]): readonly EngineTranslation[] {
  const indexes = Map.groupBy(texts.keys(), (index) => lengthOf(entry, texts[index]) ?? `alone ${index}`);
  const translations = new Array<EngineTranslation>(texts.length);
  for (const group of indexes.values()) {
    const together = translateTogether(
      entry,
      group.flatMap((index) => texts[index] ?? []),
    );
    for (const [place, index] of group.entries()) translations[index] = together[place] ?? nothing;
  }
  return translations;
}

/** In pieces; undefined where texts go alone. */
function lengthOf({ countPieces }: Loaded, text: EngineText | undefined): number | undefined {
  if (countPieces === undefined || text === undefined) return undefined;
  return countPieces(text.isHtml ? unescapeHtml(text.text.replaceAll(/<[^<>]*>/g, '')) : text.text);
}

/** The library falls over the score of a text of which nothing is left: short ones are translated without one first. */
function translateTogether(entry: Loaded, texts: readonly EngineText[]): readonly EngineTranslation[] {
  const isTried = ({ text }: EngineText) => entry.isScored && text.length <= triedLengthMax;
  const tried = translateAtOnce({ ...entry, isScored: false }, texts.filter(isTried)).values();
  const isEmpty = texts.map((text) => isTried(text) && tried.next().value?.text.trim() === '');
  const rest = texts.filter((_, index) => isEmpty[index] === false);
  const translated = translateAtOnce(entry, rest).values();
  return isEmpty.map((each) => (each ? nothing : (translated.next().value ?? nothing)));
}

function translateAtOnce({ model, isScored }: Loaded, texts: readonly EngineText[]): readonly EngineTranslation[] {
  if (texts.length === 0) return [];
  const input = new module.VectorString();
  const options = new module.VectorResponseOptions();
  for (const { text, isHtml } of texts) {
    // Scores are told in HTML only.
    input.push_back(isScored && !isHtml ? escapeHtml(text) : text);
    options.push_back({ alignment: false, html: isHtml || isScored, qualityScores: isScored });
  }
  // What an abort leaves undeleted ends with the worker.
  const responses = service.translate(model, input, options);
  const translations = texts.map(({ isHtml }, index) => {
    const response = responses.get(index);
    const text = response.getTranslatedText();
    response.delete();
    if (!isScored) return { text, confidence: undefined };
    const { html, confidence } = readScored(text);
    return { text: isHtml ? html : unescapeHtml(html), confidence };
  });
  for (const handle of [responses, options, input]) handle.delete();
  return translations;
}

/** Also translates a word, since the library builds and checks most of a model only then. */
function load({ key, model: bytes, options: { isScored } }: ToWorker & { readonly kind: 'load' }): void {
  const memory = aligned(bytes.model, 256);
  const shortlist = aligned(bytes.shortlist ?? new SharedArrayBuffer(0), 64);
  const vocabularies = new module.AlignedMemoryList();
  for (const vocabulary of bytes.vocabularies) vocabularies.push_back(aligned(vocabulary, 64));
  const model = new module.TranslationModel(configOf(bytes, isScored), memory, shortlist, vocabularies, null);
  for (const handle of [memory, shortlist, vocabularies]) handle.delete();
  const entry = { model, countPieces: pieceCounterOf(bytes), isScored };
  translateTogether(entry, [{ text: 'a', isHtml: false }]);
  loaded.set(key, entry);
}

function aligned(bytes: SharedArrayBuffer, alignment: number) {
  const memory = new module.AlignedMemory(bytes.byteLength, alignment);
  // Every allocation may move the module's memory, so that a view is taken after it and used at once.
  memory.getByteArrayView().set(new Uint8Array(bytes));
  return memory;
}

/** Source: marian-dev, `src/common/config_parser.cpp`. */
function configOf({ format }: ModelBytes, isScored: boolean): string {
  const options = {
    'beam-size': 1,
    normalize: '1.0',
    'word-penalty': 0,
    // As many threads beside this one.
    'cpu-threads': 0,
    'gemm-precision': format.precision,
    // Probabilities are only worked out where somebody asks for them.
    'skip-cost': !isScored,
    // Elements of HTML go where the words went that they enclosed.
    alignment: 'soft',
    quiet: true,
    'quiet-translation': true,
    'ssplit-mode': 'sentence',
    // In pieces: longer texts are cut there, without regard to words.
    'max-length-break': 128,
    'mini-batch-words': 1_024,
    workspace: 128,
    // Of a translation, in pieces for each of the text: a model that repeats itself stops there.
    'max-length-factor': '2.0',
  };
  return Object.entries(options)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function unescapeHtml(html: string): string {
  return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
}
