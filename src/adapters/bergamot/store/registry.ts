import { z } from 'zod';
import { pauseFor } from '../../../ground/abort.ts';
import type { DownloadProgress } from '../model.ts';
import type { ModelToInstall } from './install.ts';
import { parseJson } from './manifest.ts';
import { chooseOffers, type ModelRecord, type Offer, readRecords } from './offers.ts';
import { reasonOf, StoreFailure } from './store-failure.ts';

export const requestTiming = {
  /** How long a server may send nothing. */
  idleMs: 20_000,
  requestMs: 3_600_000,
  /** Between two tries of a download. */
  retryMs: 2_000,
};

export type RequestTiming = Readonly<typeof requestTiming>;

/** Requests for one file. */
const triesMax = 20;
/** Limit of the index: ten times the registry's current list. */
const bytesMax = 8 * 2 ** 20;

/** Source: https://docs.kinto-storage.org, "Utility endpoints". */
const serverInfo = z.object({ capabilities: z.object({ attachments: z.object({ base_url: z.url() }) }) });

export type ModelIndex = {
  readonly records: readonly ModelRecord[];
  readonly offers: readonly Offer[];
  /** The locations of the files are relative to it. */
  readonly filesUrl: URL;
};

/** @throws StoreFailure; the signal's reason */
export async function readIndex(url: URL, timing: RequestTiming, signal: AbortSignal): Promise<ModelIndex> {
  const records = readRecords(await readJson(url, timing, signal));
  if (records === undefined) throw new StoreFailure(`${shownUrl(url)} is not an index of models`);
  const offers = chooseOffers(records);
  // Remote Settings has the address of its attachments at its root. Files of any other index are beside it.
  // Source: https://remote-settings.readthedocs.io, "Client Specifications", Attachments.
  const [, root] = /^(.*\/)buckets\/[^/]+\/collections\//.exec(url.pathname) ?? [];
  if (root === undefined) return { records, offers, filesUrl: new URL('.', url) };
  const rootUrl = new URL(root, url);
  const info = serverInfo.safeParse(await readJson(rootUrl, timing, signal)).data;
  if (info === undefined) throw new StoreFailure(`${shownUrl(rootUrl)} does not contain the address of the files`);
  return { records, offers, filesUrl: new URL(info.capabilities.attachments.base_url) };
}

type DownloadOptions = {
  readonly filesUrl: URL;
  readonly timing: RequestTiming;
  readonly progress: ((progress: DownloadProgress) => void) | undefined;
};

export function downloadOf({ files, ...offer }: Offer, options: DownloadOptions): ModelToInstall {
  const { filesUrl, timing, progress } = options;
  let doneBytes = 0;
  const received = (bytes: number) => {
    doneBytes += bytes;
    progress?.({ doneBytes, totalBytes: offer.bytes });
  };
  const sources = files.map(({ attachment: { hash, size, location }, ...file }) => {
    const url = new URL(location, filesUrl);
    const open = (signal: AbortSignal) => download(url, { bytes: size, timing, received, signal });
    return { ...file, open, isPacked: hash !== file.sha256 };
  });
  return { ...offer, files: sources };
}

/** Undefined when it is not JSON. */
async function readJson(url: URL, timing: RequestTiming, signal: AbortSignal): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of get(url, { at: 0, timing, signal })) {
    bytes += chunk.byteLength;
    if (bytes > bytesMax) throw new StoreFailure(`${shownUrl(url)} sends more than ${bytesMax} bytes`);
    parts.push(chunk);
  }
  return parseJson(Buffer.concat(parts).toString());
}

type Request = { readonly at: number; readonly timing: RequestTiming; readonly signal: AbortSignal };

type Download = Omit<Request, 'at'> & { readonly bytes: number; readonly received: (bytes: number) => void };

/** Yields a file of `bytes` bytes. Resumes after a broken connection. @throws StoreFailure after several tries */
async function* download(url: URL, { bytes, timing, received, signal }: Download): AsyncIterable<Uint8Array> {
  for (let [at, tries] = [0, 1]; at < bytes; tries++) {
    try {
      for await (const chunk of get(url, { at, timing, signal })) {
        at += chunk.byteLength;
        if (at > bytes) throw new StoreFailure(`${shownUrl(url)} is longer than the ${bytes} bytes in the index`);
        received(chunk.byteLength);
        yield chunk;
      }
      if (at < bytes) throw new StoreFailure(`${shownUrl(url)} ended too early`, { isPassing: true });
    } catch (cause) {
      signal.throwIfAborted();
      if (!(cause instanceof StoreFailure && cause.isPassing) || tries === triesMax) throw cause;
      await pauseFor(timing.retryMs, signal);
    }
  }
}

/** Yields the body at `url` from byte `at`, following redirects. @throws StoreFailure; the signal's reason */
async function* get(url: URL, { at, timing, signal }: Request): AsyncIterable<Uint8Array> {
  const shown = shownUrl(url);
  // Clients must name themselves. Source: https://remote-settings.readthedocs.io, "Client Specifications".
  const headers = { 'user-agent': 'dragoman', 'accept-encoding': 'identity', ...(at > 0 && { range: `bytes=${at}-` }) };
  const cut = new AbortController();
  const stall = () => cut.abort(new StoreFailure(`${shown}: the server sends nothing`, { isPassing: true }));
  const idle = setTimeout(stall, timing.idleMs);
  const limit = AbortSignal.timeout(timing.requestMs);
  try {
    const reply = await fetch(url, { headers, signal: AbortSignal.any([signal, cut.signal, limit]) });
    if (url.protocol === 'https:' && !reply.url.startsWith('https:')) {
      throw new StoreFailure(`${shown} redirects to an address that is not https`);
    }
    checkReply(reply, url, at);
    for await (const chunk of reply.body ?? []) {
      idle.refresh();
      yield chunk;
    }
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof StoreFailure) throw cause;
    // `fetch` wraps the error of the system.
    const inner = cause instanceof Error ? (cause.cause ?? cause) : cause;
    const reason = limit.aborted ? 'the server is too slow' : reasonOf(inner);
    throw new StoreFailure(`${shown}: ${reason}`, { isPassing: !limit.aborted, cause });
  } finally {
    clearTimeout(idle);
    cut.abort();
  }
}

/** Returns an address without credentials and query, because they may contain a token. */
function shownUrl({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

/** Checks that a reply begins at byte `at` of a file. Source: RFC 9110, sections 14.4 and 15.3.7 */
function checkReply({ status, headers }: Response, url: URL, at: number): void {
  if (at === 0 ? status === 200 : headers.get('content-range')?.startsWith(`bytes ${at}-`)) return;
  const reason = status === 200 ? 'cannot be continued after a cut connection' : `answered with status ${status}`;
  throw new StoreFailure(`${shownUrl(url)} ${reason}`, { isPassing: status >= 500 || [408, 429].includes(status) });
}
