import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import { ReplyBody } from './reply-body.ts';
import { networkReasonOf, StoreFailure } from './store-failure.ts';
import type { StoreTiming } from './timing.ts';

/** A reply whose body has not been read yet; disposing drops it. */
export type Reply = Disposable & {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /**
   * The body, piece by piece.
   *
   * @throws StoreFailure when nothing comes any more, or too little, or when it was cut
   */
  chunks(): AsyncIterable<Uint8Array>;
};

export type GetOptions = { readonly headers?: Readonly<Record<string, string>>; readonly signal: AbortSignal };

export type HttpOptions = {
  readonly timing: StoreTiming;
  /** Clients must name themselves. Source: https://remote-settings.readthedocs.io, "Client Specifications". */
  readonly userAgent: string;
};

const redirectsMax = 5;

/** Asks the servers of one index: over TLS, unless the operator's own address says otherwise; every wait has a bound. */
export class RegistryHttp {
  readonly #operators: URL;
  readonly #timing: StoreTiming;

  readonly #userAgent: string;

  /** @throws StoreFailure when `indexUrl` is no address that can be asked */
  constructor(indexUrl: string, { timing, userAgent }: HttpOptions) {
    this.#userAgent = userAgent;
    const url = URL.parse(indexUrl);
    if (url === null || !/^https?:$/.test(url.protocol))
      throw new StoreFailure('the index of models has no http address');
    this.#operators = withoutCredentials(url);
    this.#timing = timing;
  }

  /** The index's address. */
  get indexUrl(): URL {
    return this.#operators;
  }

  /** Gets `url`, following a few redirects. Whatever the status is, it is the caller's to judge. */
  async get(url: URL, options: GetOptions): Promise<Reply> {
    let at = url;
    for (let redirects = 0; redirects <= redirectsMax; redirects++) {
      const reply = await this.#ask(at, options);
      const location = redirectOf(reply);
      if (location === undefined) return reply;
      reply[Symbol.dispose]();
      const next = URL.parse(location, at.href);
      if (next === null) throw new StoreFailure(`${shownUrl(at)} redirects to no address`);
      at = next;
    }
    throw new StoreFailure(`${shownUrl(url)} redirects more than ${redirectsMax} times`);
  }

  async #ask(url: URL, { headers, signal }: GetOptions): Promise<Reply> {
    this.#mustBeSafe(url);
    const cut = new AbortController();
    const timer = setTimeout(() => {
      cut.abort(new StoreFailure(`${shownUrl(url)} did not answer in time`, { isPassing: true }));
    }, this.#timing.responseMs);
    const exchange = { cut, signal: AbortSignal.any([signal, cut.signal]), url };
    try {
      // A connection that was kept may be gone by the next request, and there are few requests.
      const always = { 'user-agent': this.#userAgent, connection: 'close' };
      return await this.#send({ ...headers, ...always }, exchange);
    } catch (cause) {
      throw failureOf(cause, exchange);
    } finally {
      clearTimeout(timer);
    }
  }

  async #send(headers: Readonly<Record<string, string>>, exchange: Exchange): Promise<Reply> {
    const { url, signal, cut } = exchange;
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const get = url.protocol === 'https:' ? https.get : http.get;
    const request = get(withoutCredentials(url), { headers, signal }, (response) => {
      const watch = new Watch(exchange, this.#timing);
      const body = new ReplyBody(response, (bytes) => watch.count(bytes));
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        chunks: () => watched(body, watch, exchange),
        [Symbol.dispose]: () => cut.abort(new StoreFailure('the reply is not wanted any more')),
      });
    });
    request.on('error', reject);
    return await promise;
  }

  #mustBeSafe(url: URL): void {
    if (url.protocol === 'https:') return;
    if (url.protocol === 'http:' && this.#operators.protocol === 'http:') return;
    throw new StoreFailure(`${shownUrl(url)} is not https, as the index's address is`);
  }
}

/** An address as it may be shown: no credentials, and no query, which may hold a token. */
export function shownUrl({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}

type Exchange = { readonly cut: AbortController; readonly signal: AbortSignal; readonly url: URL };

/** Cuts a transfer that stands still, or brings too little over a while. */
class Watch implements Disposable {
  readonly #idle: NodeJS.Timeout;
  readonly #window: NodeJS.Timeout;
  #bytesInWindow = 0;

  constructor({ cut, url }: Exchange, timing: StoreTiming) {
    this.#idle = setTimeout(() => {
      cut.abort(new StoreFailure(`${shownUrl(url)} stopped sending`, { isPassing: true }));
    }, timing.idleMs);
    this.#window = setInterval(() => {
      const bytesMin = (timing.bytesPerSecondMin * timing.rateWindowMs) / 1_000;
      if (this.#bytesInWindow < bytesMin) cut.abort(new StoreFailure(tooSlow(url, timing)));
      this.#bytesInWindow = 0;
    }, timing.rateWindowMs);
    cut.signal.addEventListener('abort', () => this[Symbol.dispose](), { once: true });
  }

  count(bytes: number): void {
    this.#idle.refresh();
    this.#bytesInWindow += bytes;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#idle);
    clearInterval(this.#window);
  }
}

async function* watched(body: ReplyBody, watch: Watch, exchange: Exchange): AsyncIterable<Uint8Array> {
  using _ = watch;
  try {
    yield* body.chunks();
  } catch (cause) {
    throw failureOf(cause, exchange);
  }
}

function tooSlow(url: URL, { bytesPerSecondMin, rateWindowMs }: StoreTiming): string {
  const least = Math.ceil(bytesPerSecondMin / 1_000);
  return `${shownUrl(url)} is too slow: under ${least} kB/s over ${Math.ceil(rateWindowMs / 1_000)} s; use a nearer mirror`;
}

/** What was wrong with an exchange: why it was cut here, or what the network says. */
function failureOf(cause: unknown, { signal, url }: Exchange): unknown {
  if (signal.aborted) return signal.reason;
  return new StoreFailure(`${shownUrl(url)}: ${networkReasonOf(cause)}`, { isPassing: true, cause });
}

function redirectOf({ status, headers }: Reply): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? headers.location : undefined;
}

/** A redirect may bring some, which Node would send and an error would show. */
function withoutCredentials(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  bare.hash = '';
  return bare;
}
