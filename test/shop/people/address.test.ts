import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { parseEmail } from '../../../src/shop/accounts/email.ts';
import { personAddress } from '../../../src/shop/people/address.ts';
import { propertyRuns } from '../../support/property-runs.ts';

describe('address of a person', () => {
  test('is the same in any case, and with white space around it', () => {
    assert.deepEqual(personAddress(' Ada@Example.COM '), { kind: 'address', email: 'ada@example.com' });
  });

  test('is refused by field when it is invalid, or not reachable from elsewhere', () => {
    const mailboxes = 'ada ada@ @example.com a..b@example.com .a@example.com a.@example.com \u00e4da@example.com';
    const domains = 'ada@localhost ada@127.0.0.1 ada@example.c ada@xn--.xn-- ada@b\u00fccher.example';
    for (const text of ['', 'a b@example.com', ...`${mailboxes} ${domains}`.split(' ')]) {
      const outcome = personAddress(text);
      assert.ok(outcome.kind === 'unusable', text);
      assert.match(outcome.faults.join(), /^email_\w+$/);
    }
  });

  test('may end in any top-level domain, in its DNS form', () => {
    for (const email of [
      'ada@example.museum',
      'ada@xn--e1afmkfd.xn--p1ai',
      'ada@xn--bcher-kva.example',
      'a@b.xn--p1b6ci4b4b3a',
    ]) {
      assert.deepEqual(personAddress(email.toUpperCase()), { kind: 'address', email });
    }
  });

  test('is valid and in lower case for any input', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.emailAddress(),
          fc.string().map((text) => `${text}@example.com`),
        ),
        (text) => {
          const outcome = personAddress(text);
          if (outcome.kind === 'unusable') return;
          assert.equal(parseEmail(outcome.email), outcome.email);
          assert.equal(outcome.email.toLowerCase(), outcome.email);
        },
      ),
      { numRuns: propertyRuns('', 5_000) },
    );
  });
});
