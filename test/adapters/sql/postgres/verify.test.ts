import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { describeLedgerVerification, openSoundLedger } from '../../../contract/ledger-verification.ts';
import { describeOrderVerification, openSoundOrders } from '../../../contract/order-verification.ts';
import { openTemporaryPostgres, superuserCommand } from '../../../support/postgres.ts';

const place = 'tables, indexes and triggers are in place: , ';

/** Each test opens a separate database, so few connections must suffice. */
const open = () => openTemporaryPostgres({ connectionsMax: 2 });

describeLedgerVerification('PostgreSQL', open);
describeOrderVerification('PostgreSQL', open);

describe('verify on PostgreSQL', () => {
  test('finds a dropped, disabled, changed or added guard, also with the quick extent', async () => {
    await using world = await openSoundLedger(open);
    const changes: readonly (readonly [string, string])[] = [
      ['drop trigger usage_is_not_emptied on usage', 'trigger usage_is_not_emptied of usage'],
      ['alter table journal disable trigger journal_never_changes', 'trigger journal_never_changes of journal'],
      ['alter table usage drop constraint usage_pkey', 'constraint usage_pkey of usage'],
      ['create index another on journal (at)', 'index another'],
      ['alter table holds alter column key_id drop not null', 'table holds column key_id'],
    ];
    const rows: string[] = [];
    for (const [sql, row] of changes) {
      await world.stores.alter(sql);
      rows.push(`${place}${row}`);
      const found = await world.find('quick');
      assert.ok(found.every((each) => each.startsWith(place)));
      assert.ok(
        rows.every((each) => found.includes(each)),
        `${sql}: ${found.join(', ')}`,
      );
    }
    assert.deepEqual(await world.find(), await world.find('quick'));
  });

  test('guards prevent changing or deleting immutable rows', async () => {
    await using world = await openSoundLedger(open);
    const refused: readonly (readonly [string, RegExp])[] = [
      ['update journal set amount = 1', /never changes/],
      ['update usage set characters = 1', /never changes/],
      ['update purchases set characters = 1', /never changes/],
      ['delete from journal', /never deleted/],
      ['delete from usage', /never deleted/],
      ['delete from purchases', /never deleted/],
      ['truncate journal', /never deleted/],
      ['truncate usage', /never deleted/],
      ['truncate purchases', /never deleted/],
      ['update balances set held = settled + 1', /violates check constraint/],
      ['update balances set held = -1', /violates check constraint/],
      ["insert into journal select account_id, 9, 'gift', 5, 5, 'r', 1 from balances", /violates check constraint/],
      ['update usage_days set requests = 0', /violates check constraint/],
    ];
    for (const [sql, reason] of refused)
      await assert.rejects(superuserCommand(world.stores.url, sql), { message: reason }, sql);
    await superuserCommand(world.stores.url, 'update api_keys set revoked_at = 1, last_used_at = 5');
    for (const change of ['revoked_at = null', 'revoked_at = 2', 'last_used_at = 4', 'last_used_at = null']) {
      await assert.rejects(
        superuserCommand(world.stores.url, `update api_keys set ${change}`),
        { message: /only by being revoked/ },
        change,
      );
    }
  });

  test('guards prevent changing or deleting an issued invoice', async () => {
    await using world = await openSoundOrders(open);
    for (const sql of ['update invoices set tax = 1', 'delete from invoices', 'truncate invoices']) {
      await assert.rejects(superuserCommand(world.stores.url, sql), { message: /never deleted/ }, sql);
    }
  });
});
