import assert from 'node:assert/strict';
import { test } from 'node:test';
import { typedAddress } from '../../../src/adapters/identity/typed-address.ts';

test('a domain in any script is converted to its DNS form, however it is written', () => {
  const same = {
    'ada@xn--bcher-kva.example': ['ada@bücher.example', ' Ada@BU\u0308CHER.example ', 'ada@bücher。example'],
    'ada@xn--fsqu00a.xn--0zwm56d': ['ada@例子.测试', 'ADA@XN--FSQU00A.xn--0zwm56d'],
    'ada@example.com': ['ada@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
  };
  for (const [email, written] of Object.entries(same)) {
    for (const text of written) assert.deepEqual(typedAddress(text), { kind: 'address', email }, text);
  }
});

test('an invalid domain is refused, and no part of it is dropped', () => {
  const wrong = [
    'ä',
    'ä.com/b',
    'ä.com?b',
    'ä.com#b',
    'ä.com:80',
    'b\\ä.com',
    'ä .com',
    'ä..com',
    'ä.com.',
    'a\u00adb.com',
    'ä%2ecom',
  ];
  for (const domain of [...wrong, `${'ä'.repeat(250)}.com`, `${'ä'.repeat(100_000)}.com`, '１２７.0.0.1']) {
    assert.equal(typedAddress(`ada@${domain}`).kind, 'unusable', domain);
  }
});

test('a mailbox name in another script is refused with the reason', () => {
  const outcome = typedAddress('ада@example.com');
  assert.ok(outcome.kind === 'unusable');
  assert.deepEqual(outcome.faults, ['email_not_ascii']);
});
