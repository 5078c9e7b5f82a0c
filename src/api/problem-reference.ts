import type { Problem, ProblemCode } from '../../sdk/src/wire.ts';
import { invalidKeyMessage } from '../core/keys/keys.ts';

/** What a caller needs to know of one kind of failure. */
export type ProblemReference = {
  readonly status: number;
  readonly code: ProblemCode;
  readonly when: string;
  readonly remedy: string;
  readonly example: Problem;
};

const request_id = 'q7RkD2xYbW0m.1c4';

// A name that nobody has (source: RFC 2606); a service writes its own.
const docUrl = (code: ProblemCode) => `https://translate.example/docs/errors#${code}`;

/** Every failure of the API, in the order in which the checks run, then those of the address itself. */
export const problemReferences: readonly ProblemReference[] = [
  {
    status: 401,
    code: 'invalid_api_key',
    when: 'The key is missing, malformed, unknown or revoked.',
    remedy: 'Send a live key as `Authorization: Bearer <key>`. A key never works in the URL.',
    example: {
      error: {
        code: 'invalid_api_key',
        message: invalidKeyMessage,
        param: null,
        request_id,
        doc_url: docUrl('invalid_api_key'),
      },
    },
  },
  {
    status: 429,
    code: 'rate_limit_exceeded',
    when: 'The account has made as many requests in the last 60 seconds as it may, all its keys together.',
    remedy: 'Wait `retry_after` seconds, then try again: the retry succeeds. A denied request does not count.',
    example: {
      error: {
        code: 'rate_limit_exceeded',
        message: 'The account may make 60 requests in any 60 seconds. Try again in 7 s.',
        param: null,
        request_id,
        doc_url: docUrl('rate_limit_exceeded'),
        retry_after: 7,
      },
      retry_after: 7,
    },
  },
  {
    status: 400,
    code: 'validation_error',
    when: 'Something is wrong with the request: its JSON, its content type, a field, a language, the length of the text.',
    remedy: 'Correct what `param` and `errors` name; trying again unchanged fails again.',
    example: {
      error: {
        code: 'validation_error',
        message: '`target` is unknown; did you mean `target_lang`?',
        param: 'target',
        request_id,
        doc_url: docUrl('validation_error'),
        errors: [{ param: 'target', message: 'is unknown; did you mean `target_lang`?' }],
      },
    },
  },
  {
    status: 402,
    code: 'insufficient_balance',
    when: 'The account has fewer characters than this text needs, or they have expired.',
    remedy: 'Buy a pack, or send a text of at most `characters_balance` characters.',
    example: {
      error: {
        code: 'insufficient_balance',
        message: 'This text needs 18 characters, which is more than the account has available.',
        param: null,
        request_id,
        doc_url: docUrl('insufficient_balance'),
        characters_required: 18,
        characters_balance: 17,
      },
    },
  },
  {
    status: 500,
    code: 'server_error',
    when: 'Something is wrong on the side of the service.',
    remedy: 'Try again, with an `Idempotency-Key` so that nothing is charged twice; mention `request_id` to support.',
    example: {
      error: {
        code: 'server_error',
        message:
          'The service could not answer this request. Try again, and mention the request id if it goes on failing.',
        param: null,
        request_id,
        doc_url: docUrl('server_error'),
      },
    },
  },
  {
    status: 404,
    code: 'not_found',
    when: 'There is nothing at this path.',
    remedy: 'The API has three endpoints, which the reference lists; paths have no slash at the end.',
    example: {
      error: {
        code: 'not_found',
        message: 'There is nothing at this path.',
        param: null,
        request_id,
        doc_url: docUrl('not_found'),
      },
    },
  },
  {
    status: 405,
    code: 'method_not_allowed',
    when: 'The path exists, but not for this method.',
    remedy: 'Use a method that the `Allow` header names.',
    example: {
      error: {
        code: 'method_not_allowed',
        message: 'Use POST on this path.',
        param: null,
        request_id,
        doc_url: docUrl('method_not_allowed'),
      },
    },
  },
];
