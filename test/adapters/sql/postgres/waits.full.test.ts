import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { plainText, wholeNumberValue } from '../../../../src/adapters/sql/column-values.ts';
import { migratePostgres } from '../../../../src/adapters/sql/postgres/migrate.ts';
import { openPostgres } from '../../../../src/adapters/sql/postgres/open-postgres.ts';
import { newRequest } from '../../../contract/request-store.ts';
import { eventually } from '../../../support/eventually.ts';
import { createHold, newPurchase, openAccount, sweepIntervalMs } from '../../../support/ledger-world.ts';
import { openSession, rowsOf, superuserCommand, urlOf } from '../../../support/postgres.ts';
import { startPostgres } from '../../../support/postgres-server.ts';
import {
  assertSoundAfterSweep,
  at,
  backends,
  bought,
  capture,
  count,
  gateBefore,
  money,
  noGate,
  openShop,
  pidOf,
  waitingFor,
} from '../../../support/postgres-shop.ts';

// Each waits for limits of some seconds, so they run concurrently.
describe('blocked requests', { concurrency: true }, () => {
  describe('balance locked by another session', { concurrency: true }, () => {
    test('refuses a hold within a time limit, and grants it once the row is free', async () => {
      await using shop = await openShop();
      const node = await shop.openNode();
      const accountId = await shop.openAccount(node);
      await using other = await openSession(shop.url);
      await other.command(`begin; update balances set due_at = due_at where account_id = '${accountId}'`);
      await assert.rejects(node.ledger.openHold(createHold(accountId, 40)), { code: 'store_unavailable' });
      await other.command('commit');
      assert.equal((await node.ledger.openHold(createHold(accountId, 5))).kind, 'held');
      assert.deepEqual(await money(shop.url, accountId), { settled: bought, held: 5, used: 0 });
      assert.deepEqual(await node.ledger.verify(at, sweepIntervalMs), []);
    });

    test('is charged once the row is free, after any number of time limits', async () => {
      await using shop = await openShop();
      const node = await shop.openNode();
      const accountId = await shop.openAccount(node);
      const holds = [createHold(accountId, 40), createHold(accountId, 2), createHold(accountId, 3)];
      for (const hold of holds) await node.ledger.openHold(hold);
      await using other = await openSession(shop.url);
      await other.command(`begin; update balances set due_at = due_at where account_id = '${accountId}'`);
      const charging = holds.map((hold) => capture(node, hold));
      // The server ends the wait after its limit, and a new wait begins.
      const waits = new Set<string>();
      await eventually(async () => {
        const rows = await rowsOf(
          shop.url,
          `select query_start::text from pg_stat_activity
        where datname = current_database() and wait_event = 'transactionid'`,
        );
        for (const [since] of rows) waits.add(plainText(since));
        return waits.size === 2;
      });
      await other.command('commit');
      assert.deepEqual(await Promise.all(charging), ['captured', 'captured', 'captured']);
      assert.deepEqual(await money(shop.url, accountId), { settled: bought - 45, held: 0, used: 45 });
      await assertSoundAfterSweep(node);
    });
  });

  test('a request whose account is being erased is recorded before the erasure, or not at all', async () => {
    await using shop = await openShop();
    const node = await shop.openNode();
    const accountId = await shop.openAccount(node);
    await using erasing = await openSession(shop.url);
    await erasing.command(`begin; update accounts set erased_at = 1 where id = '${accountId}'`);
    const recording = node.requests.recordRequests([newRequest(accountId)]);
    await eventually(async () => (await waitingFor(shop.url, 'transactionid')) === 1);
    await erasing.command('commit');
    await recording;
    assert.equal(await count(shop.url, 'recent_requests'), 0);
  });

  // On separate servers, because a hanging process prevents creating and dropping databases.
  describe('hanging server process', { concurrency: true }, () => {
    test('before it has read a hold: the connection is closed, and the hold is not opened twice', async () => {
      await using server = await startPostgres();
      await using shop = await openShop(server);
      const node = await shop.openNode({ connectionsMax: 1 });
      const accountId = await shop.openAccount(node);
      await using hanging = stop(await pidOf(shop.url));
      const hold = createHold(accountId, 40);
      assert.deepEqual(await node.ledger.openHold(hold), { kind: 'held' });
      assert.equal(await capture(node, hold), 'captured');
      await hanging.resumeUntilGone(shop.url);
      assert.deepEqual(await money(shop.url, accountId), { settled: bought - 40, held: 0, used: 40 });
      assert.deepEqual(await node.ledger.verify(at, sweepIntervalMs), []);
    });

    test('during a charge: its account waits within a time limit, and the charge is made once', async () => {
      await using server = await startPostgres();
      await using shop = await openShop(server);
      await superuserCommand(shop.url, gateBefore('insert on usage'));
      const node = await shop.openNode();
      const accountId = await shop.openAccount(node);
      const another = await shop.openAccount(node);
      const hold = createHold(accountId, 40);
      await node.ledger.openHold(hold);
      await using gatekeeper = await openSession(shop.url);
      await gatekeeper.command(`select pg_advisory_lock(hashtext('${accountId}'))`);
      const charging = capture(node, hold);
      await eventually(async () => (await waitingFor(shop.url, 'advisory')) === 1);
      const [row] = await rowsOf(shop.url, `${backends} and wait_event = 'advisory'`);
      await using hanging = stop(wholeNumberValue(row?.[0]));
      await gatekeeper.command('select pg_advisory_unlock_all()');
      await assert.rejects(node.ledger.openHold(createHold(accountId, 1)), { code: 'store_unavailable' });
      const elsewhere = createHold(another, 7);
      assert.deepEqual(await node.ledger.openHold(elsewhere), { kind: 'held' });
      assert.equal(await capture(node, elsewhere), 'captured');
      hanging.resume();
      assert.equal(await charging, 'captured');
      await superuserCommand(shop.url, noGate);
      await assertSoundAfterSweep(node);
      assert.deepEqual(await money(shop.url, accountId), { settled: bought - 40, held: 0, used: 40 });
      assert.deepEqual(await money(shop.url, another), { settled: bought - 7, held: 0, used: 7 });
    });
  });

  describe('server without a free connection', () => {
    test('refuses holds within a time limit; existing holds are charged once there is a connection', async () => {
      await using server = await startPostgres();
      await superuserCommand(server.url, 'create role seller login', 'create database shop owner seller');
      const url = urlOf(server, 'shop').replace('postgres@', 'seller@');
      await migratePostgres(url);
      await using node = await openPostgres({ url, connectionsMax: 3, events: { backgroundFailed: () => undefined } });
      const accountId = await openAccount(node);
      await node.ledger.grant(newPurchase(accountId, bought));
      const hold = createHold(accountId, 40);
      await node.ledger.openHold(hold);
      await superuserCommand(
        server.url,
        'alter role seller connection limit 0',
        "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'seller'",
      );
      const charging = capture(node, hold);
      await assert.rejects(node.ledger.openHold(createHold(accountId, 1)), { code: 'store_unavailable' });
      await superuserCommand(server.url, 'alter role seller connection limit -1');
      assert.equal(await charging, 'captured');
      assert.deepEqual(await money(urlOf(server, 'shop'), accountId), { settled: bought - 40, held: 0, used: 40 });
      await assertSoundAfterSweep(node);
    });
  });
});

/** Stops a process; disposing continues it. */
function stop(pid: number) {
  process.kill(pid, 'SIGSTOP');
  let stopped = true;
  const resume = () => {
    if (stopped) process.kill(pid, 'SIGCONT');
    stopped = false;
  };
  return {
    resume,
    resumeUntilGone: async (url: string) => {
      resume();
      await eventually(async () => (await count(url, `pg_stat_activity where pid = ${pid}`)) === 0);
    },
    [Symbol.asyncDispose]: () => Promise.resolve(resume()),
  };
}
