import { open, rm, truncate } from 'node:fs/promises';
import { pauseFor } from '../../../core/abort.ts';
import { sha256OfFile, sizeOf, writeAll } from './disk.ts';
import { type RegistryHttp, type Reply, shownUrl } from './registry-http.ts';
import { StoreFailure } from './store-failure.ts';

/** A file of the registry, pinned as it is served. */
export type Attachment = { readonly url: URL; readonly sha256: string; readonly bytes: number };

export type FetchOptions = {
  readonly http: RegistryHttp;
  readonly signal: AbortSignal;
  /** Before each further try after the network failed. */
  readonly retryAfterMs: readonly number[];
  /** How much of it is on disk. */
  readonly onBytes: (bytes: number) => void;
};

/** However often the connection is cut after it brought something. */
const triesMax = 50;

/**
 * Fetches `attachment` to `file`, going on with what is there of it.
 *
 * @throws StoreFailure after a few tries; what was fetched stays, unless it is wrong
 */
export async function fetchAttachment(attachment: Attachment, file: string, options: FetchOptions): Promise<void> {
  let isPieced = (await sizeOf(file)) > 0;
  isPieced = (await fetchAll(attachment, file, options)) > 1 || isPieced;
  if (await isWhole(attachment, file, options.signal)) return;
  await rm(file, { force: true });
  // What was there may have been of another file, or the server put another in its place between two tries.
  if (isPieced) await fetchAll(attachment, file, options);
  if (isPieced && (await isWhole(attachment, file, options.signal))) return;
  await rm(file, { force: true });
  throw new StoreFailure(`${shownUrl(attachment.url)} is damaged: its SHA-256 is not the one that the index gives`);
}

async function isWhole({ sha256, bytes }: Attachment, file: string, signal: AbortSignal): Promise<boolean> {
  return (await sizeOf(file)) === bytes && (await sha256OfFile(file, signal)) === sha256;
}

/**
 * Tries until all bytes are there; tries that bring something are not counted against those that bring nothing.
 *
 * @returns how many it took
 */
async function fetchAll(attachment: Attachment, file: string, options: FetchOptions): Promise<number> {
  const { signal, retryAfterMs } = options;
  let fruitless = 0;
  for (let tries = 1; ; tries++) {
    const before = await sizeOf(file);
    if (before === attachment.bytes) return tries - 1;
    try {
      await fetchRest(attachment, file, options);
      return tries;
    } catch (cause) {
      signal.throwIfAborted();
      fruitless = (await sizeOf(file)) > before ? 0 : fruitless + 1;
      const pauseMs = retryAfterMs[Math.max(0, fruitless - 1)];
      if (!(cause instanceof StoreFailure && cause.isPassing) || pauseMs === undefined || tries === triesMax)
        throw cause;
      await pauseFor(pauseMs, signal);
    }
  }
}

/** One request for what is missing. @throws StoreFailure, a passing one when another try may bring the rest */
async function fetchRest(attachment: Attachment, file: string, options: FetchOptions): Promise<void> {
  const { url, bytes } = attachment;
  const had = await sizeOf(file);
  const from = had < bytes ? had : 0;
  const range = from === 0 ? {} : { range: `bytes=${from}-` };
  using reply = await options.http.get(url, {
    headers: { ...range, 'accept-encoding': 'identity' },
    signal: options.signal,
  });
  const start = startOf(reply, { attachment, from });
  if (start === undefined) {
    await rm(file, { force: true });
    throw new StoreFailure(`${shownUrl(url)} does not go on where it was cut`, { isPassing: true });
  }
  await append(attachment, file, { ...options, start, reply });
  if ((await sizeOf(file)) < bytes) throw new StoreFailure(`${shownUrl(url)} ended too early`, { isPassing: true });
}

/**
 * Where the body of a reply begins in the file: where it was asked for, or at 0 when the server sends everything.
 *
 * @returns undefined when the server cannot go on from there, or has a file of another length
 * Source: RFC 9110, sections 14.4 and 15.3.7
 */
function startOf(reply: Reply, { attachment, from }: { attachment: Attachment; from: number }): number | undefined {
  const { status, headers } = reply;
  const { url, bytes } = attachment;
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity')
    throw new StoreFailure(`${shownUrl(url)} is sent with the encoding ${encoding.slice(0, 20)}`);
  if (status === 416 && from > 0) return undefined;
  if (status === 206) {
    const [, first, total] = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers['content-range'] ?? '') ?? [];
    if (total !== undefined && total !== '*' && Number(total) !== bytes) throw otherLength(url, Number(total), bytes);
    return Number(first) === from ? from : undefined;
  }
  if (status !== 200) throw statusFailure(url, status);
  const length = headers['content-length'];
  if (length !== undefined && Number(length) !== bytes) throw otherLength(url, Number(length), bytes);
  return 0;
}

type Appending = FetchOptions & { readonly start: number; readonly reply: Reply };

async function append({ url, bytes }: Attachment, file: string, { start, reply, onBytes }: Appending): Promise<void> {
  await using target = await open(file, 'a');
  if (start === 0) await truncate(file);
  let at = start;
  for await (const chunk of reply.chunks()) {
    at += chunk.byteLength;
    if (at > bytes) {
      await truncate(file);
      throw new StoreFailure(`${shownUrl(url)} is longer than the ${bytes} bytes that the index gives`);
    }
    await writeAll(target, chunk);
    onBytes(at);
  }
}

function statusFailure(url: URL, status: number): StoreFailure {
  const isPassing = status >= 500 || status === 429 || status === 408;
  return new StoreFailure(`${shownUrl(url)} answered with status ${status}`, { isPassing });
}

function otherLength(url: URL, length: number, bytes: number): StoreFailure {
  return new StoreFailure(`${shownUrl(url)} has ${length} bytes instead of the ${bytes} that the index gives`);
}
