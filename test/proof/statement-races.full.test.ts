import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { PostgresDatabase } from '../../src/adapters/sql/postgres/database.ts';
import { createPostgresLedger } from '../../src/adapters/sql/postgres/ledger-store.ts';
import { accessTo, changes } from '../../src/adapters/sql/postgres/open-postgres.ts';
import { createReplyStore } from '../../src/adapters/sql/postgres/reply-store.ts';
import { createStores, type SharedStores } from '../../src/adapters/sql/stores.ts';
import { termsInStep } from '../../src/adapters/sql/versioned-rows.ts';
import { later } from '../../src/ground/units.ts';
import type { ActId } from '../../src/shop/audit/audit.ts';
import type { ReplyClaim, ReplyStore } from '../../src/shop/idempotency/reply-store.ts';
import type { LedgerStore, SealedReply } from '../../src/shop/ledger/ledger-store.ts';
import { changeGlossary, newEntry } from '../support/glossary-world.ts';
import {
  createLedgerWorld,
  dayMs,
  type LedgerWorld,
  leaseMs,
  newId,
  newKey,
  newOrder,
  newPurchase,
  spanishToEnglish,
} from '../support/ledger-world.ts';
import { openTemporaryPostgres } from '../support/postgres.ts';
import { extent, inLots, reportSeed, seed } from './extent.ts';
import { StatementStage } from './scheduled-database.ts';

type Node = SharedStores & { readonly ledger: LedgerStore; readonly replies: ReplyStore };

/** Creates the stores of one node. */
function nodeOn(database: PostgresDatabase): Node {
  const verify = () => assert.fail('verify must not run during a race');
  return {
    ...createStores(accessTo(database), changes),
    ledger: createPostgresLedger(database, verify),
    replies: createReplyStore(database),
  };
}

/** The concurrent actors, each with a separate node, and the check once all are done. */
type Race = {
  readonly actors: readonly ((node: Node) => Promise<string>)[];
  readonly check: (outcomes: readonly string[]) => Promise<void> | void;
};

/** How many more lots of orders are tried until transactions wait for each other. */
const furtherLotsMax = 5;

/**
 * Runs a race in as many orders of its statements as the extent requires, each with a new account.
 * @param meets whether some orders make one transaction wait for another: such an order is then searched for
 */
function race(title: string, prepare: (world: LedgerWorld) => Promise<Race>, meets = true): void {
  test(title, async (context) => {
    reportSeed(context);
    let waits = 0;
    const tryOn = async (lot: { readonly numRuns: number; readonly seed: number }) => {
      await using stores = await openTemporaryPostgres();
      await using stage = await StatementStage.open(stores.url);
      const property = fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const world = await createLedgerWorld(stores);
        const { actors, check } = await prepare(world);
        const outcomes = await stage.play(scheduler, () =>
          actors.map((act, index) => act(nodeOn(stage.node(`node ${index + 1}`)))),
        );
        await check(outcomes);
        await world.assertSound();
      });
      await fc.assert(property, lot);
      assert.equal(stage.deadlocks, 0);
      waits += stage.waits;
    };
    await inLots(extent.schedulesOfStatements, tryOn);
    for (let lot = 1; lot <= furtherLotsMax; lot++) {
      // In so few orders, by chance no transaction may have waited.
      if (!meets || waits > 0) break;
      await tryOn({ numRuns: extent.schedulesOfStatements, seed: seed - lot });
    }
    context.diagnostic(`${waits} statements waited for another transaction`);
    assert.ok(waits > 0 || !meets, 'a race without a waiting transaction proves nothing');
  });
}

/** @param allowed outcomes in the actors' order, each list in one line */
const amongst = (outcomes: readonly (string | undefined)[], ...allowed: readonly string[]) =>
  assert.ok(allowed.includes(outcomes.join(' ')), `${outcomes.join(' ')} is none of: ${allowed.join(' | ')}`);

const open = (world: LedgerWorld, amount: number) => async (node: Node) =>
  (await node.ledger.openHold(world.newHold(amount))).kind;

