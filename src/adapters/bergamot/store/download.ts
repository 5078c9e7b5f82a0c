import { open, rm } from 'node:fs/promises';
import { pauseFor } from '../../../core/abort.ts';
import { fileBytes, sha256OfFile } from './files.ts';
import { type RegistryHttp, type Reply, shownUrl } from './registry-http.ts';
import { StoreFailure } from './store-failure.ts';

/** A file as it is served, and where it is downloaded to. */
export type Attachment = { readonly url: URL; readonly sha256: string; readonly bytes: number; readonly path: string };

export type Transfer = {
  readonly http: RegistryHttp;
  /** Pauses before further tries after failures of the network that brought nothing. */
  readonly retryAfterMs: readonly number[];
  readonly signal: AbortSignal;
  /** Called with the number of bytes on disk. */
  readonly onBytes: (bytes: number) => void;
};

/** Limits the tries that bring something before the connection is cut. */
const triesMax = 50;

/**
 * Downloads what is not on disk of a file.
 *
 * @throws StoreFailure after several tries; the part on disk stays, unless it is wrong
 */
export async function downloadFile(attachment: Attachment, transfer: Transfer): Promise<void> {
  const { signal, retryAfterMs } = transfer;
  let fruitless = 0;
  for (let tries = 1; ; tries++) {
    const had = await bytesOnDisk(attachment);
    try {
      return await tryOnce(attachment, had, transfer);
    } catch (cause) {
      signal.throwIfAborted();
      fruitless = (await bytesOnDisk(attachment)) > had ? 0 : fruitless + 1;
      const pauseMs = retryAfterMs[Math.max(0, fruitless - 1)];
      const isPassing = cause instanceof StoreFailure && cause.isPassing;
      if (!isPassing || pauseMs === undefined || tries === triesMax) throw cause;
      await pauseFor(pauseMs, signal);
    }
  }
}

export async function bytesOnDisk({ path }: Attachment): Promise<number> {
  return (await fileBytes(path)) ?? 0;
}

async function tryOnce(attachment: Attachment, had: number, transfer: Transfer): Promise<void> {
  const { url, path, bytes, sha256 } = attachment;
  if (had !== bytes) await requestRest(attachment, had < bytes ? had : 0, transfer);
  if ((await bytesOnDisk(attachment)) < bytes) throw passing(url, 'ended too early');
  if ((await sha256OfFile(path, transfer.signal)) === sha256) return;
  await rm(path);
  // The part that was there may have been of another file.
  const isPassing = had > 0;
  throw new StoreFailure(`${shownUrl(url)} is damaged: its SHA-256 is not the one in the index`, { isPassing });
}

/** Requests the bytes after `from`, and appends them. */
async function requestRest(attachment: Attachment, from: number, transfer: Transfer): Promise<void> {
  const { url, path, bytes } = attachment;
  const headers = { 'accept-encoding': 'identity', ...(from > 0 && { range: `bytes=${from}-` }) };
  using reply = await transfer.http.get(url, { headers, bytes, signal: transfer.signal });
  const start = startOf(reply, attachment, from);
  let at = start ?? 0;
  await using file = await open(path, 'a');
  await file.truncate(at);
  if (start === undefined) throw passing(url, 'does not continue where it was cut');
  await reply.read(async (chunk) => {
    at += chunk.byteLength;
    if (at > bytes) {
      await file.truncate();
      throw new StoreFailure(`${shownUrl(url)} is longer than the ${bytes} bytes in the index`);
    }
    await file.appendFile(chunk);
    transfer.onBytes(at);
  });
}

/**
 * Returns where the body of a reply begins in the file; undefined when the server cannot send the requested range.
 *
 * Source: RFC 9110, sections 14.4 and 15.3.7
 */
function startOf({ status, headers }: Reply, { url, bytes }: Attachment, from: number): number | undefined {
  const { 'content-encoding': encoding = 'identity', 'content-length': length = bytes } = headers;
  if (encoding !== 'identity')
    throw new StoreFailure(`${shownUrl(url)} is sent with the encoding ${encoding.slice(0, 20)}`);
  if (status === 416 && from > 0) return undefined;
  if (status === 206) return headers['content-range']?.startsWith(`bytes ${from}-`) ? from : undefined;
  const reason = `answered with status ${status}`;
  if (status >= 500 || status === 429 || status === 408) throw passing(url, reason);
  if (status !== 200) throw new StoreFailure(`${shownUrl(url)} ${reason}`);
  if (Number(length) === bytes) return 0;
  throw new StoreFailure(`${shownUrl(url)} has ${length} bytes instead of the ${bytes} in the index`);
}

function passing(url: URL, reason: string): StoreFailure {
  return new StoreFailure(`${shownUrl(url)} ${reason}`, { isPassing: true });
}
