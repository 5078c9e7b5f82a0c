import { pauseFor } from '../../../core/abort.ts';
import { codeOf, reasonOf, StoreFailure } from './store-failure.ts';

/** How long requests wait, in milliseconds. */
export const requestTiming = {
  /** How long a server may send nothing. */
  idleMs: 20_000,
  /** How long one request may take. */
  requestMs: 3_600_000,
  /** Between two tries of a download. */
  retryMs: 2_000,
};

/** Per file. */
const triesMax = 20;

type Request = {
  readonly headers: Readonly<Record<string, string>>;
  /** Throws unless the reply is the expected one. */
  readonly accept: (reply: Response) => void;
  readonly timing: typeof requestTiming;
  readonly signal: AbortSignal;
};

/** Yields a file of `bytes`. Continues where the connection was cut. @throws StoreFailure after several tries */
export async function* download(
  { url, bytes }: { readonly url: URL; readonly bytes: number },
  timing: typeof requestTiming,
  signal: AbortSignal,
): AsyncIterable<Uint8Array> {
  for (let [at, tries] = [0, 1]; at < bytes; tries++) {
    const headers = { 'accept-encoding': 'identity', ...(at > 0 && { range: `bytes=${at}-` }) };
    const accept = (reply: Response) => checkReply(reply, { url, bytes, at });
    try {
      for await (const chunk of get(url, { headers, accept, timing, signal })) {
        at += chunk.byteLength;
        if (at > bytes) throw new StoreFailure(`${shownUrl(url)} is longer than the ${bytes} bytes in the index`);
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

/** Yields the body at `url`, or at what it redirects to. @throws StoreFailure; the signal's reason */
export async function* get(url: URL, { headers, accept, timing, signal }: Request): AsyncIterable<Uint8Array> {
  const shown = shownUrl(url);
  const cut = new AbortController();
  const stall = () => cut.abort(new StoreFailure(`${shown}: the server sends nothing`, { isPassing: true }));
  const idle = setTimeout(stall, timing.idleMs);
  const limit = AbortSignal.timeout(timing.requestMs);
  try {
    const reply = await fetch(url, {
      // Clients must name themselves. Source: https://remote-settings.readthedocs.io, "Client Specifications".
      headers: { ...headers, 'user-agent': 'dragoman' },
      signal: AbortSignal.any([signal, cut.signal, limit]),
    });
    if (url.protocol === 'https:' && !reply.url.startsWith('https:')) {
      throw new StoreFailure(`${shown} redirects to an address that is not https`);
    }
    accept(reply);
    for await (const chunk of reply.body ?? []) {
      idle.refresh();
      yield chunk;
    }
  } catch (cause) {
    signal.throwIfAborted();
    cut.signal.throwIfAborted();
    if (cause instanceof StoreFailure) throw cause;
    // `fetch` wraps the error of the system.
    const inner = cause instanceof Error ? (cause.cause ?? cause) : cause;
    const isCut = ['ECONNRESET', 'UND_ERR_SOCKET'].includes(codeOf(inner));
    const reason = isCut ? 'the connection was cut' : limit.aborted ? 'the server is too slow' : reasonOf(inner);
    throw new StoreFailure(`${shown}: ${reason}`, { isPassing: !limit.aborted, cause });
  } finally {
    clearTimeout(idle);
    cut.abort();
  }
}

/** An address without credentials and query, which may hold a token. */
export function shownUrl({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

type Requested = { readonly url: URL; readonly bytes: number; readonly at: number };

/** Checks that a reply is a file from byte `at` to its end. Source: RFC 9110, sections 14.4 and 15.3.7 */
function checkReply({ status, headers }: Response, { url, bytes, at }: Requested): void {
  const length = Number(headers.get('content-length') ?? bytes - at);
  if (at === 0 && status === 200 && length !== bytes) {
    throw new StoreFailure(`${shownUrl(url)} has ${length} bytes instead of the ${bytes} in the index`);
  }
  if (at === 0 ? status === 200 : headers.get('content-range')?.startsWith(`bytes ${at}-`)) return;
  const reason = status === 200 ? 'cannot be continued after a cut connection' : `answered with status ${status}`;
  throw new StoreFailure(`${shownUrl(url)} ${reason}`, { isPassing: status >= 500 || [408, 429].includes(status) });
}
