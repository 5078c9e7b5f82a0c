import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { mailboxOf, parseTrialDomains, trialDomainsByDefault } from '../../../src/shop/orders/trial-domains.ts';

describe('addresses of one mailbox', () => {
  const domains = parseTrialDomains(`${trialDomainsByDefault}, Example.com=example.org`) ?? new Map();

  test('are equal without tag and case, and by the rules of their domains', () => {
    const groups = [
      ['ana@example.net', 'ANA@Example.NET', 'ana+1@example.net', 'ana+a+b@example.net', 'ana+@example.net'],
      ['ana.b@example.net'],
      ['+ana@example.net'],
      ['+bea@example.net'],
      ['anab@gmail.com', 'a.n.a.b@gmail.com', 'A.Nab+x.y@GoogleMail.com'],
      ['anab@proton.me', 'a-n_a.b@pm.me', 'anab+1@protonmail.com'],
      ['ana.b@icloud.com', 'ana.b@me.com', 'ana.b+1@mac.com'],
      ['ana@example.com', 'ana+1@example.org'],
      ['ana@mail.example.com'],
    ];
    const mailboxes = groups.map((group) => new Set(group.map((email) => mailboxOf(email, domains))));
    assert.deepEqual(
      mailboxes.map(({ size }) => size),
      groups.map(() => 1),
    );
    assert.equal(new Set(mailboxes.flatMap((each) => [...each])).size, groups.length);
  });

  test('have rules that name each domain once', () => {
    const expected = ['a.com', 'b.org'].map((name) => [name, { domain: 'a.com', ignored: '.-' }]);
    assert.deepEqual([...(parseTrialDomains('A.com=b.org:.-') ?? [])], expected);
    const others = 'com a.com= a.com: a.com:x a.com,a.com a.com=b.com,b.com:. ä.com a@b.com'.split(' ');
    for (const wrong of ['', ...others]) {
      assert.equal(parseTrialDomains(wrong), undefined, wrong);
    }
  });
});
