import { abortable } from './abort.ts';
import { DragomanError, renumbered } from './dragoman-error.ts';
import { isBatch, isTranslation, type Shape } from './reply-shapes.ts';
import type { CallOptions } from './settings.ts';
import { countCharacters, packTexts } from './text-batches.ts';
import type { Transport } from './transport.ts';
import type { BatchTranslation, Translation } from './wire.ts';

export type TranslateOptions = CallOptions & {
  /** A code that `languages` lists as a target. */
  readonly to: string;
  /** Default: detected for each text. */
  readonly from?: string | undefined;
  /** Makes the same call free within 24 hours, also in another process. Default: random. At most 240 ASCII characters. */
  readonly idempotencyKey?: string | undefined;
  /** `keep` returns a text that cannot be translated unchanged, with `failed: true`. Default: the call fails. */
  readonly onFailed?: 'throw' | 'keep' | undefined;
};

export type TranslatedText = {
  readonly text: string;
  /** The language of the text, detected without `from`; `und` if a failed or empty text has no known one. */
  readonly source: string;
  readonly target: string;
  /** Characters that were charged; 0 for a repeated text of an array. */
  readonly charged: number;
  /** Only with `onFailed: 'keep'`: the text could not be translated and is unchanged. */
  readonly failed?: true;
};

/** Of one text, or of all texts of an array. */
export type FromMemory = {
  /** Characters of approved translations, which are free. */
  readonly fromMemory: number;
};

const requestsAtOnce = 4;
const post = { method: 'POST', contentType: 'application/json' } as const;

/** @throws as `Transport.send` */
export async function translateText(
  transport: Transport,
  text: string,
  { to, from, idempotencyKey, signal }: TranslateOptions,
): Promise<TranslatedText & FromMemory> {
  countCharacters(text, 'text');
  const body = JSON.stringify({ text, target_lang: to, source_lang: from });
  const request = { ...post, path: '/translate', body, idempotencyKey, signal };
  const [reply, fromMemory] = await transport.jsonFromMemory<Translation>(request, isTranslation);
  const { translated_text, source_lang, target_lang, characters_charged } = reply;
  return { text: translated_text, source: source_lang, target: target_lang, charged: characters_charged, fromMemory };
}

/** Returns the translations in the order of the texts, with the sum of all requests. @throws as `Transport.send` */
export async function translateTexts(
  transport: Transport,
  texts: readonly string[],
  options: TranslateOptions,
): Promise<TranslatedText[] & FromMemory> {
  const { batches, indexes } = packTexts(texts);
  const found = new Map<string, TranslatedText>();
  let fromMemory = 0;
  await inLanes(batches, options.signal, async (batch, number, signal) => {
    const translated = await translateBatch(transport, batch, { ...options, signal, number, indexes });
    for (const [text, translation] of translated.found) found.set(text, translation);
    fromMemory += translated.fromMemory;
  });
  const { to: target, from: source = 'und' } = options;
  const translations = texts.map((text, index) => {
    const translation = found.get(text) ?? { text, source, target, charged: 0 };
    return indexes.get(text) === index ? translation : { ...translation, charged: 0 };
  });
  // Not enumerable, so that the array is still a plain list.
  return Object.defineProperty(translations, 'fromMemory', { value: fromMemory }) as TranslatedText[] & FromMemory;
}

type BatchOptions = TranslateOptions & { readonly number: number; readonly indexes: ReadonlyMap<string, number> };

/** Translates the texts of one batch; with `keep`, again without those that the service names, until none is left. */
async function translateBatch(
  transport: Transport,
  batch: readonly string[],
  { to, from, onFailed, idempotencyKey, signal, number, indexes }: BatchOptions,
): Promise<FromMemory & { readonly found: ReadonlyMap<string, TranslatedText> }> {
  const found = new Map<string, TranslatedText>();
  let texts = batch;
  for (let round = 0; texts.length > 0; round++) {
    const key = idempotencyKey && (number + round === 0 ? idempotencyKey : `${idempotencyKey}-${number}.${round}`);
    const body = JSON.stringify({ texts, target_lang: to, source_lang: from });
    const request = { ...post, path: '/translate/batch', body, idempotencyKey: key, signal };
    try {
      const isReply: Shape = (reply) =>
        isBatch(reply) && (reply as BatchTranslation).translations.length === texts.length;
      const [reply, fromMemory] = await transport.jsonFromMemory<BatchTranslation>(request, isReply);
      const { translations, target_lang: target } = reply;
      for (const [index, each] of translations.entries()) {
        const { translated_text: text, source_lang: source, characters_charged: charged } = each;
        found.set(texts[index] ?? '', { text, source, target, charged });
      }
      return { found, fromMemory };
    } catch (error) {
      const failed = onFailed === 'keep' ? failedNumbers(error, texts.length) : undefined;
      if (failed === undefined) throw renumbered(error, (each) => indexes.get(texts[each] ?? ''));
      for (const each of failed) {
        const text = texts[each] ?? '';
        found.set(text, { text, source: from ?? 'und', target: to, charged: 0, failed: true });
      }
      texts = texts.filter((_, each) => !failed.has(each));
    }
  }
  return { found, fromMemory: 0 };
}

/** Returns the numbers of the texts that an error names; undefined if it is about anything else. */
function failedNumbers(error: unknown, count: number): ReadonlySet<number> | undefined {
  if (!(error instanceof DragomanError) || error.errors.length === 0) return undefined;
  const numbers = error.errors.map(({ param }) => Number(/^texts\[(\d+)\]$/.exec(param)?.[1] ?? count));
  return numbers.every((number) => number < count) ? new Set(numbers) : undefined;
}

/** Runs four jobs at a time. The first failure aborts the others, and is thrown when they have ended. */
function inLanes<Job>(
  jobs: readonly Job[],
  signal: AbortSignal | undefined,
  run: (job: Job, number: number, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  return abortable(signal, async (controller) => {
    const rest = jobs.entries();
    const lane = async () => {
      for (const [number, job] of rest) {
        controller.signal.throwIfAborted();
        await run(job, number, controller.signal);
      }
    };
    await Promise.all(Array.from({ length: requestsAtOnce }, () => lane().catch((error) => controller.abort(error))));
    controller.signal.throwIfAborted();
  });
}
