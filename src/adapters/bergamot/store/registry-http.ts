import { networkReasonOf, StoreFailure } from './store-failure.ts';
import type { StoreTiming } from './timing.ts';

/** A reply whose body has not been read yet; disposing drops it. */
export type Reply = AsyncDisposable & {
  readonly status: number;
  readonly headers: Headers;
  /**
   * The body, piece by piece.
   *
   * @throws StoreFailure when nothing comes any more, or too little, or when it was cut
   */
  chunks(): AsyncIterable<Uint8Array>;
};

export type GetOptions = { readonly headers?: Readonly<Record<string, string>>; readonly signal: AbortSignal };

const redirectsMax = 5;

/** Asks the servers of one index: over TLS, unless the operator's own address says otherwise; every wait has a bound. */
export class RegistryHttp {
  readonly #operators: URL;
  readonly #authorization: string | undefined;
  readonly #timing: StoreTiming;

  /** @throws StoreFailure when `indexUrl` is no address that can be asked */
  constructor(indexUrl: string, timing: StoreTiming) {
    const url = URL.parse(indexUrl);
    if (url === null || !/^https?:$/.test(url.protocol))
      throw new StoreFailure('the index of models has no http address');
    this.#authorization = authorizationOf(url);
    this.#operators = withoutCredentials(url);
    this.#timing = timing;
  }

  /** The index's address, without credentials. */
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
      await reply[Symbol.asyncDispose]();
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
    const isOwn = url.origin === this.#operators.origin;
    const own = isOwn && this.#authorization !== undefined ? { authorization: this.#authorization } : {};
    const either = AbortSignal.any([signal, cut.signal]);
    try {
      const response = await fetch(withoutCredentials(url), {
        headers: { ...headers, ...own, 'user-agent': 'dragoman' },
        redirect: 'manual',
        signal: either,
      });
      return {
        status: response.status,
        headers: response.headers,
        ...this.#body(response, { cut, signal: either, url }),
      };
    } catch (cause) {
      either.throwIfAborted();
      throw networkFailure(url, cause);
    } finally {
      clearTimeout(timer);
    }
  }

  #body(response: Response, exchange: Exchange): Pick<Reply, 'chunks' | typeof Symbol.asyncDispose> {
    const timing = this.#timing;
    return {
      chunks: () => readBody(response, { ...exchange, timing }),
      [Symbol.asyncDispose]: async () => exchange.cut.abort(new StoreFailure('the reply is not wanted any more')),
    };
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

async function* readBody(
  response: Response,
  { cut, signal, url, timing }: Exchange & { readonly timing: StoreTiming },
): AsyncIterable<Uint8Array> {
  if (response.body === null) return;
  const give = (reason: string) => cut.abort(new StoreFailure(`${shownUrl(url)} ${reason}`, { isPassing: true }));
  let bytesInWindow = 0;
  const window = setInterval(() => {
    const bytesMin = (timing.bytesPerSecondMin * timing.rateWindowMs) / 1_000;
    if (bytesInWindow < bytesMin) cut.abort(new StoreFailure(tooSlow(url, timing)));
    bytesInWindow = 0;
  }, timing.rateWindowMs);
  const idle = setTimeout(() => give('stopped sending'), timing.idleMs);
  try {
    for await (const chunk of response.body) {
      idle.refresh();
      bytesInWindow += chunk.byteLength;
      yield chunk;
    }
  } catch (cause) {
    signal.throwIfAborted();
    throw networkFailure(url, cause);
  } finally {
    clearInterval(window);
    clearTimeout(idle);
  }
}

function tooSlow(url: URL, { bytesPerSecondMin, rateWindowMs }: StoreTiming): string {
  const least = Math.ceil(bytesPerSecondMin / 1_000);
  return `${shownUrl(url)} is too slow: under ${least} kB/s over ${Math.ceil(rateWindowMs / 1_000)} s; use a nearer mirror`;
}

function networkFailure(url: URL, cause: unknown): StoreFailure {
  if (cause instanceof StoreFailure) return cause;
  return new StoreFailure(`${shownUrl(url)}: ${networkReasonOf(cause)}`, { isPassing: true, cause });
}

function redirectOf({ status, headers }: Reply): string | undefined {
  return [301, 302, 303, 307, 308].includes(status) ? (headers.get('location') ?? undefined) : undefined;
}

function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '' && password === '') return undefined;
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

function withoutCredentials(url: URL): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  bare.hash = '';
  return bare;
}
