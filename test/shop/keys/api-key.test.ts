import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { crc32 as zlibCrc32 } from 'node:zlib';
import * as fc from 'fast-check';
import { crc32, isKeyPrefix, newApiKey, parseApiKey, recognisablePartsOf } from '../../../src/shop/keys/api-key.ts';

const prefixes = fc.stringMatching(/^[a-z][a-z0-9]{1,19}$/).filter(isKeyPrefix);

describe('API key', () => {
  test('is its prefix, _live_, 32 random digits and 6 digits of checksum', () =>
    fc.assert(
      fc.property(prefixes, (prefix) => {
        const key = newApiKey(prefix);
        assert.match(key.slice(prefix.length), /^_live_[0-9A-Za-z]{38}$/);
        assert.equal(key.slice(0, prefix.length), prefix);
        assert.equal(parseApiKey(key), key);
      }),
    ));

  test('ends with the CRC32 of the rest, as six digits in base 62', () => {
    const key = newApiKey('dragoman');
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    const written = [...key.slice(-6)].reduce((number, digit) => number * 62 + digits.indexOf(digit), 0);
    assert.equal(written, zlibCrc32(key.slice(0, -6)));
  });

  test('is refused with any one character changed, left out, added or swapped with its neighbour', () =>
    fc.assert(
      fc.property(fc.nat(50), fc.constantFrom(...'0aZ_- é\n'), (at, other) => {
        const key = newApiKey('dragoman');
        const place = at % key.length;
        const [before, one, two, rest] = [
          key.slice(0, place),
          key.charAt(place),
          key.charAt(place + 1),
          key.slice(place + 2),
        ];
        const changed = [
          before + other + two + rest,
          before + two + rest,
          before + other + one + two + rest,
          before + two + one + rest,
        ];
        for (const text of changed) if (text !== key) assert.equal(parseApiKey(text), undefined);
      }),
    ));

  test('is the only accepted form of text', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        assert.equal(parseApiKey(text), undefined);
      }),
    ));

  test('uses every digit about equally often', () => {
    const counts = new Map<string, number>();
    const keys = Array.from({ length: 2_000 }, () => newApiKey('dragoman').slice('dragoman_live_'.length, -6));
    for (const digit of keys.join('')) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    assert.equal(counts.size, 62);
    const expected = (2_000 * 32) / 62;
    // Ten standard deviations; plain modulo would make the first eight digits 25% more frequent.
    for (const count of counts.values()) assert.ok(Math.abs(count - expected) < 10 * Math.sqrt(expected));
    assert.equal(new Set(keys).size, keys.length);
  });

  test('is recognised by its start and its last four digits', () => {
    const key = newApiKey('dragoman');
    const { start, lastFour } = recognisablePartsOf(key);
    assert.match(start, /^dragoman_live_[0-9A-Za-z]{4}$/);
    assert.ok(key.startsWith(start) && key.endsWith(lastFour) && lastFour.length === 4);
  });

  test('may have a prefix of letters and digits, except those of a payment provider', () => {
    for (const prefix of ['dragoman', 'd2', 'a'.repeat(20)]) assert.ok(isKeyPrefix(prefix), prefix);
    for (const prefix of ['', 'a', 'sk', 'rk', 'pk', 'Dragoman', '2d', 'a-b', 'a_b', 'a'.repeat(21), 'é2']) {
      assert.ok(!isKeyPrefix(prefix), prefix);
    }
  });

  test('has a checksum that agrees with zlib on every ASCII text', () =>
    fc.assert(fc.property(fc.string({ unit: 'binary-ascii' }), (text) => assert.equal(crc32(text), zlibCrc32(text)))));
});