function replyTo(world: LedgerWorld, keyHash: string, byte: number): SealedReply {
  const keepUntil = later(world.clock.now, dayMs);
  return { accountId: world.accountId, keyHash, requestHash: 'ff', sealed: Uint8Array.of(byte), keepUntil };
}

describe('PostgreSQL: any order of the statements of several nodes', () => {
  race('holds never share a character, and a covered hold is not refused', async (world) => {
    await world.buy(100);
    return {
      actors: [open(world, 60), open(world, 50), open(world, 40)],
      async check(outcomes) {
        amongst(outcomes, 'held insufficient held', 'insufficient held held');
        assert.equal((await world.balance()).held, outcomes[0] === 'held' ? 100 : 90);
      },
    };
  });

  race('concurrent holds of one node act like holds of several nodes', async (world) => {
    await world.buy(100);
    return {
      actors: [
        async (node) => (await Promise.all([10, 20, 30].map((amount) => open(world, amount)(node)))).join(' '),
        open(world, 50),
      ],
      async check(outcomes) {
        const amounts = [10, 20, 30, 50];
        const kinds = outcomes.flatMap((outcome) => outcome.split(' '));
        const total = amounts.reduce((sum, amount, index) => sum + (kinds[index] === 'held' ? amount : 0), 0);
        assert.equal((await world.balance()).held, total);
        // 110 are requested: exactly one is refused, whichever is last.
        assert.equal(kinds.filter((kind) => kind === 'insufficient').length, 1);
      },
    };
  });

  race('a charge and a sweep of the same hold settle it once', async (world) => {
    await world.buy(100);
    const [hold, other] = [await world.hold(10), await world.hold(20)];
    const at = hold.leaseUntil;
    world.clock.now = later(at, 1);
    return {
      actors: [
        (node) => node.ledger.captureHold({ hold, at, usage: spanishToEnglish }),
        async (node) => `swept ${(await node.ledger.sweep(world.clock.now)).lapsed}`,
        (node) => node.ledger.captureHold({ hold: other, at: world.clock.now, usage: spanishToEnglish }),
      ],
      async check(outcomes) {
        const charged = outcomes[0] === 'captured' ? 10 : 0;
        assert.equal(outcomes[2], 'lapsed');
        await world.ledger.sweep(world.clock.now);
        assert.deepEqual(await world.balance(), { balance: 100 - charged, held: 0, used: charged });
      },
    };
  });

  race('a charge, its repeat and a release of the same hold settle it once', async (world) => {
    await world.buy(100);
    const hold = await world.hold(10);
    const capture = { hold, at: world.clock.now, usage: spanishToEnglish };
    return {
      actors: [
        (node) => node.ledger.captureHold(capture),
        (node) => node.ledger.captureHold(capture),
        async (node) => {
          await node.ledger.releaseHold(capture);
          return 'released';
        },
      ],
      async check(outcomes) {
        amongst(outcomes, 'captured captured released', 'lapsed lapsed released');
        const charged = outcomes[0] === 'captured' ? 10 : 0;
        assert.deepEqual(await world.balance(), { balance: 100 - charged, held: 0, used: charged });
      },
    };
  });

  race('charges of one balance chain in its journal, on one node or several', async (world) => {
    await world.buy(100);
    const holds = [await world.hold(10), await world.hold(20), await world.hold(30), await world.hold(40)];
    const charges = holds.map((hold) => ({ hold, at: world.clock.now, usage: spanishToEnglish }));
    const [first, ...others] = charges;
    return {
      actors: [
        async (node) => (await Promise.all(others.map((charge) => node.ledger.captureHold(charge)))).join(' '),
        (node) => (first ? node.ledger.captureHold(first) : assert.fail()),
      ],
      async check(outcomes) {
        assert.deepEqual(outcomes, ['captured captured captured', 'captured']);
        assert.deepEqual(await world.balance(), { balance: 0, held: 0, used: 100 });
      },
    };
  });

  race('an order reported concurrently is granted once', async (world) => {
    const orderId = newId();
    const report = (amount: number) => (node: Node) =>
      node.ledger.grant(newPurchase(world.accountId, amount, { orderId }));
    return {
      actors: [report(5), report(7), open(world, 1)],
      async check([first, second, held]) {
        amongst([first, second], 'granted already_granted', 'already_granted granted');
        const { balance, held: inFlight } = await world.balance();
        assert.equal(balance, first === 'granted' ? 5 : 7);
        assert.equal(inFlight, held === 'held' ? 1 : 0);
      },
    };
  });

  race('an expiry is booked once, and concurrent releases and purchases act as in some sequence', async (world) => {
    await world.buy(100, { expiresAt: later(world.clock.now, leaseMs) });
    const hold = await world.hold(30);
    world.clock.now = later(world.clock.now, leaseMs);
    const at = world.clock.now;
    const sweep = async (node: Node) => `${(await node.ledger.sweep(at)).expired}`;
    return {
      actors: [
        sweep,
        sweep,
        (node) => node.ledger.grant(newPurchase(world.accountId, 7, { at })),
        async (node) => {
          await node.ledger.releaseHold({ hold, at });
          return 'released';
        },
      ],
      async check(outcomes) {
        assert.ok(Number(outcomes[0]) + Number(outcomes[1]) <= 1);
        assert.equal(outcomes[2], 'granted');
        assert.deepEqual(await world.balance(), { balance: 7, held: 0, used: 0 });
      },
    };
  });

  race('a refund takes only free characters, and a paid order is granted once', async (world) => {
    const order = await world.place(100);
    await world.report(order, { kind: 'paid' });
    const at = world.clock.now;
    const report = (kind: 'paid' | 'refunded') => async (node: Node) => {
      const event = kind === 'paid' ? { kind } : { kind, refunded: 100 };
      const reported = await node.orders.reportPayment(order.id, { ...event, at }, newId());
      return String(reported?.clawedBack);
    };
    return {
      actors: [report('refunded'), open(world, 30), report('paid'), report('refunded')],
      async check([, held]) {
        const left = held === 'held' ? 30 : 0;
        assert.deepEqual(await world.balance(), { balance: left, held: left, used: 0 });
        assert.equal((await world.stores.orders.findOrder(order.id))?.clawedBack, 100 - left);
      },
    };
  });

  const erase = (world: LedgerWorld) => (node: Node) => {
    const { accountId, clock } = world;
    const act = { id: newId() as ActId, act: 'account.erasure_begun', by: accountId, subject: undefined } as const;
    return node.erasures.beginErasure({ entry: { ...act, accountId, at: clock.now }, evenIfDisputed: false });
  };

  race(
    'an erasure leaves nothing to spend and no key, despite concurrent payments, grants and new keys',
    async (world) => {
      await world.buy(5);
      const { accountId } = world;
      const order = await world.place(100);
      const leaked = newKey(accountId);
      assert.equal(await world.stores.keys.createKey(leaked, 5), 'created');
      const report = { kind: 'paid', at: world.clock.now, noted: { id: newId() as ActId } } as const;
      return {
        actors: [
          erase(world),
          async (node) => String((await node.orders.reportPayment(order.id, report, newId()))?.paidAt),
          (node) => node.ledger.grant(newPurchase(accountId, 7)),
          (node) => node.keys.createKey(newKey(accountId), 5),
          (node) => node.keys.revokeKey({ id: leaked.id, at: world.clock.now, accountId: undefined }),
        ],
        async check([begun, paidAt]) {
          assert.deepEqual([begun, paidAt], ['begun', String(world.clock.now)]);
          assert.deepEqual(await world.balance(), { balance: 0, held: 0, used: 0 });
          assert.ok(
            (await world.stores.keys.listKeys({ accountId })).every(({ revokedAt }) => revokedAt !== undefined),
          );
        },
      };
    },
  );

  race('an erasure, glossary changes and orders of one account run in sequence', async (world) => {
    const { accountId } = world;
    const bound = { since: world.clock.now, max: 1 };
    const place = (node: Node) => node.orders.createOrder(newOrder(accountId, 5), newId(), bound);
    return {
      actors: [
        erase(world),
        async (node) =>
          (await changeGlossary({ glossaries: node.glossaries, accountId }, { add: [newEntry('rain')] })).kind,
        place,
        place,
      ],
      check([begun, changed, ...placed]) {
        assert.equal(begun, 'begun');
        amongst([changed], 'changed', 'no_account');
        assert.ok(placed.filter((outcome) => outcome === 'created').length <= 1);
      },
    };
  });

  race('long and short glossary changes of one account run in sequence', async (world) => {
    const { accountId } = world;
    const changed = (words: readonly string[]) => async (node: Node) =>
      (await changeGlossary({ glossaries: node.glossaries, accountId }, { add: words.map((word) => newEntry(word)) }))
        .kind;
    const many = Array.from({ length: termsInStep + 1 }, (_, index) => `word ${index}`);
    return {
      actors: [changed(many), ...['rain', 'snow', 'hail', 'fog'].map((word) => changed([word]))],
      async check(outcomes) {
        assert.deepEqual(new Set(outcomes), new Set(['changed']));
        assert.equal((await world.stores.glossaries.countEntries({ accountId })).version, outcomes.length);
      },
    };
  });

  race('of concurrent claims of one key, one succeeds', async (world) => {
    const at = world.clock.now;
    const claim = (owner: string): ReplyClaim => ({
      accountId: world.accountId,
      keyHash: 'aa',
      requestHash: 'ff',
      owner: `${owner} ${world.accountId}`,
      until: later(at, leaseMs),
    });
    const make = (owner: string) => async (node: Node) => (await node.replies.claim(claim(owner), at)).kind;
    return {
      actors: [make('a'), make('b'), make('c')],
      check: (outcomes) => assert.deepEqual(outcomes.toSorted(), ['claimed', 'under_way', 'under_way']),
    };
  });

  race(
    'claiming a key while it is answered waits, or returns that answer',
    async (world) => {
      await world.buy(100);
      const at = world.clock.now;
      const of = { accountId: world.accountId, keyHash: 'aa', requestHash: 'ff', until: later(at, leaseMs) };
      const owner = `a ${world.accountId}`;
      assert.equal((await world.stores.replies.claim({ ...of, owner }, at)).kind, 'claimed');
      const hold = await world.hold(10);
      const reply = replyTo(world, 'aa', 1);
      return {
        actors: [
          (node) => node.ledger.captureHold({ hold, at, usage: spanishToEnglish, reply }),
          async (node) => (await node.replies.claim({ ...of, owner: `b ${world.accountId}` }, at)).kind,
        ],
        async check(outcomes) {
          amongst(outcomes, 'captured under_way', 'captured answered');
          const again = await world.stores.replies.claim({ ...of, owner: `c ${world.accountId}` }, at);
          assert.deepEqual(again, { kind: 'answered', reply });
        },
      };
    },
    extent.isLong,
  );

  race('of two answers to one key one is charged, and the other gives its hold back', async (world) => {
    await world.buy(100);
    const [first, second] = [await world.hold(10), await world.hold(20)];
    const answer = (hold: typeof first, byte: number) => (node: Node) =>
      node.ledger.captureHold({
        hold,
        at: world.clock.now,
        usage: spanishToEnglish,
        reply: replyTo(world, 'aa', byte),
      });
    return {
      actors: [answer(first, 1), answer(second, 2), open(world, 5)],
      async check([one, two, other]) {
        amongst([one, two], 'captured answered', 'answered captured');
        assert.equal(other, 'held');
        const charged = one === 'captured' ? 10 : 20;
        assert.deepEqual(await world.balance(), { balance: 100 - charged, held: 5, used: charged });
        const kept = await world.stores.replies.findReply(world.accountId, 'aa', world.clock.now);
        assert.deepEqual(kept, replyTo(world, 'aa', one === 'captured' ? 1 : 2));
      },
    };
  });
});
