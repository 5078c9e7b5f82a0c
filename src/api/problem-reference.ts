import type { Problem, ProblemCode } from '../../sdk/src/wire.ts';
import { nothingAtPath, problemRenderer, RefusedRequest } from '../calls/problem.ts';
import { ServiceError } from '../ground/service-error.ts';

/** The documentation of an error code. */
export type ProblemReference = {
  readonly status: number;
  readonly code: ProblemCode;
  readonly when: string;
  readonly remedy: string;
  readonly example: Problem;
};

const unknownField = { param: 'target', message: 'is unknown; did you mean `target_lang`?' };

type Explained = Pick<ProblemReference, 'when' | 'remedy'> & { readonly error: Error };

/** In the order of the checks. */
const explained: Readonly<Record<ProblemCode, Explained>> = {
  not_found: {
    error: nothingAtPath(),
    when: 'There is nothing at this path.',
    remedy: 'Use an endpoint of the reference. Paths have no slash at the end.',
  },
  method_not_allowed: {
    error: new RefusedRequest({ message: 'Use POST on this path.' }, 'method_not_allowed'),
    when: 'The path exists, but not for this method.',
    remedy: 'Use a method that the `Allow` header names.',
  },
  invalid_api_key: {
    error: new ServiceError('invalid_key'),
    when: 'The key is missing, malformed, unknown or revoked.',
    remedy: 'Send an active key as `Authorization: Bearer <key>`. A key never works in the URL.',
  },
  rate_limit_exceeded: {
    error: new ServiceError('rate_limited', { data: { limit: 60, retryAfterSeconds: 7 } }),
    when: 'The account has reached its limit of requests in 60 seconds, with all its keys together, or a limit of files.',
    remedy:
      'Wait `retry_after` seconds, then try again: within the limit of requests, the retry succeeds. A denied request does not count.',
  },
  validation_error: {
    error: new RefusedRequest({
      ...unknownField,
      message: `\`target\` ${unknownField.message}`,
      errors: [unknownField],
    }),
    when: 'The request is invalid: its JSON, its content type, a field, a language or the length of the text.',
    remedy: 'Correct what `param` and `errors` name. The unchanged request fails again.',
  },
  insufficient_balance: {
    error: new ServiceError('insufficient_balance', { data: { required: 18, balance: 17 } }),
    when: 'The account has fewer characters than this text needs, or they have expired.',
    remedy: 'Buy characters, or send a text of at most `characters_balance` characters.',
  },
  not_ready: {
    error: new ServiceError('document_not_ready'),
    when: 'The document is not translated yet, or its translation failed.',
    remedy: 'Get `/documents/{id}` until its status is `done`.',
  },
  server_error: {
    error: new ServiceError('server_error'),
    when: 'The service failed.',
    remedy:
      'Try again with an `Idempotency-Key`, so that nothing is charged twice. If it still fails, give the `request_id` to support.',
  },
};

/** Returns all error codes of the API, in the order of the checks. */
export function problemReferences(baseUrl: string): readonly ProblemReference[] {
  const render = problemRenderer(() => baseUrl);
  return Object.values(explained).map(({ error, when, remedy }) => {
    const { status, body } = render(error, 'q7RkD2xYbW0m.1c4');
    const example = JSON.parse(body) as Problem;
    return { status, code: example.error.code, when, remedy, example };
  });
}
