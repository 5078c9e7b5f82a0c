import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { codeOf, reasonOf, StoreFailure } from './store-failure.ts';

/** A reply whose body has not been read yet. Disposing cuts the connection. */
export type Reply = Disposable & {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** @throws StoreFailure when the network fails, after all that came before */
  readonly chunks: () => AsyncIterable<Buffer>;
};

export type GetOptions = {
  readonly headers: Readonly<Record<string, string>>;
  /** The expected length of the body, for which `bytesPerWindow` are the minimum rate. */
  readonly bytes: number;
  readonly signal: AbortSignal;
};

const redirectsMax = 5;
/** 16 kB/s in 20 s. */
const bytesPerWindow = 320_000;
/** What may wait to be taken, so that a slow disk does not fill the memory. */
const waitingBytesMax = 2 ** 20;

/** Requests files over TLS, or over plain HTTP where the operator's own index has such an address. */
export class RegistryHttp {
  readonly #isPlainAllowed: boolean;
  readonly #windowMs: number;

  /** @param windowMs how long a server may send nothing, and how long it has for `bytesPerWindow` */
  constructor(indexUrl: string | undefined, windowMs: number) {
    this.#isPlainAllowed = indexUrl?.startsWith('http:') === true;
    this.#windowMs = windowMs;
  }

  /** Gets `url`, or what it redirects to, with any status. @throws StoreFailure; the signal's reason */
  async get(url: URL, options: GetOptions, redirectsLeft = redirectsMax): Promise<Reply> {
    const reply = await this.#request(url, options);
    const { location } = reply.headers;
    if (location === undefined || ![301, 302, 303, 307, 308].includes(reply.status)) return reply;
    reply[Symbol.dispose]();
    const next = URL.parse(location, url.href);
    if (next !== null && redirectsLeft > 0) return await this.get(next, options, redirectsLeft - 1);
    throw new StoreFailure(`${shownUrl(url)} redirects to an invalid address, or more than ${redirectsMax} times`);
  }

  async #request(url: URL, { headers, bytes, signal }: GetOptions): Promise<Reply> {
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && this.#isPlainAllowed)) {
      throw new StoreFailure(`${shownUrl(url)} is not https, as the index's address is`);
    }
    const limit = AbortSignal.timeout(Math.ceil(this.#windowMs * (1 + bytes / bytesPerWindow)));
    // Clients must name themselves. Source: https://remote-settings.readthedocs.io, "Client Specifications".
    const sent = { ...headers, 'user-agent': 'dragoman', connection: 'close' };
    const options = { headers: sent, signal: AbortSignal.any([signal, limit]), timeout: this.#windowMs };
    const get = url.protocol === 'https:' ? https.get : http.get;
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    // Node would send the credentials of a redirect.
    const request = get(Object.assign(new URL(url), { username: '', password: '' }), options, resolve);
    let isIdle = false;
    request.on('error', reject).on('timeout', () => {
      isIdle = true;
      request.destroy(new Error());
    });
    const failureOf = (cause: unknown) => {
      if (signal.aborted) return signal.reason as unknown;
      if (limit.aborted) return new StoreFailure(`${shownUrl(url)} is too slow; use a nearer mirror`);
      const reason = codeOf(cause) === 'ECONNRESET' ? 'the connection was cut' : reasonOf(cause);
      const shown = `${shownUrl(url)}: ${isIdle ? 'the server sends nothing' : reason}`;
      return new StoreFailure(shown, { isPassing: true, cause });
    };
    try {
      const response = await promise;
      const { statusCode: status = 0, headers: received } = response;
      const chunks = bodyReader(response, failureOf);
      return { status, headers: received, chunks, [Symbol.dispose]: () => request.destroy() };
    } catch (cause) {
      throw failureOf(cause);
    }
  }
}

/** An address without credentials and query, which may hold a token. */
export function shownUrl({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

/** Reads a body from now on. Node's iterators and `fetch` would drop what was not read yet when the connection is cut. */
function bodyReader(response: IncomingMessage, failureOf: (cause: unknown) => unknown): Reply['chunks'] {
  const body = response.pipe(new PassThrough({ highWaterMark: waitingBytesMax }), { end: false });
  const failure = finished(response)
    .then(() => undefined, failureOf)
    .finally(() => body.end());
  return async function* chunks() {
    yield* body as AsyncIterable<Buffer>;
    const cause = await failure;
    if (cause !== undefined) throw cause;
  };
}
