import type { Problem, ProblemCode } from '../../sdk/src/wire.ts';
import { invalidKeyMessage } from '../core/keys/keys.ts';
import { type ErrorCode, type FieldProblem, ServiceError } from '../core/service-error.ts';
import type { RenderedProblem } from '../http/answering.ts';

/** How a failure of each code is told: a code without a line here does not compile. */
const tellingOf: Readonly<Record<ErrorCode, { readonly status: number; readonly code: ProblemCode }>> = {
  validation_error: { status: 400, code: 'validation_error' },
  invalid_api_key: { status: 401, code: 'invalid_api_key' },
  insufficient_balance: { status: 402, code: 'insufficient_balance' },
  not_found: { status: 404, code: 'not_found' },
  method_not_allowed: { status: 405, code: 'method_not_allowed' },
  rate_limit_exceeded: { status: 429, code: 'rate_limit_exceeded' },
  server_error: { status: 500, code: 'server_error' },
  unfaithful_translation: { status: 500, code: 'server_error' },
  engine_unavailable: { status: 500, code: 'server_error' },
  overloaded: { status: 500, code: 'server_error' },
  deadline_exceeded: { status: 500, code: 'server_error' },
  draining: { status: 500, code: 'server_error' },
  store_unavailable: { status: 500, code: 'server_error' },
  mail_unavailable: { status: 500, code: 'server_error' },
  payment_unavailable: { status: 500, code: 'server_error' },
  caller_gone: { status: 500, code: 'server_error' },
};

// One text, whatever went wrong: what broke inside is for the log alone.
const ourFaultMessage =
  'The service could not answer this request. Try again, and mention the request id if it goes on failing.';

/** Headers of every JSON reply that nothing may keep. */
export const privateJsonHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
} as const;

/** The precise code behind any failure; what is no ServiceError is ours. */
export function codeOf(error: unknown): ErrorCode {
  return error instanceof ServiceError ? error.code : 'server_error';
}

/** Any failure as its caller reads it. */
export type RenderProblem = (error: unknown, requestId: string) => RenderedProblem;

/** @param baseUrl where callers reach the service, without a slash at the end; asked for when something has failed */
export function problemRenderer(baseUrl: () => string): RenderProblem {
  return (error, requestId) => {
    const failure = error instanceof ServiceError ? error : new ServiceError('server_error', { message: '' });
    const { status, code } = tellingOf[failure.code];
    const marks = { code, request_id: requestId, doc_url: `${baseUrl()}/docs/errors#${code}` };
    return { status, headers: headersOf(failure, status), body: JSON.stringify(problemOf(failure, marks)) };
  };
}

function headersOf(failure: ServiceError, status: number): Readonly<Record<string, string>> {
  if (status === 401) return { ...privateJsonHeaders, 'WWW-Authenticate': 'Bearer' };
  if (status === 429) return { ...privateJsonHeaders, 'Retry-After': String(failure.retryAfterSeconds ?? 1) };
  return privateJsonHeaders;
}

type ProblemMarks = Pick<Problem['error'], 'code' | 'doc_url' | 'request_id'>;

function problemOf(failure: ServiceError, { code, ...marks }: ProblemMarks): Problem {
  if (code === 'invalid_api_key' || code === 'server_error') {
    const message = code === 'server_error' ? ourFaultMessage : invalidKeyMessage;
    return { error: { code, message, param: null, ...marks } };
  }
  const error = { code, message: failure.message, param: failure.param ?? null, ...marks };
  const errors = fieldProblemsOf(failure);
  if (code === 'rate_limit_exceeded') {
    const retry_after = failure.retryAfterSeconds ?? 1;
    return { error: { ...error, retry_after }, retry_after };
  }
  return { error: { ...error, ...(errors.length > 0 ? { errors } : {}), ...failure.body } };
}

/** Empty where no field is to blame. */
function fieldProblemsOf({ code, param, message, problems }: ServiceError): readonly FieldProblem[] {
  if (problems.length > 0 || param === undefined || code !== 'validation_error') return problems;
  return [{ param, message }];
}
