import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import type { Account, AccountId } from '../../src/shop/accounts/account.ts';
import type { ActId, NewAuditEntry } from '../../src/shop/audit/audit.ts';
import { firstMoment, newId, newKey, newPurchase } from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

/** The contract of every `AccountStore`. */
export function describeAccountStore(name: string, open: () => Promise<OpenStores>): void {
  const account = (id: string, email: string, ageMs = 0): Account => ({
    id: id as AccountId,
    email,
    createdAt: later(firstMoment, ageMs),
    suspendedAt: undefined,
    suspensionReason: undefined,
    erasedAt: undefined,
  });

  const entry = (act: NewAuditEntry['act'], ageMs: number, id = newId()): NewAuditEntry => ({
    id: id as ActId,
    at: later(firstMoment, ageMs),
    by: 'operator',
    act,
    accountId: 'a1' as AccountId,
    subject: undefined,
  });

  describe(`${name}: AccountStore`, () => {
    test('an account is found by its id and by its email in any case, and starts empty', async () => {
      await using stores = await open();
      const ada = account('a1', 'Ada@example.com');
      assert.equal(await stores.accounts.createAccount(ada), true);
      assert.deepEqual(await stores.accounts.findAccount('a1'), ada);
      assert.deepEqual(await stores.accounts.findAccount('aDA@EXAMPLE.com'), ada);
      assert.equal(await stores.accounts.findAccount('A1'), undefined);
      assert.equal(await stores.accounts.findAccount('eve@example.com'), undefined);
      assert.deepEqual(await stores.ledger.readBalance(ada.id, firstMoment), {
        balance: 0,
        used: 0,
        held: 0,
        expiresAt: undefined,
      });
    });

    test('an address belongs to one account in any case, even with concurrent creations', async () => {
      await using stores = await open();
      const spellings = ['x@example.com', 'X@example.com', 'x@EXAMPLE.com', 'X@EXAMPLE.COM'];
      const asked = spellings.map((email, index) => stores.accounts.createAccount(account(`a${index}`, email)));
      assert.equal((await Promise.all(asked)).filter(Boolean).length, 1);
      assert.equal((await stores.accounts.listAccounts()).length, 1);
      assert.deepEqual(await stores.breaches(firstMoment, 0), []);
    });

    test('a repeated creation, because an answer was lost, makes one account and reports it as created', async () => {
      await using stores = await open();
      const ada = account('a1', 'Ada@example.com');
      assert.deepEqual(await Promise.all([1, 2, 3].map(() => stores.accounts.createAccount(ada))), [true, true, true]);
      assert.deepEqual(await stores.accounts.listAccounts(), [ada]);
      assert.equal(await stores.accounts.createAccount(account('a2', 'ADA@example.com')), false);
      assert.deepEqual(await stores.breaches(firstMoment, 0), []);
    });

    test('accounts are listed oldest first, by pages, including those opened at the same moment', async () => {
      await using stores = await open();
      const opened = ['a3', 'a1', 'a2', 'a0'].map((id) => account(id, `${id}@example.com`, id === 'a0' ? 1 : 0));
      for (const each of opened) await stores.accounts.createAccount(each);
      const ids: AccountId[] = [];
      for (;;) {
        const page = await stores.accounts.listAccounts({ after: ids.at(-1), limit: 3 });
        if (page.length === 0) break;
        ids.push(...page.map(({ id }) => id));
      }
      assert.deepEqual(ids, ['a1', 'a2', 'a3', 'a0']);
      const all = await stores.accounts.listAccounts();
      assert.deepEqual(all, [...opened.slice(0, 3).toSorted((one, other) => (one.id < other.id ? -1 : 1)), opened[3]]);
      assert.deepEqual(await stores.accounts.listAccounts({ after: 'missing' as AccountId }), []);
    });

    test('the keys of a suspended account are refused until it is resumed, and it creates no new ones', async () => {
      await using stores = await open();
      const ada = account('a1', 'ada@example.com');
      await stores.accounts.createAccount(ada);
      await stores.ledger.grant(newPurchase(ada.id, 10));
      const key = newKey(ada.id);
      await stores.keys.createKey(key, 5);
      const suspended = await stores.accounts.suspendAccount({ entry: entry('account.suspended', 5), reason: 'spam' });
      assert.deepEqual(suspended, { ...ada, suspendedAt: later(firstMoment, 5), suspensionReason: 'spam' });
      assert.equal(await stores.keys.findHolder(key.hash), undefined);
      assert.equal(await stores.keys.createKey(newKey(ada.id), 5), 'suspended');
      assert.deepEqual(await stores.accounts.resumeAccount(entry('account.resumed', 6)), ada);
      assert.equal((await stores.keys.findHolder(key.hash))?.keyId, key.id);
      assert.equal(await stores.keys.createKey(newKey(ada.id), 5), 'created');
    });

    test('suspending twice keeps the time and takes the new reason, and each change is recorded once', async () => {
      await using stores = await open();
      await stores.accounts.createAccount(account('a1', 'ada@example.com'));
      const first = entry('account.suspended', 1);
      await Promise.all([1, 2].map(() => stores.accounts.suspendAccount({ entry: first, reason: 'spam' })));
      const again = { entry: entry('account.suspended', 2), reason: undefined };
      const suspended = await stores.accounts.suspendAccount(again);
      assert.deepEqual([suspended?.suspendedAt, suspended?.suspensionReason], [first.at, undefined]);
      const resumption = entry('account.resumed', 3);
      for (const each of [resumption, entry('account.resumed', 4)]) await stores.accounts.resumeAccount(each);
      const acts = (await stores.audit.listActs({ accountId: 'a1' as AccountId, limit: 10 })).map(({ id }) => id);
      assert.deepEqual(acts, [resumption.id, first.id]);
      assert.deepEqual(await stores.breaches(firstMoment, 0), []);
    });

    test('an account that does not exist is neither suspended nor resumed', async () => {
      await using stores = await open();
      const suspended = await stores.accounts.suspendAccount({ entry: entry('account.suspended', 1), reason: 'x' });
      assert.equal(suspended, undefined);
      assert.equal(await stores.accounts.resumeAccount(entry('account.resumed', 1)), undefined);
    });
  });
}
