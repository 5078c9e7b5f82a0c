import http, { type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { finished } from 'node:stream/promises';
import { reasonOf, StoreFailure } from './store-failure.ts';

/** A reply whose body has not been read yet. Disposing cuts the connection. */
export type Reply = Disposable & {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /**
   * Passes every piece of the body to `take`, one after another. Nothing that came before a failure is lost, unlike with
   * Node's iterators and `fetch`, which drop what was not read yet.
   *
   * @throws StoreFailure after the connection was cut; what `take` throws
   */
  readonly read: (take: (chunk: Buffer) => Promise<void> | void) => Promise<void>;
};

export type GetOptions = { readonly headers?: Readonly<Record<string, string>>; readonly signal: AbortSignal };

const redirectsMax = 5;
const bytesPerSecondMin = 16_384;
/** What may wait to be taken, so that a slow disk does not fill the memory. */
const waitingBytesMax = 2 ** 20;

/** Requests files over TLS, or over plain HTTP where the operator's own index has such an address. */
export class RegistryHttp {
  readonly #isTlsRequired: boolean;
  readonly #windowMs: number;

  /** @param windowMs a reply must begin within this time, and bring `bytesPerSecondMin` in every such time */
  constructor(indexUrl: URL, windowMs: number) {
    this.#isTlsRequired = indexUrl.protocol !== 'http:';
    this.#windowMs = windowMs;
  }

  /** Gets `url`, or what it redirects to, with any status. @throws StoreFailure; the signal's reason */
  async get(url: URL, options: GetOptions): Promise<Reply> {
    let at = url;
    for (let redirects = 0; redirects <= redirectsMax; redirects++) {
      const reply = await this.#request(at, options);
      const { location } = reply.headers;
      if (location === undefined || ![301, 302, 303, 307, 308].includes(reply.status)) return reply;
      reply[Symbol.dispose]();
      const next = URL.parse(location, at.href);
      if (next === null) throw new StoreFailure(`${shownUrl(at)} redirects to an invalid address`);
      at = next;
    }
    throw new StoreFailure(`${shownUrl(url)} redirects more than ${redirectsMax} times`);
  }

  async #request(url: URL, { headers, signal }: GetOptions): Promise<Reply> {
    if (url.protocol !== 'https:' && (this.#isTlsRequired || url.protocol !== 'http:')) {
      throw new StoreFailure(`${shownUrl(url)} is not https, as the index's address is`);
    }
    const exchange = new Exchange(url, signal, this.#windowMs);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    // Node would send the credentials of a redirect.
    const bare = Object.assign(new URL(url), { username: '', password: '', hash: '' });
    // Clients must name themselves. Source: https://remote-settings.readthedocs.io, "Client Specifications".
    const sent = { ...headers, 'user-agent': 'dragoman', connection: 'close' };
    const get = url.protocol === 'https:' ? https.get : http.get;
    get(bare, { headers: sent, signal: exchange.signal }, resolve).on('error', reject);
    try {
      return exchange.replyOf(await promise);
    } catch (cause) {
      throw exchange.failureOf(cause);
    }
  }
}

/** An address without credentials and query, which may hold a token. */
export function shownUrl({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

/** One request and its reply, cut when they bring too little in a window of time. */
class Exchange implements Disposable {
  readonly signal: AbortSignal;
  readonly #url: URL;
  readonly #cut = new AbortController();
  readonly #timer: NodeJS.Timeout;
  /** In this window; undefined before the reply. */
  #bytes: number | undefined;

  constructor(url: URL, signal: AbortSignal, windowMs: number) {
    this.#url = url;
    this.signal = AbortSignal.any([signal, this.#cut.signal]);
    this.#timer = setInterval(() => this.#check(windowMs), windowMs);
    this.signal.addEventListener('abort', () => clearInterval(this.#timer), { once: true });
  }

  [Symbol.dispose](): void {
    this.#cut.abort(new StoreFailure('the reply is not needed'));
  }

  replyOf(response: IncomingMessage): Reply {
    this.#bytes = 0;
    this.#timer.refresh();
    const reader = Promise.withResolvers<Parameters<Reply['read']>[0]>();
    let waitingBytes = 0;
    let taken = Promise.resolve();
    response.on('data', (chunk: Buffer) => {
      this.#bytes = (this.#bytes ?? 0) + chunk.byteLength;
      waitingBytes += chunk.byteLength;
      if (waitingBytes >= waitingBytesMax) response.pause();
      taken = taken.then(async () => {
        const take = await reader.promise;
        await take(chunk);
        waitingBytes -= chunk.byteLength;
        response.resume();
      });
      taken.catch((cause: Error) => response.destroy(cause));
    });
    const end = finished(response).then(
      () => undefined,
      (cause: unknown) => this.failureOf(cause),
    );
    const read: Reply['read'] = async (take) => {
      reader.resolve(take);
      const failure = await end;
      clearInterval(this.#timer);
      await taken;
      if (failure !== undefined) throw failure;
    };
    return {
      status: response.statusCode ?? 0,
      headers: response.headers,
      read,
      [Symbol.dispose]: () => this[Symbol.dispose](),
    };
  }

  /** Why it was cut here, or what the network reports. */
  failureOf(cause: unknown): unknown {
    clearInterval(this.#timer);
    if (this.signal.aborted) return this.signal.reason;
    return new StoreFailure(`${shownUrl(this.#url)}: ${reasonOf(cause)}`, { isPassing: true, cause });
  }

  #check(windowMs: number): void {
    const seconds = Math.ceil(windowMs / 1_000);
    const tooSlow = `is too slow: under ${bytesPerSecondMin / 1_024} kiB/s over ${seconds} s; use a nearer mirror`;
    const bytesMin = (bytesPerSecondMin * windowMs) / 1_000;
    if (this.#bytes !== undefined && this.#bytes >= bytesMin) this.#bytes = 0;
    else {
      const reason =
        this.#bytes === undefined ? 'did not answer in time' : this.#bytes === 0 ? 'stopped sending' : tooSlow;
      this.#cut.abort(new StoreFailure(`${shownUrl(this.#url)} ${reason}`, { isPassing: reason !== tooSlow }));
    }
  }
}
