import { DragomanError } from './dragoman-error.ts';

export type CallOptions = {
  /** Cancels the call, which then fails with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
};

/** What the client needs of `fetch`. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export type DragomanOptions = {
  /** Default: `DRAGOMAN_KEY`. Without a key, requests have none, for a proxy that adds it. */
  readonly key?: string | undefined;
  /** Address of the service, also with `/api/v1`. Default: `DRAGOMAN_URL`. In browsers it may be a path of the page's origin. */
  readonly baseUrl?: string | undefined;
  /** Limit for one request with its retries, without the time until the rate limit admits it. Default: five minutes. */
  readonly timeoutMs?: number | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Accepts a key in a browser, where everybody who opens the page can read it. Default: false. */
  readonly dangerouslyAllowBrowser?: boolean | undefined;
};

export type Settings = {
  readonly key: string;
  /** Ends with `/api/v1`. */
  readonly url: string;
  readonly timeoutMs: number;
  readonly fetch: Fetch;
};

/** @throws DragomanError for an option that cannot be used */
export function readOptions({ baseUrl, timeoutMs = 300_000, fetch, ...options }: DragomanOptions): Settings {
  if (!(timeoutMs > 0)) throw refused('timeoutMs', 'must be a number of milliseconds above 0');
  const key = readKey(options.key ?? variable('DRAGOMAN_KEY') ?? '');
  if (key !== '' && 'document' in globalThis && !options.dangerouslyAllowBrowser)
    throw refused('key', 'is public in a browser. Use a proxy that adds it, or set `dangerouslyAllowBrowser`');
  return {
    key,
    url: `${readBaseUrl(baseUrl ?? variable('DRAGOMAN_URL'))}/api/v1`,
    // Timers of JavaScript overflow above it.
    timeoutMs: Math.min(timeoutMs, 2 ** 31 - 1),
    // Browsers refuse `fetch` as a method of another object.
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
  };
}

/** @throws DragomanError unless it can be sent as an Idempotency-Key, also with a number appended */
export function checkIdempotencyKey(key: string): string {
  if (/^[\x21-\x7e]{1,240}$/.test(key)) return key;
  throw refused('idempotencyKey', 'must have 1 to 240 visible ASCII characters');
}

const examples = { to: 'en', name: 'notes.md' };

/** Returns the options of a caller who may have no types. @throws DragomanError without one that is required */
export function checkOptions<Options>(
  options: Options,
  ...required: readonly (keyof typeof examples & keyof Options)[]
) {
  for (const name of required)
    if (typeof options?.[name] !== 'string')
      throw refused(name, `is missing. Add \`{ ${name}: '${examples[name]}' }\``);
  return options;
}

export function refused(param: string, message: string): DragomanError {
  const errors = [{ param, message }];
  return new DragomanError({ code: 'validation_error', message: `\`${param}\` ${message}.`, param, errors });
}

/** Checked here because an error of `fetch` would contain the key. */
function readKey(key: string): string {
  if (/^[\x21-\x7e]*$/.test(key)) return key;
  throw refused('key', 'has a character that no key has, such as a line break. Copy it again');
}

/** Checked here because an error of `fetch` would contain the credentials. */
function readBaseUrl(baseUrl: string | undefined): string {
  if (baseUrl === undefined)
    throw refused('baseUrl', 'is missing. Set it or DRAGOMAN_URL to the address of the service');
  const { location } = globalThis as { location?: { href: string } };
  const url = parseUrl(baseUrl, location?.href);
  if (url === undefined || !/^https?:$/.test(url.protocol)) throw refused('baseUrl', 'is not a URL with http or https');
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '')
    throw refused('baseUrl', 'must not have credentials, a query or a fragment');
  return url.href.replace(/(\/+api\/v1)?\/*$/, '');
}

export function parseUrl(text: string, base: string | undefined): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

/** Reads an environment variable where there are any. */
function variable(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Readonly<Record<string, string | undefined>> } };
  return process?.env?.[name];
}
