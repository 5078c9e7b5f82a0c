import { pauseFor } from '../../../core/abort.ts';
import { codeOf, reasonOf, StoreFailure } from './store-failure.ts';
import type { StoreTiming } from './store-timing.ts';

type Request = {
  readonly headers: Readonly<Record<string, string>>;
  /** The expected length of the body. */
  readonly bytes: number;
  /** Throws unless the reply is the expected one. Redirects are not passed to it. */
  readonly accept: (reply: Response) => void;
  readonly signal: AbortSignal;
};

const redirectsMax = 5;
/** The minimum rate: 16 kB/s in 20 s. */
const bytesPerWindow = 320_000;
/** Limits the tries that bring something before the connection is cut. */
const triesMax = 50;

/** Requests files over TLS, or over plain HTTP where the operator's own index has such an address. */
export class RegistryHttp {
  readonly #isPlainAllowed: boolean;
  readonly #timing: StoreTiming;

  constructor(isPlainAllowed: boolean, timing: StoreTiming) {
    this.#isPlainAllowed = isPlainAllowed;
    this.#timing = timing;
  }

  /** Yields a file of `bytes`. Continues where the connection was cut. @throws StoreFailure after several tries */
  async *download(url: URL, bytes: number, signal: AbortSignal): AsyncIterable<Uint8Array> {
    let [at, fruitless] = [0, 0];
    for (let tries = 1; at < bytes; tries++) {
      const from = at;
      // What is already there of a reply that begins before `from`.
      let skipped = 0;
      const accept = (reply: Response) => {
        skipped = from - startOf(reply, { url, bytes, from });
      };
      try {
        const headers = { 'accept-encoding': 'identity', ...(from > 0 && { range: `bytes=${from}-` }) };
        for await (const chunk of this.get(url, { headers, bytes, accept, signal })) {
          const rest = chunk.subarray(skipped);
          skipped -= chunk.byteLength - rest.byteLength;
          at += rest.byteLength;
          if (at > bytes) throw new StoreFailure(`${shownUrl(url)} is longer than the ${bytes} bytes in the index`);
          yield rest;
        }
        if (at < bytes) throw new StoreFailure(`${shownUrl(url)} ended too early`, { isPassing: true });
      } catch (cause) {
        signal.throwIfAborted();
        fruitless = at > from ? 0 : fruitless + 1;
        const pauseMs = this.#timing.retryAfterMs[Math.max(0, fruitless - 1)];
        const isPassing = cause instanceof StoreFailure && cause.isPassing;
        if (!isPassing || pauseMs === undefined || tries === triesMax) throw cause;
        await pauseFor(pauseMs, signal);
      }
    }
  }

  /** Yields the body at `url`, or at what it redirects to. @throws StoreFailure; the signal's reason */
  async *get(url: URL, { headers, bytes, accept, signal }: Request): AsyncIterable<Uint8Array> {
    const { windowMs } = this.#timing;
    const shown = shownUrl(url);
    const cut = new AbortController();
    const abort = (reason: string, isPassing: boolean) => cut.abort(new StoreFailure(shown + reason, { isPassing }));
    const idle = setTimeout(abort, windowMs, ': the server sends nothing', true);
    const limitMs = Math.ceil(windowMs * (1 + bytes / bytesPerWindow));
    const limit = setTimeout(abort, limitMs, ' is too slow; use a nearer mirror', false);
    try {
      const reply = await this.#follow(url, { headers, signal: AbortSignal.any([signal, cut.signal]) });
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
      const reason = isCut ? 'the connection was cut' : reasonOf(inner);
      throw new StoreFailure(`${shown}: ${reason}`, { isPassing: true, cause });
    } finally {
      clearTimeout(idle);
      clearTimeout(limit);
      cut.abort();
    }
  }

  async #follow(url: URL, init: RequestInit, redirectsLeft = redirectsMax): Promise<Response> {
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && this.#isPlainAllowed)) {
      throw new StoreFailure(`${shownUrl(url)} is not https, as the index's address is`);
    }
    // Clients must name themselves. Source: https://remote-settings.readthedocs.io, "Client Specifications".
    const headers = { ...init.headers, 'user-agent': 'dragoman' };
    // `fetch` refuses credentials in an address, and those of a redirect must not be sent.
    const bare = Object.assign(new URL(url), { username: '', password: '' });
    const reply = await fetch(bare, { ...init, headers, redirect: 'manual' });
    const location = reply.headers.get('location');
    if (location === null || ![301, 302, 303, 307, 308].includes(reply.status)) return reply;
    await reply.body?.cancel();
    const next = URL.parse(location, url.href);
    if (next !== null && redirectsLeft > 0) return await this.#follow(next, init, redirectsLeft - 1);
    throw new StoreFailure(`${shownUrl(url)} redirects to an invalid address, or more than ${redirectsMax} times`);
  }
}

/** An address without credentials and query, which may hold a token. */
export function shownUrl({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

type Requested = { readonly url: URL; readonly bytes: number; readonly from: number };

/** Where the body of a reply begins in the file. Source: RFC 9110, sections 14.4 and 15.3.7 */
function startOf({ status, headers }: Response, { url, bytes, from }: Requested): number {
  if (status === 206 && headers.get('content-range')?.startsWith(`bytes ${from}-`)) return from;
  const length = Number(headers.get('content-length') ?? bytes);
  if (status === 200 && length === bytes) return 0;
  const reason =
    status === 200 ? `has ${length} bytes instead of the ${bytes} in the index` : `answered with status ${status}`;
  const isPassing = status >= 500 || [408, 429].includes(status);
  throw new StoreFailure(`${shownUrl(url)} ${reason}`, { isPassing });
}
