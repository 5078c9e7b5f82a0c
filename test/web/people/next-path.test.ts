import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { waitInWords } from '../../../src/web/people/form-error.ts';
import { pathAfterSignIn, withNext } from '../../../src/web/people/next-path.ts';
import { propertyRuns } from '../../support/property-runs.ts';

const visible =
  '/ // \\ /\\ .. . %2e%2e %2f %5c %00 : @ # ? & = http: https:// javascript: data: evil.example keys sign-in é ;';
const pieces = fc.constantFrom(...visible.split(' '), '\t', '\n', '\r', ' ', '\u2215', '\uFF0F', '\u3002');
const hostile = fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join(''));

test('a sign-in leads only to this site, for any requested address', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        hostile,
        hostile.map((rest) => `/${rest}`),
        fc.webUrl(),
        fc.string(),
      ),
      (asked) => {
        const path = pathAfterSignIn(asked);
        assert.equal(new URL(path, 'https://own.example/sign-in').origin, 'https://own.example');
        assert.match(path, /^\/(?![/\\])[\x21-\x7e]*$/);
      },
    ),
    { numRuns: propertyRuns('', 10_000) },
  );
});

test('an address carries the next path unchanged', () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom('/sign-in', '/sign-in/code?kind=backup'), (asked, page) => {
      const next = pathAfterSignIn(asked);
      const read = new URL(withNext(page, next), 'https://own.example').searchParams.get('next') ?? '';
      assert.equal(pathAfterSignIn(read), next);
    }),
  );
});

test('requested pages are returned to after a sign-in, but not the sign-in pages', () => {
  assert.equal(pathAfterSignIn('/keys?made=1#list'), '/keys?made=1#list');
  const pages = '/sign-in /sign-in/again?next=%2F /sign-up /sign-out /verify?token=t /reset/new'.split(' ');
  for (const asked of ['', ...pages]) assert.equal(pathAfterSignIn(asked), '/account', asked);
  assert.equal(pathAfterSignIn(`/${'x'.repeat(2_000)}`), '/account');
});

test('the stated wait is never too short', () => {
  const unitSeconds: Readonly<Record<string, number>> = { second: 1, minute: 60, hour: 3_600 };
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1_000_000, noNaN: true }), (seconds) => {
      const [, count = '', unit = ''] = /^(\d+) (second|minute|hour)s?$/.exec(waitInWords(seconds)) ?? [];
      assert.ok(Number(count) * (unitSeconds[unit] ?? 0) >= seconds);
    }),
  );
  const waits = [0, 1, 40, 90, 7_200].map(waitInWords);
  assert.deepEqual(waits, ['1 second', '1 second', '40 seconds', '2 minutes', '2 hours']);
});
