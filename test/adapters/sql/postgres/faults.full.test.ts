import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { wholeNumberValue } from '../../../../src/adapters/sql/column-values.ts';
import type { PostgresStores } from '../../../../src/adapters/sql/postgres/open-postgres.ts';
import { PostgresRateLimiter } from '../../../../src/adapters/sql/postgres/rate-limiter.ts';
import { later } from '../../../../src/ground/units.ts';
import type { AccountId } from '../../../../src/shop/accounts/account.ts';
import { eventually } from '../../../support/eventually.ts';
import { createHold, leaseMs, newId, spanishToEnglish, sweepIntervalMs } from '../../../support/ledger-world.ts';
import { openSession, rowsOf, superuserCommand } from '../../../support/postgres.ts';
import { startPostgres } from '../../../support/postgres-server.ts';
import {
  assertSoundAfterSweep,
  at,
  backends,
  bought,
  capture,
  chargedHolds,
  count,
  gateBefore,
  money,
  noGate,
  openShop,
  waitingFor,
} from '../../../support/postgres-shop.ts';
import { ShopLoad } from '../../../support/shop-load.ts';
import type { TcpProxy } from '../../../support/tcp-proxy.ts';

describe('cut connection', () => {
  test('at any point of a request, each step has its normal outcome, once', async () => {
    await using shop = await openShop();
    const node = await shop.openNode({ through: 'proxy', connectionsMax: 2 });
    await atEveryMessage(shop.proxy, 20, async (startCounting) => {
      const accountId = await shop.openAccount(node);
      startCounting();
      await playStory(node, accountId);
      shop.proxy.rule = () => 'pass';
      assert.deepEqual(await money(shop.url, accountId), { settled: bought - 67, held: 0, used: 67 });
      assert.equal((await chargedHolds(shop.url, accountId)).length, 8);
    });
    await assertSoundAfterSweep(node);
  });

  test('at any point of an admission, admits no request beyond the limit, and counts every admitted one', async () => {
    await using shop = await openShop();
    const node = await shop.openNode({ through: 'proxy', connectionsMax: 2 });
    await atEveryMessage(shop.proxy, 10, async (startCounting, moment) => {
      startCounting();
      const limiter = new PostgresRateLimiter(node.database, 3);
      const accountId = newId() as AccountId;
      const told: boolean[] = [];
      for (let request = 0; request < 5; request++) told.push((await limiter.admit(accountId)).admitted);
      shop.proxy.rule = () => 'pass';
      const sql = `select cardinality(times) from limiter_windows where account_id = '${accountId}'`;
      const [row] = await rowsOf(shop.url, sql);
      assert.equal(wholeNumberValue(row?.[0]), 3);
      const admitted = told.filter(Boolean).length;
      // An admission that was counted without an answer is retried, and counted again.
      assert.ok(admitted === 3 || (admitted === 2 && moment === 'before its answer has come'), told.join());
    });
  });

  test('during a charge: it is awaited and charged once', async () => {
    await using shop = await openShop();
    await superuserCommand(shop.url, gateBefore('insert on usage'));
    const node = await shop.openNode({ through: 'proxy' });
    const accountId = await shop.openAccount(node);
    const hold = createHold(accountId, 70);
    await node.ledger.openHold(hold);
    await using gatekeeper = await openSession(shop.url);
    await gatekeeper.command(`select pg_advisory_lock(hashtext('${accountId}'))`);
    const charging = capture(node, hold);
    await eventually(async () => (await waitingFor(shop.url, 'advisory')) === 1);
    shop.proxy.cut();
    // The charge is sent again and waits for the first, whose client is gone.
    await eventually(async () => (await waitingFor(shop.url, 'transactionid')) === 1);
    await gatekeeper.command('select pg_advisory_unlock_all()');
    assert.equal(await charging, 'captured');
    assert.deepEqual(await money(shop.url, accountId), { settled: bought - 70, held: 0, used: 70 });
    await superuserCommand(shop.url, noGate);
    await assertSoundAfterSweep(node);
  });

  test('while a hold is being opened: it is awaited and held once, even if it takes the whole balance', async () => {
    await using shop = await openShop();
    await superuserCommand(shop.url, gateBefore('insert on holds'));
    const node = await shop.openNode({ through: 'proxy' });
    for (const amount of [bought / 4, bought]) {
      const accountId = await shop.openAccount(node);
      await using gatekeeper = await openSession(shop.url);
      await gatekeeper.command(`select pg_advisory_lock(hashtext('${accountId}'))`);
      const opening = node.ledger.openHold(createHold(accountId, amount));
      await eventually(async () => (await waitingFor(shop.url, 'advisory')) === 1);
      shop.proxy.cut();
      // The retry waits for the statement whose client is gone.
      await eventually(async () => (await waitingFor(shop.url, 'transactionid')) === 1);
      await gatekeeper.command('select pg_advisory_unlock_all()');
      assert.deepEqual(await opening, { kind: 'held' });
      assert.deepEqual(await money(shop.url, accountId), { settled: bought, held: amount, used: 0 });
    }
    await superuserCommand(shop.url, noGate);
    await assertSoundAfterSweep(node);
  });

  test('with a last message that the server reads after the retry: nothing is held or charged again', async () => {
    await using shop = await openShop();
    const node = await shop.openNode({ through: 'proxy' });
    const accountId = await shop.openAccount(node);
    const { ledger } = node;
    const pids = async () => (await rowsOf(shop.url, backends)).map(([pid]) => pid);
    /** The result lets the server read the next message, and resolves once its process has ended. */
    const strandNext = async () => {
      const before = await pids();
      shop.proxy.rule = ({ direction }) => {
        if (direction === 'down') return 'pass';
        shop.proxy.rule = () => 'pass';
        return 'strand';
      };
      return async () => {
        shop.proxy.resume();
        await eventually(async () => {
          const now = await pids();
          return before.some((pid) => !now.includes(pid));
        });
      };
    };
    const lateHold = createHold(accountId, 30);
    const deliverHold = await strandNext();
    assert.deepEqual(await ledger.openHold(lateHold), { kind: 'held' });
    assert.equal(await capture(node, lateHold), 'captured');
    await deliverHold();
    assert.deepEqual(await money(shop.url, accountId), { settled: bought - 30, held: 0, used: 30 });
    assert.deepEqual(await ledger.verify(at, sweepIntervalMs), []);
    const lateCharge = createHold(accountId, 5);
    await ledger.openHold(lateCharge);
    const deliverCharge = await strandNext();
    assert.equal(await capture(node, lateCharge), 'captured');
    await deliverCharge();
    assert.deepEqual(await money(shop.url, accountId), { settled: bought - 35, held: 0, used: 35 });
    await assertSoundAfterSweep(node);
  });

  test('for longer than a request may take: the hold fails, nothing is charged, the characters return', async () => {
    await using shop = await openShop();
    const node = await shop.openNode({ through: 'proxy' });
    const accountId = await shop.openAccount(node);
    const charged = createHold(accountId, 10);
    await node.ledger.openHold(charged);
    shop.proxy.rule = () => 'cut';
    shop.proxy.cut();
    await assert.rejects(node.ledger.openHold(createHold(accountId, 20)), { code: 'store_unavailable' });
    const charging = capture(node, charged);
    shop.proxy.rule = () => 'pass';
    assert.equal(await charging, 'captured');
    await assertSoundAfterSweep(node);
    assert.deepEqual(await money(shop.url, accountId), { settled: bought - 10, held: 0, used: 10 });
    assert.equal((await node.ledger.openHold(createHold(accountId, 20))).kind, 'held');
  });
});

