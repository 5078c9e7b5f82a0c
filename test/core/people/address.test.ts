import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { z } from 'zod';
import { personAddress } from '../../../src/core/people/address.ts';

describe("a person's address", () => {
  test('is the same in whatever case, and without what stands around it', () => {
    assert.deepEqual(personAddress(' Ada@Example.COM '), { kind: 'address', email: 'ada@example.com' });
  });

  test('is refused by field when it is none, or of a kind that the library for sign-in does not take', () => {
    for (const text of [
      '',
      'ada',
      'ada@',
      '@example.com',
      'a b@example.com',
      'ada@localhost',
      'a..b@example.com',
      '.a@example.com',
    ]) {
      const outcome = personAddress(text);
      assert.ok(outcome.kind === 'unusable', text);
      assert.equal(outcome.problems[0]?.param, 'email');
    }
  });

  test('is taken by the library whenever it is taken here', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.emailAddress(),
          fc.string().map((text) => `${text}@example.com`),
        ),
        (text) => {
          const outcome = personAddress(text);
          if (outcome.kind === 'address') assert.ok(z.email().safeParse(outcome.email).success, outcome.email);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
