import { ServiceError } from '../ground/service-error.ts';
import type { RenderedProblem } from '../http/answering.ts';
import type { Exchange } from '../http/exchange.ts';
import type { KeyHolder } from '../shop/keys/key-store.ts';
import { windowMs } from '../shop/limits/account-window.ts';
import type { RateDecision } from '../shop/limits/rate-limiter.ts';
import type { Stopwatch, TimedPart, TranslateReply, TranslateRequest } from '../shop/sale/translate.ts';
import type { ApiParts } from './api-parts.ts';
import { type EndpointReply, FileReply } from './endpoint-reply.ts';
import { errorCodeOf, privateJsonHeaders, reportedCode, uncachedHeaders } from './problem.ts';

/** A request's languages once they are read and, once it has succeeded, its charge. */
type About = Partial<Pick<TranslateRequest, 'source' | 'target'> & Pick<TranslateReply, 'charged'>>;

export type CalledEndpoint = {
  /** The operation in the OpenAPI document, and the label in metrics. */
  readonly name: string;
  /** Whether the account's list of recent requests has its requests. */
  readonly isListed?: boolean;
  /** As in a `KeyHolder`. */
  readonly api?: string;
  /** Status of a success; 200 by default. */
  readonly reply?: { readonly status?: 202 };
};

/** What every request with a key needs. */
export type CallParts = Pick<
  ApiParts,
  'authenticate' | 'limiter' | 'bodies' | 'renderProblem' | 'events' | 'noteRequest'
>;

const windowSeconds = windowMs / 1_000;

/** A request to an endpoint that needs a key, from its arrival to its reply. */
export class ApiCall implements Stopwatch {
  readonly exchange: Exchange;
  readonly #endpoint: CalledEndpoint;
  readonly #parts: CallParts;
  #admission: RateDecision | undefined;
  #timing = '';
  #holder: KeyHolder | undefined;
  #about: About = {};
  #engine: string | undefined;

  constructor(parts: CallParts, endpoint: CalledEndpoint, exchange: Exchange) {
    this.#parts = parts;
    this.#endpoint = endpoint;
    this.exchange = exchange;
  }

  /**
   * Authenticates the request and applies the account's rate limit. Returns the account and the key.
   * @param credential undefined for a request without one
   * @throws ServiceError `invalid_key`, then `rate_limited`
   */
  async admit(credential: string | undefined): Promise<KeyHolder> {
    const { authenticate, limiter, bodies } = this.#parts;
    const startedAt = performance.now();
    const { api } = this.#endpoint;
    const found = await authenticate(credential);
    const holder = api === undefined ? found : { ...found, api };
    const authenticatedAt = performance.now();
    this.record('auth', authenticatedAt - startedAt);
    this.#holder = holder;
    this.exchange.countBodyFor(bodies, holder.accountId);
    const admission = await limiter.admit(holder.accountId);
    this.#admission = admission;
    this.record('limit', performance.now() - authenticatedAt);
    const { admitted, limit, retryAfterSeconds } = admission;
    if (!admitted) throw new ServiceError('rate_limited', { data: { limit, retryAfterSeconds } });
    return holder;
  }

  record(part: TimedPart, tookMs: number): void {
    this.#timing += `${this.#timing === '' ? '' : ', '}${part};dur=${milliseconds(tookMs)}`;
  }

  noteEngine(engine: string): void {
    this.#engine = engine;
  }

  /** What the list of recent requests shows of this one, also if it is refused later. */
  describe(about: About): void {
    this.#about = { ...this.#about, ...about };
  }

  /** The engine that translated; undefined for none. */
  get engine(): string | undefined {
    return this.#engine;
  }

  /** Characters charged. */
  get charged(): number {
    return this.#about.charged ?? 0;
  }

  /** `headers` are in addition to those of every reply to a valid key. */
  succeed({ reply, headers, status = this.#endpoint.reply?.status ?? 200 }: EndpointReply): Response {
    if (reply === undefined)
      return this.#reply({ status: 204, headers: { ...uncachedHeaders, ...headers }, body: null });
    if (reply instanceof FileReply)
      return this.#reply({ status: 200, headers: { ...reply.headers, ...headers }, body: reply.body });
    const all = headers ? { ...privateJsonHeaders, ...headers } : privateJsonHeaders;
    return this.#reply({ status, headers: all, body: JSON.stringify(reply) });
  }

  fail(error: unknown): Response {
    const problem = this.#parts.renderProblem(error, this.exchange.requestId);
    if (problem.status >= 500) this.#parts.events.failed(this.exchange.requestId, error);
    return this.#reply(problem, error);
  }

  #reply(
    reply: Pick<RenderedProblem, 'status' | 'headers'> & { readonly body: string | FileReply['body'] },
    error?: unknown,
  ): Response {
    const tookMs = performance.now() - this.exchange.arrivedAt;
    const code = error === undefined ? undefined : errorCodeOf(error);
    this.#parts.events.answered({ endpoint: this.#endpoint.name, status: reply.status, code, tookMs });
    if (this.#holder !== undefined && this.#endpoint.isListed) {
      this.#note(this.#holder, { status: reply.status, code: code && reportedCode(code), tookMs });
    }
    const headers =
      this.#admission === undefined ? reply.headers : this.#admittedHeaders(this.#admission, reply.headers, tookMs);
    // The adapter's own Response: Hono's helpers copy every header first, for half the cost of the request.
    return new Response(reply.body, { status: reply.status, headers });
  }

  #note(
    { accountId, keyId, api }: KeyHolder,
    answer: { status: number; code: string | undefined; tookMs: number },
  ): void {
    const { source, target, charged = 0 } = this.#about;
    this.#parts.noteRequest({
      accountId,
      keyId,
      requestId: this.exchange.requestId,
      status: answer.status,
      code: answer.code,
      source: source === 'auto' ? undefined : source,
      target,
      characters: charged,
      tookMs: Math.round(answer.tookMs),
      engine: this.#engine,
      api,
    });
  }

  /** Source: draft-ietf-httpapi-ratelimit-headers-10; the `X-` names are older, with the reset in seconds from now. */
  #admittedHeaders(
    admission: RateDecision,
    headers: Readonly<Record<string, string>>,
    tookMs: number,
  ): Record<string, string> {
    this.record('total', tookMs);
    const { limit, remaining, resetSeconds } = admission;
    return {
      ...headers,
      'RateLimit-Policy': `"account";q=${limit};w=${windowSeconds}`,
      RateLimit: `"account";r=${remaining};t=${resetSeconds}`,
      'X-RateLimit-Limit': String(limit),
      'X-RateLimit-Remaining': String(remaining),
      'X-RateLimit-Reset': String(resetSeconds),
      'Server-Timing': this.#timing,
    };
  }
}

/** Returns the credential after `scheme`, which is in lower case. Source: RFC 6750, section 2.1; RFC 9110, 11.1. */
export function credentialOf(authorization: string | undefined, scheme = 'bearer'): string | undefined {
  if (authorization?.[scheme.length] !== ' ') return undefined;
  if (authorization.slice(0, scheme.length).toLowerCase() !== scheme) return undefined;
  const credential = authorization.slice(scheme.length).trim();
  return credential === '' ? undefined : credential;
}

/** Formats with two decimals, as integers: Node formats them several times faster than fractions. */
function milliseconds(tookMs: number): string {
  const hundredths = Math.round(tookMs * 100);
  const fraction = hundredths % 100;
  return `${(hundredths - fraction) / 100}.${fraction < 10 ? '0' : ''}${fraction}`;
}
