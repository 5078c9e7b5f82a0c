import assert from 'node:assert/strict';
import { isIPv6 } from 'node:net';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { clientBlock } from '../../src/ground/client-block.ts';

describe('address block of a client', () => {
  test('is an IPv4 address, also inside an IPv6 one', () => {
    assert.equal(clientBlock('192.0.2.7'), '192.0.2.7');
    for (const mapped of ['::ffff:192.0.2.7', '::FFFF:192.0.2.7', '0:0:0:0:0:ffff:c000:207', '::ffff:c000:0207']) {
      assert.equal(clientBlock(mapped), '192.0.2.7');
    }
  });

  test('is the first half of an IPv6 address, however it is written', () => {
    for (const written of [
      '2001:db8:0:1::5',
      '2001:0DB8:0000:0001:0:0:0:5',
      '2001:db8::1:dead:beef:0:5',
      '2001:db8:0:1:ffff::',
    ]) {
      assert.equal(clientBlock(written), '2001:db8:0:1::/64');
    }
    assert.equal(clientBlock('fe80::1%eth0'), 'fe80:0:0:0::/64');
    assert.equal(clientBlock('::1'), '0:0:0:0::/64');
    assert.equal(clientBlock('64:ff9b::192.0.2.33'), '64:ff9b:0:0::/64');
  });

  test('throws nothing for an invalid address', () => {
    assert.equal(clientBlock(''), '');
    assert.equal(typeof clientBlock(':::::'), 'string');
  });

  test('is the same for two IPv6 addresses if and only if their first 64 bits are', () => {
    // Outside ::ffff:0:0/96, which contains IPv4 addresses.
    const half = fc.tuple(fc.integer({ min: 1, max: 0xffff }), group, group, group);
    const whole = fc.tuple(half, fc.tuple(group, group, group, group));
    fc.assert(
      fc.property(whole, whole, ([head, tail], [otherHead, otherTail]) => {
        const [one, other] = [addressOf(head, tail), addressOf(otherHead, otherTail)];
        assert.ok(isIPv6(one));
        assert.equal(clientBlock(one) === clientBlock(other), head.join(':') === otherHead.join(':'));
        assert.equal(clientBlock(addressOf(head, otherTail)), clientBlock(one));
      }),
    );
  });
});

const group = fc.integer({ min: 0, max: 0xffff });

function addressOf(head: readonly number[], tail: readonly number[]): string {
  return [...head, ...tail].map((each) => each.toString(16)).join(':');
}
