import { APIConnectionError, APIError } from 'openai';
import type { Refusal } from './dialect.ts';

export type FailureReason = keyof typeof words;

export type EndpointFailure = {
  readonly kind: 'failed';
  readonly reason: FailureReason;
  readonly status: number | undefined;
  /** Whether the same request may succeed soon. */
  readonly mayPass: boolean;
  /** Whether any other request would have failed as well. */
  readonly isForAll: boolean;
  /** Pause that the server requests before the next request. */
  readonly retryAfterMs: number | undefined;
};

/** The server refused this request, but may accept others. */
export type Refused = { readonly kind: 'refused'; readonly refusal: Refusal };

/** Returns why a request failed. Drops the rest of the error: headers, and the reply, which may quote the text. */
export function endpointFailure(error: unknown): EndpointFailure | Refused {
  if (error instanceof APIConnectionError) return failure('connection', { mayPass: true });
  if (!(error instanceof APIError) || error.status === undefined) return failure('bad_reply', { mayPass: true });
  const { status, code } = error;
  if (status === 400 || status === 413 || status === 422) {
    const parameter = typeof error.param === 'string' ? error.param : undefined;
    return { kind: 'refused', refusal: { parameter, message: error.message } };
  }
  if (status === 402 || code === 'insufficient_quota') return failure('no_credit', { status });
  const mayPass = status === 408 || status === 409 || status === 425 || status === 429 || status >= 500;
  const after = error.headers === undefined ? undefined : requestedPauseMs(error.headers, Date.now());
  return failure(reasonOf(status), { status, mayPass, retryAfterMs: after });
}

function reasonOf(status: number): FailureReason {
  if (status === 401) return 'wrong_key';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 408) return 'timeout';
  if (status === 409 || status === 425 || status >= 500) return 'server_error';
  return status === 429 ? 'rate_limited' : 'refused';
}

type FailureFacts = Partial<Omit<EndpointFailure, 'kind' | 'reason' | 'isForAll'>>;

/** A permanent failure by default. */
export function failure(reason: FailureReason, facts: FailureFacts = {}): EndpointFailure {
  const isForAll = forAll.has(reason);
  return { kind: 'failed', reason, status: undefined, mayPass: false, isForAll, retryAfterMs: undefined, ...facts };
}

const forAll: ReadonlySet<FailureReason> = new Set(['wrong_key', 'forbidden', 'not_found', 'no_credit', 'refused']);

const words = {
  connection: 'The endpoint is unreachable or closed the connection. Check OPENAI_BASE_URL.',
  timeout: 'The endpoint did not answer within the time limit.',
  rate_limited: 'The endpoint reports that its rate limit is reached.',
  server_error: 'The endpoint reports a server error.',
  bad_reply: 'The reply of the endpoint is invalid or too long.',
  wrong_key: 'The endpoint rejects the API key. Check OPENAI_API_KEY.',
  forbidden: 'The API key lacks a permission. Check OPENAI_API_KEY and OPENAI_MODEL.',
  not_found: 'The model or the address does not exist. Check OPENAI_MODEL and OPENAI_BASE_URL.',
  no_credit: 'The account at the provider has no credit left.',
  refused: 'The endpoint refuses the requests.',
  unreadable: 'The model does not reply with the requested JSON.',
};

export function inWords({ reason }: EndpointFailure): string {
  return words[reason];
}

const seconds = /^\d{1,9}(?:\.\d{1,9})?$/;

/**
 * Returns the pause that a reply requests, in ms, 0 for a past time. `retry-after-ms` is OpenAI's own and more exact.
 * Source: RFC 9110, section 10.2.3, Retry-After: seconds or a date. @param nowMs since 1970-01-01T00:00:00Z
 */
export function requestedPauseMs(headers: Headers, nowMs: number): number | undefined {
  const exact = headers.get('retry-after-ms')?.trim() ?? '';
  if (seconds.test(exact)) return Number(exact);
  const said = headers.get('retry-after')?.trim() ?? '';
  if (seconds.test(said)) return Number(said) * 1_000;
  // An HTTP date begins with a weekday. Date.parse alone would accept many other texts.
  const at = /^[A-Z][a-z]{2,8},? /.test(said) ? Date.parse(said) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs);
}
