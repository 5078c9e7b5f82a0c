import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pauseFor } from '../../../core/abort.ts';
import type { DownloadProgress } from '../model.ts';
import { fileBytes, sha256OfFile } from './files.ts';
import { type InstallOptions, installModel } from './install.ts';
import type { ModelFolders } from './model-folders.ts';
import type { Offer } from './offers.ts';
import { type RegistryHttp, type Reply, shownUrl } from './registry-http.ts';
import { StoreFailure } from './store-failure.ts';

type Transfer = {
  readonly http: RegistryHttp;
  readonly signal: AbortSignal;
  /** Pauses before further tries after failures of the network that brought nothing. */
  readonly retryAfterMs: readonly number[];
};

export type DownloadParts = InstallOptions &
  Transfer & {
    readonly folders: ModelFolders;
    readonly urlOf: (location: string) => URL;
    readonly progress: (progress: DownloadProgress) => void;
  };

/** A file as it is served, and where it is downloaded to. */
type Attachment = { readonly url: URL; readonly sha256: string; readonly bytes: number; readonly path: string };

/** Limits the tries that bring something before the connection is cut. */
const triesMax = 50;

/**
 * Downloads what is missing of a model, and installs it. The caller holds the pair's lock.
 *
 * @throws StoreFailure, RefusedModel
 */
export async function downloadModel(offer: Offer, parts: DownloadParts): Promise<void> {
  const { folders, urlOf, progress } = parts;
  const { bytes: totalBytes, pair, name, version } = offer;
  const files = offer.files.map(({ attachment: { hash, size, location }, ...file }) => {
    const path = join(folders.stagingOf(pair), `${hash}.part`);
    const attachment = { url: urlOf(location), sha256: hash, bytes: size, path };
    return { ...file, attachment, path, from: shownUrl(attachment.url), isPacked: hash !== file.sha256 };
  });
  const there = await Promise.all(files.map(({ attachment }) => bytesOf(attachment)));
  const run = async () => {
    let doneBytes = 0;
    for (const { attachment } of files) {
      const onBytes = (bytes: number) => progress({ doneBytes: doneBytes + bytes, totalBytes });
      await downloadFile(attachment, { ...parts, onBytes });
      doneBytes += attachment.bytes;
    }
    progress({ doneBytes, totalBytes });
  };
  const bytes = there.reduce((left, bytesThere) => left - bytesThere, totalBytes);
  await installModel(folders, { pair, name, version, files }, { ...parts, download: { bytes, run } });
}

type FileTransfer = Transfer & {
  /** Called with the number of bytes on disk. */
  readonly onBytes: (bytes: number) => void;
};

/**
 * Downloads a file, starting with the part that is on disk.
 *
 * @throws StoreFailure after several tries; the part on disk stays, unless it is wrong
 */
async function downloadFile(attachment: Attachment, options: FileTransfer): Promise<void> {
  const { signal, retryAfterMs } = options;
  let fruitless = 0;
  for (let tries = 1; ; tries++) {
    const had = await bytesOf(attachment);
    try {
      return await tryDownload(attachment, had, options);
    } catch (cause) {
      signal.throwIfAborted();
      fruitless = (await bytesOf(attachment)) > had ? 0 : fruitless + 1;
      const pauseMs = retryAfterMs[Math.max(0, fruitless - 1)];
      const isPassing = cause instanceof StoreFailure && cause.isPassing;
      if (!isPassing || pauseMs === undefined || tries === triesMax) throw cause;
      await pauseFor(pauseMs, signal);
    }
  }
}

async function bytesOf({ path }: Attachment): Promise<number> {
  return (await fileBytes(path)) ?? 0;
}

async function tryDownload(attachment: Attachment, had: number, options: FileTransfer): Promise<void> {
  const { url, path, bytes, sha256 } = attachment;
  if (had !== bytes) await requestRest(attachment, had < bytes ? had : 0, options);
  if ((await bytesOf(attachment)) < bytes)
    throw new StoreFailure(`${shownUrl(url)} ended too early`, { isPassing: true });
  if ((await sha256OfFile(path, options.signal)) === sha256) return;
  await rm(path);
  // The first part may have been of another file.
  const isPassing = had > 0;
  throw new StoreFailure(`${shownUrl(url)} is damaged: its SHA-256 is not the one in the index`, { isPassing });
}

/** Makes one request for the bytes after `from`, and appends them. */
async function requestRest(attachment: Attachment, from: number, options: FileTransfer): Promise<void> {
  const { url, path, bytes } = attachment;
  const headers = { 'accept-encoding': 'identity', ...(from > 0 && { range: `bytes=${from}-` }) };
  using reply = await options.http.get(url, { headers, signal: options.signal });
  const start = startOf(reply, { attachment, from });
  if (start === undefined) {
    await rm(path, { force: true });
    throw new StoreFailure(`${shownUrl(url)} does not continue where it was cut`, { isPassing: true });
  }
  await using file = await open(path, 'a');
  await file.truncate(start);
  let at = start;
  await reply.read(async (chunk) => {
    at += chunk.byteLength;
    if (at > bytes) {
      await file.truncate();
      throw new StoreFailure(`${shownUrl(url)} is longer than the ${bytes} bytes in the index`);
    }
    await file.appendFile(chunk);
    options.onBytes(at);
  });
}

type Requested = { readonly attachment: Attachment; readonly from: number };

/**
 * Returns where the body of a reply begins in the file; undefined when the server cannot send the requested range.
 *
 * Source: RFC 9110, sections 14.4 and 15.3.7
 */
function startOf({ status, headers }: Reply, { attachment, from }: Requested): number | undefined {
  const shown = shownUrl(attachment.url);
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding !== 'identity') throw new StoreFailure(`${shown} is sent with the encoding ${encoding.slice(0, 20)}`);
  if (status === 416 && from > 0) return undefined;
  if (status === 206) return headers['content-range']?.startsWith(`bytes ${from}-`) ? from : undefined;
  if (status !== 200) {
    const isPassing = status >= 500 || status === 429 || status === 408;
    throw new StoreFailure(`${shown} answered with status ${status}`, { isPassing });
  }
  const length = headers['content-length'] ?? attachment.bytes;
  if (Number(length) === attachment.bytes) return 0;
  throw new StoreFailure(`${shown} has ${length} bytes instead of the ${attachment.bytes} in the index`);
}
