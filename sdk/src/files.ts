import { sleep } from './abort.ts';
import { DragomanError } from './dragoman-error.ts';
import { isEstimate, isTranslatedFile } from './reply-shapes.ts';
import { type CallOptions, checkOptions, refused } from './settings.ts';
import type { ApiRequest, Transport } from './transport.ts';
import type { FileEstimate, TranslatedFile } from './wire.ts';

export type EstimateFileOptions = CallOptions & {
  /** The name of the file, whose ending decides the format: `notes.md`. */
  readonly name: string;
  /** The format, as in `markdown`, if the name does not decide it. */
  readonly format?: string | undefined;
  /** Choices for some formats, such as the `columns` of a table to translate. */
  readonly options?: FileChoices | undefined;
};

export type FileChoices = {
  readonly columns?: readonly string[];
  readonly source?: string;
  readonly target?: string;
  readonly frontMatter?: readonly string[];
};

export type TranslateFileOptions = EstimateFileOptions & {
  readonly to: string;
  /** Default: the language that the file names, or else that of its texts. */
  readonly from?: string | undefined;
  /** Makes the same call within an hour return the same file, without a further charge. Default: random. */
  readonly idempotencyKey?: string | undefined;
};

export type FileTranslation = {
  readonly bytes: Uint8Array;
  readonly source: string;
  readonly target: string;
  /** Characters that were charged. */
  readonly charged: number;
  /** Characters of approved translations, which are free. */
  readonly fromMemory: number;
  /** Units that keep their source text and cost nothing, at most 1,000. `line` is null in formats without lines. */
  readonly untranslated: NonNullable<TranslatedFile['untranslated']>;
};

/** Pauses between two questions for the status. Each question counts for the rate limit. */
const firstPauseMs = 250;
const pauseMsMax = 5_000;

/**
 * @throws DragomanError, also if the translation fails, or the reason of the signal, which cancels the translation: only
 * what is translated by then is charged
 */
export async function translateFile(
  transport: Transport,
  bytes: Uint8Array | Blob,
  options: TranslateFileOptions,
): Promise<FileTranslation> {
  const { idempotencyKey, signal } = checkOptions(options, 'name', 'to');
  const request: ApiRequest = { method: 'POST', path: '/documents', body: formOf(bytes, options) };
  const { id } = await transport.json<TranslatedFile>({ ...request, idempotencyKey, signal }, isTranslatedFile);
  const path = `/documents/${encodeURIComponent(id)}`;
  try {
    const { source_lang: source, target_lang: target, ...done } = await finished(transport, path, signal);
    const content = await transport.send({ method: 'GET', path: `${path}/content`, signal });
    const { characters_charged: charged = 0, characters_from_memory: fromMemory, untranslated = [] } = done;
    return { bytes: content, source, target, charged, fromMemory, untranslated };
  } catch (error) {
    // The caller waits no longer. If this fails, the service deletes the document after an hour.
    if (signal?.aborted) void transport.send({ method: 'DELETE', path }).catch(() => undefined);
    throw error;
  }
}

export async function estimateFile(
  transport: Transport,
  bytes: Uint8Array | Blob,
  options: EstimateFileOptions,
): Promise<FileEstimate> {
  const { signal } = checkOptions(options, 'name');
  // The count does not depend on the language, but the endpoint needs one.
  const body = formOf(bytes, { to: 'en', ...options });
  return transport.json({ method: 'POST', path: '/documents/estimate', body, signal }, isEstimate);
}

async function finished(transport: Transport, path: string, signal: AbortSignal | undefined): Promise<TranslatedFile> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMsMax, pauseMs * 1.5)) {
    const state = await transport.json<TranslatedFile>({ method: 'GET', path, signal }, isTranslatedFile);
    if (state.status === 'done') return state;
    if (state.status === 'failed') {
      const { code = 'server_error', message = 'The file could not be translated.', param = null } = state.error ?? {};
      throw new DragomanError({ code, message, param });
    }
    await sleep(pauseMs, signal);
  }
}

function formOf(bytes: Uint8Array | Blob, { name, to, from, format, options }: TranslateFileOptions): FormData {
  if (!(bytes instanceof Blob || ArrayBuffer.isView(bytes))) throw refused('bytes', 'must be a Uint8Array or a Blob');
  const form = new FormData();
  form.set('file', bytes instanceof Blob ? bytes : new Blob([bytes as Uint8Array<ArrayBuffer>]), name);
  form.set('target_lang', to);
  if (from !== undefined) form.set('source_lang', from);
  if (format !== undefined) form.set('format', format);
  if (options !== undefined) form.set('options', JSON.stringify(options));
  return form;
}
