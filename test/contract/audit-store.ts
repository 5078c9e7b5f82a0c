import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { ActId, NewAuditEntry } from '../../src/shop/audit/audit.ts';
import { firstMoment, newId, openAccount } from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

/** The contract of every `AuditStore`. */
export function describeAuditStore(name: string, open: () => Promise<OpenStores>): void {
  const newEntry = (accountId: AccountId, replaced: Partial<NewAuditEntry> = {}): NewAuditEntry => ({
    id: newId() as ActId,
    at: firstMoment,
    by: 'operator',
    act: 'key.created',
    accountId,
    subject: 'key-1',
    ...replaced,
  });

  describe(`${name}: AuditStore`, () => {
    test('acts are stored as recorded, numbered within their account, newest first', async () => {
      await using stores = await open();
      const [ada, eve] = [await openAccount(stores), await openAccount(stores)];
      const acts = [
        newEntry(ada),
        newEntry(ada, { by: ada, act: 'account.exported', subject: undefined, at: later(firstMoment, 1) }),
        newEntry(eve, { at: later(firstMoment, 2) }),
      ];
      for (const act of acts) await stores.audit.recordAct(act);
      const [first, second, third] = acts;
      assert.deepEqual(await stores.audit.listActs({ accountId: ada, limit: 10 }), [
        { ...second, seq: 2 },
        { ...first, seq: 1 },
      ]);
      assert.deepEqual(await stores.audit.listActs({ limit: 10 }), [
        { ...third, seq: 1 },
        { ...second, seq: 2 },
        { ...first, seq: 1 },
      ]);
    });

    test('pages continue without a gap, for one account and for all', async () => {
      await using stores = await open();
      const [ada, eve] = [await openAccount(stores), await openAccount(stores)];
      for (let index = 0; index < 9; index++) await stores.audit.recordAct(newEntry(index % 3 === 0 ? eve : ada));
      const pagesOf = async (accountId?: AccountId) => {
        const ids: string[] = [];
        for (;;) {
          const before = ids.at(-1) as ActId | undefined;
          const page = await stores.audit.listActs({
            ...(accountId === undefined ? {} : { accountId }),
            ...(before === undefined ? {} : { before }),
            limit: 2,
          });
          assert.ok(page.length <= 2);
          if (page.length === 0) return ids;
          ids.push(...page.map(({ id }) => id));
        }
      };
      assert.equal(new Set(await pagesOf()).size, 9);
      assert.equal((await pagesOf()).length, 9);
      assert.equal((await pagesOf(ada)).length, 6);
      const [foreign] = await stores.audit.listActs({ accountId: eve, limit: 1 });
      assert.ok(foreign);
      const behind = { accountId: ada, before: foreign.id, limit: 10 };
      assert.deepEqual(await stores.audit.listActs(behind), [], 'an act of another account is not a page position');
      assert.deepEqual(await stores.audit.listActs({ before: 'nothing' as ActId, limit: 10 }), []);
    });

    test('twenty concurrent acts are numbered from 1 to 20', async () => {
      await using stores = await open();
      const accountId = await openAccount(stores);
      await Promise.all(Array.from({ length: 20 }, () => stores.audit.recordAct(newEntry(accountId))));
      const numbers = (await stores.audit.listActs({ accountId, limit: 100 })).map(({ seq }) => seq);
      const expected = Array.from({ length: 20 }, (_, index) => 20 - index);
      assert.deepEqual(numbers, expected);
      assert.deepEqual(await stores.breaches(firstMoment, 0), []);
    });

    test('a repeated act, because an answer was lost, is recorded once and leaves no gap', async () => {
      await using stores = await open();
      const accountId = await openAccount(stores);
      const act = newEntry(accountId);
      await Promise.all([1, 2, 3].map(() => stores.audit.recordAct(act)));
      await stores.audit.recordAct(newEntry(accountId));
      const numbers = (await stores.audit.listActs({ accountId, limit: 10 })).map(({ seq }) => seq);
      assert.deepEqual(numbers, [2, 1]);
      assert.deepEqual(await stores.breaches(firstMoment, 0), []);
    });

    test('an act of an account that does not exist is ignored', async () => {
      await using stores = await open();
      await stores.audit.recordAct(newEntry('missing' as AccountId));
      assert.deepEqual(await stores.audit.listActs({ limit: 10 }), []);
    });
  });
}
