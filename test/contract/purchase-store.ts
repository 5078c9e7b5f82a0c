import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import { firstMoment, newPurchase, openAccount } from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

/** The contract of every `PurchaseStore`. */
export function describePurchaseStore(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: PurchaseStore`, () => {
    test("an account's purchases are listed by pages, oldest first", async () => {
      await using stores = await open();
      const [ada, eve] = [await openAccount(stores), await openAccount(stores)];
      const made = [3, 1, 1, 2].map((age) => newPurchase(ada, 10 + age, { at: later(firstMoment, age) }));
      const foreign = newPurchase(eve, 5);
      for (const purchase of [...made, foreign]) await stores.ledger.grant(purchase);
      const [fourth, first, second, third] = made;
      const list = (after: string | undefined, limit: number) =>
        stores.purchases.listPurchases({ accountId: ada, after, limit });
      assert.deepEqual(await list(undefined, 10), [first, second, third, fourth]);
      assert.deepEqual(await list(undefined, 1), [first]);
      assert.deepEqual(await list(first?.id, 2), [second, third]);
      assert.deepEqual(await list(fourth?.id, 2), []);
      assert.deepEqual(await list(foreign.id, 2), [], "another's purchase is no place in this list");
    });
  });
}
