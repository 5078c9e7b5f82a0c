import {
  type EstimateFileOptions,
  estimateFile,
  type FileTranslation,
  type TranslateFileOptions,
  translateFile,
} from './files.ts';
import { Glossary } from './glossary.ts';
import { Memory } from './memory.ts';
import { areLanguages, isDetection, isUsage } from './reply-shapes.ts';
import { type CallOptions, checkOptions, type DragomanOptions, readOptions, refused } from './settings.ts';
import {
  type FromMemory,
  type TranslatedText,
  type TranslateOptions,
  translateText,
  translateTexts,
} from './text-translation.ts';
import { Transport } from './transport.ts';
import type { DetectedLanguage, FileEstimate, Language, Usage } from './wire.ts';

export { DragomanError, type DragomanErrorCode } from './dragoman-error.ts';
export type { EstimateFileOptions, FileChoices, FileTranslation, TranslateFileOptions } from './files.ts';
export type { Glossary, GlossaryFormat, GlossaryImportOptions } from './glossary.ts';
export type { Memory, MemoryFormat, MemoryImportOptions, MemoryListOptions } from './memory.ts';
export type { CallOptions, DragomanOptions, Fetch } from './settings.ts';
export type { FromMemory, TranslatedText, TranslateOptions } from './text-translation.ts';
export type * from './wire.ts';

/**
 * A client of the Dragoman API. One object for each key keeps to the rate limit best.
 *
 * Connection errors, 429 and temporary failures are tried again, at most five times, and never charged twice. Failures are
 * `DragomanError`. A call whose `signal` aborts fails with the reason of the signal.
 *
 * @example
 * const client = new Dragoman({ key: process.env.DRAGOMAN_KEY, baseUrl: process.env.DRAGOMAN_URL, timeoutMs: 60_000 });
 * const { text } = await client.translate('La casa es grande.', { to: 'en' });
 */
export class Dragoman {
  readonly glossary: Glossary;
  readonly memory: Memory;
  readonly #transport: Transport;

  /** @throws DragomanError for an option that cannot be used, or without the address of the service */
  constructor(options: DragomanOptions = {}) {
    this.#transport = new Transport(readOptions(options));
    this.glossary = new Glossary(this.#transport);
    this.memory = new Memory(this.#transport);
  }

  /**
   * Translates a text of at most 100,000 characters. An empty one comes back without a request.
   *
   * @example
   * const { text, source, charged } = await dragoman.translate('La casa es grande.', { to: 'en' });
   * console.log(text, source, charged); // The house is big. es 18
   */
  translate(text: string, options: TranslateOptions): Promise<TranslatedText & FromMemory>;
  /**
   * Translates any number of texts and returns their translations in the same order. Equal texts are charged once. If the call
   * fails, the requests that were done are charged; the same call with the same `idempotencyKey` takes them for free.
   *
   * @example
   * const texts = ['La casa es grande.', 'El gato duerme.', 'La casa es grande.'];
   * const translations = await dragoman.translate(texts, { from: 'es', to: 'en', onFailed: 'keep' });
   * for (const { text, failed } of translations) console.log(failed ? `not translated: ${text}` : text);
   */
  translate(texts: readonly string[], options: TranslateOptions): Promise<TranslatedText[] & FromMemory>;
  translate(
    text: string | readonly string[],
    options: TranslateOptions,
  ): Promise<(TranslatedText | TranslatedText[]) & FromMemory>;
  async translate(
    text: string | readonly string[],
    options: TranslateOptions,
  ): Promise<(TranslatedText | TranslatedText[]) & FromMemory> {
    checkOptions(options, 'to');
    if (Array.isArray(text)) return translateTexts(this.#transport, text, options);
    if (typeof text !== 'string') throw refused('text', 'must be a string or an array of strings');
    if (options.onFailed !== 'keep' && text !== '') return translateText(this.#transport, text, options);
    const translations = await translateTexts(this.#transport, [text], options);
    return { ...(translations[0] as TranslatedText), fromMemory: translations.fromMemory };
  }

  /**
   * Returns the balance, the characters used so far, and when the balance expires (UTC without a zone: append `Z`).
   *
   * @example
   * const { characters_balance } = await dragoman.usage();
   * console.log(characters_balance);
   */
  async usage({ signal }: CallOptions = {}): Promise<Usage> {
    return this.#transport.json({ method: 'GET', path: '/usage', signal }, isUsage);
  }

  /**
   * Returns the languages that can be translated now. Needs no key.
   *
   * @example
   * const spanish = (await dragoman.languages()).find(({ code }) => code === 'es');
   * console.log(spanish?.targets);
   */
  async languages({ signal }: CallOptions = {}): Promise<Language[]> {
    return this.#transport.json({ method: 'GET', path: '/languages', signal, isOpen: true }, areLanguages);
  }

  /**
   * Detects the language of a text, free of charge.
   *
   * @example
   * const { language, candidates } = await dragoman.detect('La casa es grande.');
   * console.log(language ?? candidates);
   */
  async detect(text: string, { signal }: CallOptions = {}): Promise<DetectedLanguage> {
    const request = { method: 'POST', path: '/detect', contentType: 'application/json', signal } as const;
    return this.#transport.json({ ...request, body: JSON.stringify({ text }) }, isDetection);
  }

  /**
   * Translates a file of at most 20 MB, which may take minutes. An aborted call cancels the translation, without a charge.
   *
   * @example
   * const file = new TextEncoder().encode('# Notas\n\nLa casa es grande.\n');
   * const { bytes, charged, untranslated } = await dragoman.translateFile(file, { name: 'notas.md', from: 'es', to: 'en' });
   * console.log(new TextDecoder().decode(bytes), charged, untranslated.length);
   */
  translateFile(bytes: Uint8Array | Blob, options: TranslateFileOptions): Promise<FileTranslation> {
    return translateFile(this.#transport, bytes, options);
  }

  /**
   * Counts the characters of a file: what a translation costs at most. Free.
   *
   * @example
   * const { characters, units } = await dragoman.estimateFile(new Blob(['La casa es grande.']), { name: 'casa.txt' });
   * console.log(characters, units);
   */
  estimateFile(bytes: Uint8Array | Blob, options: EstimateFileOptions): Promise<FileEstimate> {
    return estimateFile(this.#transport, bytes, options);
  }
}
