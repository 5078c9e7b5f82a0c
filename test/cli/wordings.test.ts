import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assert as check, property } from 'fast-check';
import { lineOf, operatorWordings } from '../../src/cli/wordings.ts';
import { ServiceError } from '../../src/ground/service-error.ts';
import { failureOf } from '../support/failures.ts';

for (const reason of Object.keys(operatorWordings) as (keyof typeof operatorWordings)[]) {
  test(`words ${reason} in one line for the operator`, () => {
    check(
      property(failureOf(reason), (failure) => {
        const line = lineOf(failure) ?? '';
        assert.match(line, /^(?:--[a-z-]+: )?[A-Z][^\n]{9,}$/);
        assert.doesNotMatch(line, /undefined|\[object|_lang\b|\$\{/);
        assert.ok(!reason.includes('_') || !line.includes(reason));
      }),
    );
  });
}

test('adds the logged reason to the wording', () => {
  const failure = new ServiceError('store_unavailable', { detail: { reason: 'the disk is full' } });
  assert.equal(lineOf(failure), 'The database cannot be used. Reason: the disk is full.');
  assert.equal(lineOf(new TypeError('a fault')), undefined);
});
