import type { FailureKind } from '../failure.ts';
import type { Shape } from '../shape.ts';
import { googleDetect } from './detect.ts';
import { googleLanguages } from './languages.ts';
import { googleTranslate } from './translate.ts';

type Answer = readonly [code: number, status: string, reason: string];

const answers: Readonly<Record<FailureKind, Answer>> = {
  invalid: [400, 'INVALID_ARGUMENT', 'invalid'],
  too_large: [400, 'INVALID_ARGUMENT', 'invalid'],
  no_key: [403, 'PERMISSION_DENIED', 'forbidden'],
  wrong_key: [400, 'INVALID_ARGUMENT', 'badRequest'],
  no_balance: [403, 'PERMISSION_DENIED', 'dailyLimitExceeded'],
  not_found: [404, 'NOT_FOUND', 'notFound'],
  wrong_method: [404, 'NOT_FOUND', 'notFound'],
  not_ready: [409, 'ABORTED', 'conflict'],
  rate_limited: [429, 'RESOURCE_EXHAUSTED', 'rateLimitExceeded'],
  failed: [500, 'INTERNAL', 'backendError'],
  unavailable: [503, 'UNAVAILABLE', 'backendError'],
};

/** Clients recognise a wrong key by it. Source: google.rpc.ErrorInfo. */
const wrongKey = [
  { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
];

/** Cloud Translation, Basic (v2). Source: its client libraries. */
export const google: Shape = {
  name: 'google',
  endpoints: [googleTranslate, googleDetect, googleLanguages],
  key: { headers: ['x-goog-api-key'], query: ['key'], body: ['key'] },
  rootPrefixes: ['/language/translate/'],
  words: () => ({
    no_key: () => 'The request is missing a valid API key.',
    invalid_key: () => 'API key not valid. Please pass a valid API key.',
    missing: ({ name }) => `Required parameter: ${name}`,
    unknown_language: ({ name }) => `Invalid Value: the language of ${name} is not supported`,
    unsupported_pair: ({ source, target }) => `Invalid Value: no translation from ${source} to the target ${target}`,
    too_long: ({ count, max }) => `Text too long: ${count}, the maximum is ${max}`,
  }),
  problem: ({ kind, message }) => {
    const [code, status, reason] = answers[kind];
    const errors = [{ message, domain: 'global', reason }];
    const details = kind === 'wrong_key' && { details: wrongKey };
    return { status: code, body: { error: { code, message, errors, status, ...details } } };
  },
};
