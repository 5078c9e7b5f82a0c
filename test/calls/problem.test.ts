import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { assert as check, property } from 'fast-check';
import type { Problem } from '../../sdk/src/wire.ts';
import { apiWordings, problemRenderer, reportedCode } from '../../src/calls/problem.ts';
import { type RequestFault, ServiceError } from '../../src/ground/service-error.ts';
import { failureOf } from '../support/failures.ts';

const render = problemRenderer(() => 'https://translate.example');
const marks = (code: string) => `"request_id":"id","doc_url":"https://translate.example/docs/errors#${code}"`;

describe('wordings of the API', () => {
  for (const reason of Object.keys(apiWordings) as (keyof typeof apiWordings)[]) {
    test(`${reason} has the status of its code, and says what is wrong`, () => {
      check(
        property(failureOf(reason), (failure) => {
          const { status, body } = render(failure, 'id');
          const { error, retry_after } = JSON.parse(body) as Problem;
          assert.equal(error.code, reportedCode(failure.code));
          assert.equal(status >= 400 && status < 500, reason !== 'unfaithful_texts');
          assert.match(error.message, /^[A-Z][^\n]{9,}(?:\.|<key>)$/);
          assert.doesNotMatch(error.message, /undefined|\[object/);
          assert.equal(error.errors?.[0]?.param ?? null, error.param);
          assert.deepEqual([error.retry_after, status === 429], [retry_after, retry_after !== undefined]);
        }),
      );
    });
  }

  test('every other reason is one opaque 500', () => {
    const ours = new Set(
      [
        new ServiceError('no_account'),
        new ServiceError('glossary_busy'),
        new ServiceError('store_unavailable', { detail: { reason: 'the disk is full' } }),
        new ServiceError('withdrawn_pair', { data: { source: 'es', target: 'en' } }),
        new TypeError('a secret'),
        'a secret',
      ].map((thrown) => JSON.stringify(render(thrown, 'id'))),
    );
    assert.equal(ours.size, 1);
    assert.match([...ours].join(), /"status":500.*server_error.*The service could not process this request/);
  });
});

describe('the body of a refusal, byte for byte', () => {
  const invalid = (message: string, param: string | null = null, more = '') => {
    const errors = param === null ? '' : `,"errors":[{"param":"${param}","message":"${message}"}]`;
    const shown = param === null ? 'null' : `"${param}"`;
    return `{"error":{"code":"validation_error","message":"${message}","param":${shown},${marks('validation_error')}${errors}${more}}}`;
  };
  const limited = (message: string, seconds: number) =>
    `{"error":{"code":"rate_limit_exceeded","message":"${message}","param":null,${marks('rate_limit_exceeded')},"retry_after":${seconds}},"retry_after":${seconds}}`;
  const faults: Readonly<Record<RequestFault, string>> = {
    connect: invalid('This is not a proxy: CONNECT is not served.'),
    headers_too_large: invalid('The request headers are too large.'),
    incomplete: invalid('The request ended before it was complete.'),
    malformed: invalid('The request is not well-formed HTTP.'),
    malformed_target: invalid('The request target or Host is malformed.'),
    no_host: invalid('The Host header is missing.', 'Host'),
    plain_http: invalid('Use HTTPS: plain HTTP would expose the key.'),
    slow: invalid('The request took too long to arrive.'),
    slow_body: invalid('The request body took too long to arrive.'),
  };
  const pair = { source: 'es', target: 'ja' };
  const undecided = 'The language of the text could not be detected.';
  const cases: readonly (readonly [failure: ServiceError, body: string])[] = [
    ...Object.entries(faults).map(([fault, body]) => {
      return [new ServiceError('unusable_request', { data: { fault: fault as RequestFault } }), body] as const;
    }),
    [
      new ServiceError('body_too_large', { data: { bytesMax: 10 } }),
      invalid('The request body is larger than 10 bytes.'),
    ],
    [
      new ServiceError('too_many_connections', { data: { max: 2, what: 'connections' } }),
      limited('Too many open connections from your address (at most 2). Close some and try again.', 1),
    ],
    [
      new ServiceError('too_many_connections', { data: { max: 2, what: 'requests' } }),
      limited('Too many open requests from your address (at most 2). Try again when some have ended.', 1),
    ],
    [
      new ServiceError('rate_limited', { data: { limit: 60, retryAfterSeconds: 7 } }),
      limited('The account may make 60 requests in any 60 seconds. Try again in 7 s.', 7),
    ],
    [
      new ServiceError('idempotency_key_reused'),
      invalid('This Idempotency-Key was used for another request. Use a new one for each request.', 'Idempotency-Key'),
    ],
    [
      new ServiceError('undecided_language', { data: { candidates: [] } }),
      invalid(`${undecided} Set \`source_lang\`.`, 'source_lang', ',"candidates":[]'),
    ],
    [
      new ServiceError('undecided_language', { data: { candidates: ['es', 'ca'] } }),
      invalid(
        `${undecided} It may be one of: es, ca. Set \`source_lang\`.`,
        'source_lang',
        ',"candidates":["es","ca"]',
      ),
    ],
    [
      new ServiceError('unsupported_pair', { data: { ...pair, targets: ['en', 'fr'] } }),
      invalid('There is no translation from es to ja. Targets of es: en, fr.', 'target_lang'),
    ],
    [
      new ServiceError('unsupported_pair', { data: { ...pair, targets: [] } }),
      invalid('There is no translation from es to ja. Targets of es: none.', 'target_lang'),
    ],
    [
      new ServiceError('invalid_key'),
      `{"error":{"code":"invalid_api_key","message":"The API key is missing or not valid. Send it as: Authorization: Bearer <key>","param":null,${marks('invalid_api_key')}}}`,
    ],
    [
      new ServiceError('insufficient_balance', { data: { required: 18, balance: 5 } }),
      `{"error":{"code":"insufficient_balance","message":"This text needs 18 characters, which is more than the account has available.","param":null,${marks('insufficient_balance')},"characters_required":18,"characters_balance":5}}`,
    ],
  ];
  for (const [failure, body] of cases) {
    test(`${failure.reason} ${JSON.stringify(failure.data ?? '')}`, () =>
      assert.equal(render(failure, 'id').body, body));
  }
});