type Moment = 'before the server has read it' | 'before its answer has come';

/** Repeats `act` with the connection cut at each message since it starts to count, before or after the message. */
async function atEveryMessage(
  proxy: TcpProxy,
  messagesMin: number,
  act: (startCounting: () => void, moment: Moment) => Promise<void>,
): Promise<void> {
  for (const moment of ['before the server has read it', 'before its answer has come'] as const) {
    for (let step = 1, isCut = true; isCut; step++) {
      let cutting = { done: false };
      await act(() => {
        cutting = cutOnce(proxy, moment, step);
      }, moment);
      isCut = cutting.done;
      assert.ok(isCut || step > messagesMin, `there are ${step} messages`);
    }
  }
}

/** Cuts the connection that carries the `step`th message from now on. */
function cutOnce(proxy: TcpProxy, moment: Moment, step: number): { done: boolean } {
  const cutting = { done: false };
  let seen = 0;
  let asking: number | undefined;
  proxy.rule = ({ direction, connection }) => {
    if (cutting.done) return 'pass';
    if (direction === 'up' && asking === undefined && ++seen === step) asking = connection;
    if (connection !== asking) return 'pass';
    if (direction === 'up' && moment === 'before its answer has come') return 'pass';
    cutting.done = true;
    return 'cut';
  };
  return cutting;
}

