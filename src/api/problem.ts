import type { Problem, ProblemCode } from '../../sdk/src/wire.ts';
import { windowMs } from '../core/limits/account-window.ts';
import {
  type ApiReason,
  type ErrorCode,
  type RequestFault,
  ServiceError,
  type Wordings,
  wordingOf,
} from '../core/service-error.ts';
import type { RenderedProblem } from '../http/answering.ts';

export const statuses: Readonly<Record<ProblemCode, number>> = {
  validation_error: 400,
  invalid_api_key: 401,
  insufficient_balance: 402,
  not_found: 404,
  method_not_allowed: 405,
  rate_limit_exceeded: 429,
  server_error: 500,
};

/** One thing wrong with one field of a request. `param` is the field's name on the wire. */
export type FieldProblem = { readonly param: string; readonly message: string };

type ProblemWording = {
  readonly message: string;
  /** The field at fault. */
  readonly param?: string;
  /** What is wrong with each field; when left out, the message says it of `param`. */
  readonly errors?: readonly FieldProblem[];
  /** Further members of the error body. */
  readonly more?: Pick<Problem['error'], 'candidates' | 'characters_balance' | 'characters_required'>;
  readonly retryAfterSeconds?: number;
};

/** The same for every caller without a live key, so that it never tells an unknown key from a revoked one. */
export const invalidKeyMessage = 'The API key is missing or not valid. Send it as: Authorization: Bearer <key>';

const faults: Readonly<Record<RequestFault, Pick<ProblemWording, 'message' | 'param'>>> = {
  connect: { message: 'This is not a proxy: CONNECT is not served.' },
  headers_too_large: { message: 'The request headers are too large.' },
  incomplete: { message: 'The request ended before it was complete.' },
  malformed: { message: 'The request is not well-formed HTTP.' },
  malformed_target: { message: 'The request target or Host is malformed.' },
  no_host: { message: 'The Host header is missing.', param: 'Host' },
  plain_http: { message: 'Use HTTPS: plain HTTP would expose the key.' },
  slow: { message: 'The request took too long to arrive.' },
  slow_body: { message: 'The request body took too long to arrive.' },
};

export const apiWordings: Wordings<ApiReason, ProblemWording> = {
  body_too_large: ({ bytesMax }) => ({ message: `The request body is larger than ${bytesMax} bytes.` }),
  idempotency_key_reused: {
    message: 'This Idempotency-Key was used for another request. Use a new one for each request.',
    param: 'Idempotency-Key',
  },
  insufficient_balance: ({ required, balance }) => ({
    message: `This text needs ${required} characters, which is more than the account has available.`,
    more: { characters_required: required, characters_balance: balance },
  }),
  invalid_key: { message: invalidKeyMessage },
  rate_limited: ({ limit, retryAfterSeconds }) => ({
    message: `The account may make ${limit} requests in any ${windowMs / 1_000} seconds. Try again in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
  }),
  too_many_connections: ({ max, what }) => ({
    message: `Too many open ${what} from your address (at most ${max}). ${what === 'connections' ? 'Close some and try again.' : 'Try again when some have ended.'}`,
    retryAfterSeconds: 1,
  }),
  undecided_language: ({ candidates }) => {
    const hint = candidates.length > 0 ? ` It may be one of: ${candidates.join(', ')}.` : '';
    const message = `The language of the text cannot be told from this text.${hint} Name it in source_lang.`;
    return { message, param: 'source_lang', more: { candidates } };
  },
  unsupported_pair: ({ source, target, targets }) => ({
    message: `There is no translation from ${source} to ${target}. From ${source} there is: ${targets.join(', ') || 'none'}.`,
    param: 'target_lang',
  }),
  unusable_request: ({ fault }) => faults[fault],
};

/** The same whatever went wrong: what failed is for the log alone. */
const ourFault =
  'The service could not answer this request. Try again, and mention the request id if it goes on failing.';

/** A request that the API itself refuses, worded where its fault is found. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest';
  readonly code: ProblemCode;
  readonly wording: ProblemWording;

  constructor(wording: ProblemWording, code: ProblemCode = 'validation_error') {
    super(wording.message);
    this.code = code;
    this.wording = wording;
  }
}

export function nothingAtPath(): RefusedRequest {
  return new RefusedRequest({ message: 'There is nothing at this path.' }, 'not_found');
}

/** Headers of every JSON reply that nothing may keep. */
export const privateJsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The precise code of any failure, for logs and metrics. */
export function codeOf(error: unknown): ErrorCode {
  return error instanceof ServiceError || error instanceof RefusedRequest ? error.code : 'server_error';
}

/** The code that the caller reads, or `caller_gone` where nobody was left to read one. */
export function reportedCode(code: ErrorCode): ProblemCode | 'caller_gone' {
  return code === 'caller_gone' || Object.hasOwn(statuses, code) ? (code as ProblemCode) : 'server_error';
}

/** Any failure as its caller reads it. */
export type RenderProblem = (error: unknown, requestId: string) => RenderedProblem;

/** @param baseUrl where callers reach the service, without a slash at the end; asked for when something has failed */
export function problemRenderer(baseUrl: () => string): RenderProblem {
  return (error, requestId) => {
    const { code, wording } = problemWordingOf(error);
    const marks = { request_id: requestId, doc_url: `${baseUrl()}/docs/errors#${code}` };
    const body = JSON.stringify(problemOf(code, wording, marks));
    return { status: statuses[code], headers: headersOf(code, wording), body };
  };
}

function problemWordingOf(error: unknown): Pick<RefusedRequest, 'code' | 'wording'> {
  if (error instanceof RefusedRequest) return error;
  const wording = wordingOf(apiWordings, error);
  if (wording === undefined) return { code: 'server_error', wording: { message: ourFault } };
  return { code: codeOf(error) as ProblemCode, wording };
}

function headersOf(code: ProblemCode, { retryAfterSeconds }: ProblemWording): Readonly<Record<string, string>> {
  if (code === 'invalid_api_key') return { ...privateJsonHeaders, 'WWW-Authenticate': 'Bearer' };
  if (retryAfterSeconds === undefined) return privateJsonHeaders;
  return { ...privateJsonHeaders, 'Retry-After': String(retryAfterSeconds) };
}

function problemOf(
  code: ProblemCode,
  { message, param, errors, more, retryAfterSeconds }: ProblemWording,
  marks: Pick<Problem['error'], 'doc_url' | 'request_id'>,
): Problem {
  const blamed = errors ?? (param === undefined ? undefined : [{ param, message }]);
  const retry = retryAfterSeconds === undefined ? {} : { retry_after: retryAfterSeconds };
  const error = { code, message, param: param ?? null, ...marks, ...(blamed && { errors: blamed }), ...more, ...retry };
  return { error, ...retry };
}
