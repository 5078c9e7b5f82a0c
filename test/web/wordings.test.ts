import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert as check, property } from 'fast-check';
import { ServiceError } from '../../src/ground/service-error.ts';
import { pageWordings, personWordings, problemOf } from '../../src/web/wordings.ts';
import { failureOf } from '../support/failures.ts';

for (const reason of Object.keys(pageWordings) as (keyof typeof pageWordings)[]) {
  test(`words ${reason} for a visitor, without names of the API`, () => {
    check(
      property(failureOf(reason), (failure) => {
        const { param, message } = problemOf(failure);
        assert.match(param, /^[a-z_]*$/);
        assert.match(message, /^[A-Z][^\n]{9,}\.$/);
        assert.doesNotMatch(message, /undefined|\[object|_lang\b|Idempotency-Key|\/api\/|--[a-z]/);
        assert.ok(!reason.includes('_') || !message.includes(reason));
      }),
    );
  });
}

test('words every fault of an address, a password or a passkey at its field', () => {
  for (const [fault, { param, message }] of Object.entries(personWordings)) {
    assert.match(param, /^(?:email|password|name)$/, fault);
    assert.match(message, /^[A-Z][^\n]{9,}\.$/, fault);
  }
});

test('throws again every failure that a visitor cannot correct', () => {
  for (const failure of [new ServiceError('store_unavailable'), new ServiceError('erased'), new TypeError('a fault')]) {
    assert.throws(
      () => problemOf(failure),
      (thrown) => thrown === failure,
    );
  }
});
