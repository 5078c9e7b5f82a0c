import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { parseCidr } from '../../src/ops/cidr.ts';

test('a block is an address with its number of leading bits; a single address has all', () => {
  assert.deepEqual(parseCidr('10.0.0.0/8'), { address: '10.0.0.0', prefix: 8, family: 'ipv4' });
  assert.deepEqual(parseCidr('192.168.1.7'), { address: '192.168.1.7', prefix: 32, family: 'ipv4' });
  assert.deepEqual(parseCidr('fd00::/8'), { address: 'fd00::', prefix: 8, family: 'ipv6' });
  assert.deepEqual(parseCidr('::1'), { address: '::1', prefix: 128, family: 'ipv6' });
});

test('prefixes range from 0 to the width of the family', () => {
  fc.assert(
    fc.property(fc.nat(999), (bits) => {
      assert.equal(parseCidr(`10.0.0.0/${bits}`) !== undefined, bits <= 32);
      assert.equal(parseCidr(`fd00::/${bits}`) !== undefined, bits <= 128);
    }),
  );
});

test('invalid blocks are rejected', () => {
  const wrong = ['', '/', '10.0.0/8', '10.0.0.0/', '10.0.0.0/x', '10.0.0.0/-1', '10.0.0.0/8/8', '10.0.0.0/ 8', 'proxy'];
  for (const text of wrong) assert.equal(parseCidr(text), undefined, text);
});
