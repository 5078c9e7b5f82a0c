import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Account, AccountId } from '../../src/core/accounts/account.ts';
import { later } from '../../src/core/units.ts';
import { firstMoment } from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

/** What every `AccountStore` promises, whatever database keeps it. */
export function describeAccountStore(name: string, open: () => Promise<OpenStores>): void {
  const account = (id: string, email: string, ageMs = 0): Account => ({
    id: id as AccountId,
    email,
    createdAt: later(firstMoment, ageMs),
  });

  describe(`${name}: AccountStore`, () => {
    test('an account is found by its id and by its email in whatever case, and starts with nothing', async () => {
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

    test('an address belongs to one account, in whatever case and however many ask at once', async () => {
      await using stores = await open();
      const spellings = ['x@example.com', 'X@example.com', 'x@EXAMPLE.com', 'X@EXAMPLE.COM'];
      const asked = spellings.map((email, index) => stores.accounts.createAccount(account(`a${index}`, email)));
      assert.equal((await Promise.all(asked)).filter(Boolean).length, 1);
      assert.equal((await stores.accounts.listAccounts()).length, 1);
      assert.deepEqual(await stores.breaches(firstMoment, 0), []);
    });

    test('the same account asked for again, because an answer was lost, is made once and told as made', async () => {
      await using stores = await open();
      const ada = account('a1', 'Ada@example.com');
      assert.deepEqual(await Promise.all([1, 2, 3].map(() => stores.accounts.createAccount(ada))), [true, true, true]);
      assert.deepEqual(await stores.accounts.listAccounts(), [ada]);
      assert.equal(await stores.accounts.createAccount(account('a2', 'ADA@example.com')), false);
      assert.deepEqual(await stores.breaches(firstMoment, 0), []);
    });

    test('accounts are listed oldest first', async () => {
      await using stores = await open();
      const [second, first] = [account('a1', 'b@example.com', 2), account('a2', 'a@example.com', 1)];
      for (const each of [second, first]) await stores.accounts.createAccount(each);
      assert.deepEqual(await stores.accounts.listAccounts(), [first, second]);
    });
  });
}
