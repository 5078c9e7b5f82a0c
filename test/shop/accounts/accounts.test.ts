import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Accounts } from '../../../src/shop/accounts/accounts.ts';
import { parseEmail } from '../../../src/shop/accounts/email.ts';
import { firstMoment, newId } from '../../support/ledger-world.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

async function setup() {
  const stores = await openTemporarySqlite();
  const accounts = new Accounts({ store: stores.accounts, now: () => firstMoment, newId });
  return { accounts, [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose]() };
}

describe('Accounts', () => {
  test('an account is found by id, and by email in any case', async () => {
    await using world = await setup();
    const account = await world.accounts.create(' Ada.Lovelace@Example.COM ');
    assert.equal(account.email, 'Ada.Lovelace@example.com');
    assert.deepEqual(await world.accounts.find(account.id), account);
    assert.deepEqual(await world.accounts.find(' ada.lovelace@EXAMPLE.com'), account);
    assert.deepEqual(await world.accounts.list(), [account]);
    await assert.rejects(world.accounts.find('eve@example.com'), { code: 'not_found' });
  });

  test('an invalid address, or one that is taken in any case, is refused', async () => {
    await using world = await setup();
    await world.accounts.create('ada@example.com');
    await assert.rejects(world.accounts.create('ADA@example.com'), { reason: 'email_taken' });
    for (const email of ['no address', ''])
      await assert.rejects(world.accounts.create(email), { reason: 'invalid_email' });
    assert.equal((await world.accounts.list()).length, 1);
  });
});

describe('parseEmail', () => {
  test('accepts valid addresses', () => {
    const local = 'a'.repeat(64);
    for (const email of [
      'a@b',
      'demo@localhost',
      'x.y+z@sub.example.co.uk',
      `${local}@example.com`,
      "o'brien@example.ie",
    ]) {
      assert.equal(parseEmail(email), email);
    }
  });

  test('refuses addresses that no mail server would accept', () => {
    const refused = [
      ...'@example.com a@ a@@b a@-example.com a@example-.com a@example..com a@example.com. a@exämple.com'.split(' '),
      ...['a b@example.com', 'a@exa mple.com', 'a\n@example.com'],
      `${'a'.repeat(65)}@example.com`,
      `a@${'b'.repeat(64)}.com`,
      `a@${'b.'.repeat(130)}com`,
      '<a@example.com>',
    ];
    for (const text of refused) assert.equal(parseEmail(text), undefined, text);
  });
});