/** Charges 67 characters in eight holds: alone, with a reply, and several at once. */
async function playStory(node: PostgresStores, accountId: AccountId): Promise<void> {
  const { ledger } = node;
  const open = async (amount: number) => {
    const hold = createHold(accountId, amount);
    assert.deepEqual(await ledger.openHold(hold), { kind: 'held' });
    return hold;
  };
  assert.equal(await capture(node, await open(30)), 'captured');
  await ledger.releaseHold({ hold: await open(20), at });
  const hold = await open(10);
  const reply = {
    accountId,
    keyHash: newId(),
    requestHash: 'a request',
    sealed: Uint8Array.of(1),
    keepUntil: later(at, leaseMs),
  };
  assert.equal(await ledger.captureHold({ hold, at, usage: spanishToEnglish, reply }), 'captured');
  assert.ok(await node.replies.findReply(accountId, reply.keyHash, at));
  const several = await Promise.all([2, 3, 4, 5, 6, 7].map(open));
  const outcomes = await Promise.all(several.map((each) => capture(node, each)));
  assert.deepEqual(outcomes, Array(6).fill('captured'));
}

describe('charge that the server aborts', () => {
  test('because of a deadlock is retried', async () => {
    await using shop = await openShop();
    await superuserCommand(shop.url, gateBefore('delete on holds'));
    const node = await shop.openNode();
    const accountId = await shop.openAccount(node);
    const hold = createHold(accountId, 40);
    await node.ledger.openHold(hold);
    await using gatekeeper = await openSession(shop.url);
    await gatekeeper.command(`select pg_advisory_lock(hashtext('${accountId}'))`);
    const charging = capture(node, hold);
    await eventually(async () => (await waitingFor(shop.url, 'advisory')) === 1);
    await using other = await openSession(shop.url);
    // The other one waits longer, so that the server aborts the charge.
    await other.command(`set deadlock_timeout = '1min'; set lock_timeout = 0; set statement_timeout = 0;
      begin; update balances set due_at = due_at where account_id = '${accountId}'`);
    // Gets the hold's row once the charge was aborted.
    const following = other.command(`select 1 from holds where id = '${hold.id}' for update`);
    await eventually(async () => (await waitingFor(shop.url, 'transactionid')) === 1);
    await gatekeeper.command('select pg_advisory_unlock_all()');
    await following;
    await other.command('commit');
    const ended = 'pg_stat_database where datname = current_database() and deadlocks = 1';
    await eventually(async () => (await count(shop.url, ended)) === 1);
    assert.equal(await charging, 'captured');
    assert.deepEqual(await money(shop.url, accountId), { settled: bought - 40, held: 0, used: 40 });
    await superuserCommand(shop.url, noGate);
    await assertSoundAfterSweep(node);
  });

  test('because of a serialization failure is retried, also with others of its account', async () => {
    await using shop = await openShop();
    await superuserCommand(
      shop.url,
      `create sequence tries;
       create function refuse_some() returns trigger language plpgsql as $$ begin
        if nextval('tries') % 3 <> 0 then raise exception 'not now' using errcode = 'serialization_failure'; end if;
        return new;
       end $$;
       create trigger refuse_some before insert on journal for each statement execute function refuse_some()`,
    );
    const node = await shop.openNode();
    const accountId = await shop.openAccount(node);
    const holds = [1, 2, 3, 4, 5].map((amount) => createHold(accountId, amount));
    for (const hold of holds) assert.equal((await node.ledger.openHold(hold)).kind, 'held');
    const outcomes = await Promise.all(holds.map((hold) => capture(node, hold)));
    assert.deepEqual(outcomes, Array(5).fill('captured'));
    assert.deepEqual(await money(shop.url, accountId), { settled: bought - 15, held: 0, used: 15 });
    await superuserCommand(
      shop.url,
      'drop trigger refuse_some on journal; drop function refuse_some; drop sequence tries',
    );
    await assertSoundAfterSweep(node);
  });
});

describe('restarted server', () => {
  for (const how of ['fast', 'immediate'] as const) {
    test(`${how}, under load: everything acknowledged is stored, and nothing else is charged`, async () => {
      await using server = await startPostgres();
      await using shop = await openShop(server);
      const nodes = [await shop.openNode(), await shop.openNode()] as const;
      await using load = await ShopLoad.start(shop, nodes);
      for (let restarts = 0; restarts < 3; restarts++) {
        await load.progress(200);
        await server.restart(how);
      }
      await load.progress(200);
      await load.assertExact();
    });
  }
});
