import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import type { ActId } from '../../src/shop/audit/audit.ts';
import type { KeyId } from '../../src/shop/keys/key-store.ts';
import type { HoldId } from '../../src/shop/ledger/ledger-store.ts';
import type { EntryId } from '../../src/text/glossary/glossary-entry.ts';
import { changeGlossary, newEntry } from '../support/glossary-world.ts';
import { createLedgerWorld, firstMoment, leaseMs, newKey, sweepIntervalMs } from '../support/ledger-world.ts';
import { sampled } from '../support/property-runs.ts';
import type { OpenStores } from '../support/stores.ts';

/** Stores whose database can be edited directly. */
export type CorruptibleStores = OpenStores & {
  /** Runs statements without the guards (foreign keys, checks, triggers), and restores the guards. */
  readonly corrupt: (sql: string) => void | Promise<void>;
};

/** An expected issue. `quick`: whether the quick extent finds it as well. */
type Expected = {
  readonly invariant: string;
  /** `A`: the account of the corrupted ledger. */
  readonly account: string;
  readonly row: string;
  readonly quick: boolean;
};

const inWhole = (invariant: string, row: string, account = 'A'): Expected => ({
  invariant,
  account,
  row,
  quick: false,
});

const inQuick = (invariant: string, row: string, account = 'A'): Expected => ({
  ...inWhole(invariant, row, account),
  quick: true,
});

type Corruption = {
  readonly title: string;
  readonly sql: string;
  readonly faults: readonly Expected[];
};

const sums = inWhole('the journal sums to the balance', 'balance');
const newest = inQuick('the newest journal row leaves the balance', 'balance');
const bounds = inQuick('held is between zero and the balance', 'balance');
const dueExpiry = inQuick('the expiry to book is the expiry', 'balance');
const ofDay = (row: string) => inWhole('usage by day sums up the usage', row);
const chargeOf = (seq: number) => inWhole('a charge has its usage', `journal ${seq}`);
const stray = 'every row has its account';

const today = `usage of day ${Math.floor(firstMoment / 86_400_000)}, key a-key`;
const foundDay = ofDay(`${today}, es>en`);

const corruptions: readonly Corruption[] = [
  {
    title: 'an edited journal amount breaks the chain and the sum',
    sql: 'update journal set amount = 501 where seq = 3',
    faults: [inWhole('the journal chains', 'journal 3'), sums, inWhole('a purchase is booked once', 'purchase p2')],
  },
  {
    title: 'a missing journal row breaks the chain and the sum',
    sql: 'delete from journal where seq = 2',
    faults: [inWhole('the journal chains', 'journal 3'), sums],
  },
  {
    title: 'a missing newest journal row leaves another balance',
    sql: 'delete from journal where seq = 5',
    faults: [
      sums,
      newest,
      inWhole('usage has its charge', 'usage h2'),
      inWhole('used is the sum of charges', 'balance'),
    ],
  },
  {
    title: 'a journal row of an unknown kind is found, even if the sums are right',
    sql: `insert into journal select account_id, journal_seq + 1, 'gift', 5, settled + 5, 'r', 1 from balances;
      update balances set settled = settled + 5, journal_seq = journal_seq + 1`,
    faults: [inWhole('a journal row is what its kind allows', 'journal 6')],
  },
  {
    title: 'a journal row with the wrong sign for its kind is found',
    sql: `insert into journal select account_id, journal_seq + 1, 'expiry', 5, settled + 5, null, 1 from balances;
      update balances set settled = settled + 5, journal_seq = journal_seq + 1`,
    faults: [inWhole('a journal row is what its kind allows', 'journal 6')],
  },
  {
    title: 'a reversal of an expiry that was never booked is found',
    sql: `insert into journal select account_id, journal_seq + 1, 'reinstatement', 5, settled + 5, 'expiry:2', 1 from balances;
      update balances set settled = settled + 5, journal_seq = journal_seq + 1`,
    faults: [inWhole('an expiry is reversed once', 'journal 6')],
  },
  {
    title: 'an edited balance differs from the journal',
    sql: 'update balances set settled = settled + 1',
    faults: [sums, newest],
  },
  {
    title: 'a balance with a wrong journal number is found',
    sql: 'update balances set journal_seq = journal_seq - 1',
    faults: [sums, newest],
  },
  {
    title: 'a missing hold leaves held characters without a reason',
    sql: 'delete from holds',
    faults: [inQuick('held equals the live holds', 'balance')],
  },
  {
    title: 'held above the balance is out of bounds',
    sql: 'update balances set held = settled + 1; update holds set amount = (select held from balances)',
    faults: [bounds],
  },
  {
    title: 'held below zero is out of bounds',
    sql: 'update balances set held = -1; update holds set amount = -1',
    faults: [bounds],
  },
  {
    title: 'a charge with another amount than its usage is found',
    sql: "update usage set characters = 21 where hold_id = 'h1'",
    faults: [chargeOf(4), foundDay],
  },
  {
    title: 'a charge without usage is found',
    sql: "delete from usage where hold_id = 'h2'",
    faults: [chargeOf(5), foundDay],
  },
  {
    title: 'usage without a charge is found',
    sql: "insert into usage select id, 'h0', 'a-key', 'es', 'fr', 'e', 5, 1, null from accounts",
    faults: [inWhole('usage has its charge', 'usage h0'), ofDay('usage of day 0, key a-key, es>fr')],
  },
  {
    title: 'a day with other characters than its usage is found',
    sql: 'update usage_days set characters = characters + 1',
    faults: [foundDay],
  },
  {
    title: 'a day with other requests than its usage is found',
    sql: 'update usage_days set requests = requests - 1',
    faults: [foundDay],
  },
  {
    title: 'a missing day is found',
    sql: 'delete from usage_days',
    faults: [foundDay],
  },
  {
    title: 'a day without usage is found',
    sql: "insert into usage_days select id, 7, 'a-key', 'es', 'en', 5, 1 from accounts",
    faults: [ofDay('usage of day 7, key a-key, es>en')],
  },
  {
    title: 'usage counted for another key or another pair is found',
    sql: "update usage set key_id = 'another' where hold_id = 'h1'; update usage set target = 'fr' where hold_id = 'h2'",
    faults: [foundDay, ofDay(`${today}, es>fr`), ofDay(`${today.replace('a-key', 'another')}, es>en`)],
  },
  {
    title: 'a captured hold that still exists is found',
    sql: `insert into usage select account_id, id, key_id, 'es', 'en', 'e', amount, 1, null from holds`,
    faults: [
      inWhole('usage has its charge', 'usage h3'),
      ofDay('usage of day 0, key a-key, es>en'),
      inQuick('a captured hold is gone', 'hold h3'),
    ],
  },
  {
    title: 'a used sum that differs from the charges is found',
    sql: 'update balances set used = used - 1',
    faults: [inWhole('used is the sum of charges', 'balance')],
  },
  {
    title: 'a purchase that was never booked is found',
    sql: "insert into purchases select 'p9', account_id, 'o9', 5, 1, 2 from balances",
    faults: [inWhole('a purchase is booked once', 'purchase p9')],
  },
  {
    title: 'a booking without a purchase is found',
    sql: "delete from purchases where id = 'p1'",
    faults: [inWhole('a booked purchase has its order', 'journal 1')],
  },
  {
    title: 'a hold of a future epoch is found',
    sql: 'update holds set epoch = 7',
    faults: [inQuick('a hold is not ahead of its balance', 'hold h3')],
  },
  {
    title: 'an expiry to book that differs from the expiry is found',
    sql: 'update balances set due_at = due_at - 1',
    faults: [dueExpiry],
  },
  {
    title: 'an expiry to book without an expiry is found',
    sql: 'update balances set expires_at = null',
    faults: [dueExpiry],
  },
  {
    title: 'a wrong count of live keys is found',
    sql: 'update accounts set live_keys = 4',
    faults: [inQuick('live keys are counted', 'account')],
  },
  {
    title: 'a wrong count of live terms is found',
    sql: 'update accounts set live_terms = 4',
    faults: [inWhole('live terms are counted', 'account')],
  },
  {
    title: 'a term outside all versions without an open draft is found',
    sql: `insert into terms (account_id, source, target, term, case_rule, live_from, added_in, id, note, folded,
        created_at, created_by)
      select id, 'en', 'es', 'another', 'follow', 9, 9, 't2', '', '', 1, 'operator' from accounts`,
    faults: [inWhole('a term is of a version that there is, or of a draft', 'term t2')],
  },
  {
    title: 'a term to be removed in a future version without an open draft is found',
    sql: 'update terms set removed_in = 9',
    faults: [inWhole('a term is of a version that there is, or of a draft', 'term t1')],
  },
  {
    title: 'a missing history entry of a glossary change is found',
    sql: 'delete from term_changes',
    faults: [inQuick('the newest change of terms is written down', 'account')],
  },
  {
    title: 'an act missing from the audit journal is found',
    sql: 'delete from audit_journal where seq = 1',
    faults: [inWhole('acts are numbered without gaps', 'account')],
  },
  {
    title: 'an act that is not counted is found',
    sql: "insert into audit_journal select id, audit_seq + 1, 'x', 1, 'operator', 'key.created', null from accounts",
    faults: [inWhole('acts are numbered without gaps', 'account')],
  },
  {
    title: 'an erased account with its address, characters, a live key, terms and requests is found',
    sql: `update accounts set erased_at = 1;
      insert into recent_requests select id, 1, 'r1', 'r', 'k1', 200, null, 'es', 'en', 1, 1, 'e', null from accounts`,
    faults: [
      inQuick('an erased account cannot be used', 'account'),
      inWhole('nothing is left of the owner of an erased account', 'key k1'),
      inWhole('nothing is left of the owner of an erased account', 'request r1'),
      inWhole('nothing is left of the owner of an erased account', 'term t1'),
    ],
  },
  {
    title: 'an erased account with spendable characters is found',
    sql: `delete from terms; update api_keys set revoked_at = 1, name = 'erased';
      update accounts set erased_at = 1, live_keys = 0, live_terms = 0, email = 'erased:' || id, email_folded = 'erased:' || id`,
    faults: [inQuick('an erased account cannot be used', 'account')],
  },
  {
    title: 'an erasure of an account that is not erased is found',
    sql: "insert into erasures select id, 'operator', 1 from accounts",
    faults: [inQuick('an erasure is of an erased account', 'erasure')],
  },
  {
    title: 'an account without a balance is found',
    sql: "insert into accounts (id, email, email_folded, created_at) values ('lost', 'l@example.com', 'l@example.com', 1)",
    faults: [inQuick('every account has one balance', 'account', 'lost')],
  },
  {
    title: 'rows of an account that does not exist are found',
    sql: `insert into holds values ('missing', 'h', 'k', 1, 0, 1, 9000000000000000);
      insert into balances (account_id) values ('missing');
      update balances set held = 1, settled = 1, used = 3, journal_seq = 2 where account_id = 'missing';
      insert into purchases values ('p', 'missing', 'o', 4, 1, 2);
      insert into journal values ('missing', 1, 'purchase', 4, 4, 'p', 1), ('missing', 2, 'charge', -3, 1, 'u', 1);
      insert into usage values ('missing', 'u', 'k', 'es', 'en', 'e', 3, 1, null);
      insert into usage_days values ('missing', 0, 'k', 'es', 'en', 3, 1);
      insert into api_keys values ('${'0'.repeat(64)}', 'lost', 'missing', 'n', 's', 'last', 1, null, null);
      insert into terms (account_id, source, target, term, case_rule, live_from, added_in, id, note, folded, created_at,
        created_by)
       values ('missing', 'en', 'es', 'word', 'follow', 1, 1, 't', '', '', 1, 'operator');
      insert into audit_journal values ('missing', 1, 'a', 1, 'operator', 'key.created', null);
      insert into erasures values ('missing', 'operator', 1);
      insert into term_changes values ('missing', 1, 'c', 'add', 1, 'operator', 1, 0, null)`,
    faults: [
      ...['balance', 'hold h', 'purchase p', 'key lost', 'act 1', 'erasure'].map((row) =>
        inQuick(stray, row, 'missing'),
      ),
      ...['journal 1', 'journal 2', 'usage u', 'usage of day 0', 'term t', 'change 1 of terms'].map((row) =>
        inWhole(stray, row, 'missing'),
      ),
    ],
  },
];

/** A sound ledger of one account: two purchases, two charges, an expiry, a live hold, a key, an act and a term. */
export async function openSoundLedger<Stores extends CorruptibleStores>(open: () => Promise<Stores>) {
  const stores = await open();
  const world = await createLedgerWorld(stores);
  await world.buy(100, { id: 'p1', expiresAt: later(firstMoment, 1_000) });
  world.clock.now = later(firstMoment, 1_000);
  await world.buy(500, { id: 'p2' });
  await world.capture(await world.hold(20, { id: 'h1' as HoldId }));
  await world.capture(await world.hold(30, { id: 'h2' as HoldId }));
  const hold = await world.hold(40, { id: 'h3' as HoldId });
  const deed = { id: 'act-1' as ActId, by: 'operator', act: 'key.created' } as const;
  await stores.keys.createKey(newKey(world.accountId, { id: 'k1' as KeyId }), 5, deed);
  await changeGlossary({ ...stores, ...world }, { add: [newEntry('word', { id: 't1' as EntryId })] });
  await world.assertSound();
  const find = async (extent?: 'whole' | 'quick') => {
    const faults = await world.ledger.verify(world.clock.now, sweepIntervalMs, extent);
    const accountOf = (accountId: string) => (accountId === world.accountId ? 'A' : accountId);
    return faults
      .map(({ invariant, accountId, row }) => told({ invariant, row, account: accountOf(accountId) }))
      .toSorted();
  };
  return { ...world, stores, hold, find };
}

function told({ invariant, account, row }: Omit<Expected, 'quick'>): string {
  return `${invariant}: ${account}, ${row}`;
}

/** The contract of `LedgerStore.verify`: each invariant is actually broken. */
export function describeLedgerVerification(name: string, open: () => Promise<CorruptibleStores>): void {
  describe(`${name}: verify`, () => {
    test('finds nothing in a sound ledger', async () => {
      await using world = await openSoundLedger(open);
      await world.stores.corrupt('select 1');
      assert.deepEqual([await world.find(), await world.find('whole'), await world.find('quick')], [[], [], []]);
    });

    for (const { title, sql, faults } of sampled(corruptions)) {
      const quick = faults.filter((fault) => fault.quick);
      test(`${title}${quick.length > 0 ? ', also with the quick extent' : ''}`, async () => {
        await using world = await openSoundLedger(open);
        await world.stores.corrupt(sql);
        assert.deepEqual(await world.find(), faults.map(told).toSorted());
        assert.deepEqual(await world.find('quick'), quick.map(told).toSorted());
      });
    }

    test('finds a hold that outlives its lease by more than the sweep interval, and no earlier', async () => {
      await using world = await openSoundLedger(open);
      world.clock.now = later(world.hold.leaseUntil, sweepIntervalMs);
      assert.deepEqual([await world.find(), await world.find('quick')], [[], []]);
      world.clock.now = later(world.hold.leaseUntil, sweepIntervalMs + 1);
      const forgotten = ['no hold outlives its lease: A, hold h3'];
      assert.deepEqual([await world.find(), await world.find('quick')], [forgotten, forgotten]);
      await world.ledger.sweep(later(world.clock.now, leaseMs));
      assert.deepEqual(await world.find(), []);
    });

    test('reports at most a thousand issues of each kind', async () => {
      await using world = await openSoundLedger(open);
      const digits = '(values (0), (1), (2), (3), (4), (5), (6), (7), (8), (9))';
      await world.stores.corrupt(
        `insert into holds select 'missing', 'x' || a.column1 || b.column1 || c.column1 || d.column1, 'k', 1, 0, 1,
           9000000000000000 from ${digits} as a, ${digits} as b, ${digits} as c, (values (0), (1)) as d`,
      );
      assert.equal((await world.find('quick')).length, 1_000);
    });

    test('an empty ledger is sound', async () => {
      await using stores = await open();
      assert.deepEqual(await stores.ledger.verify(firstMoment, 0), []);
      assert.deepEqual(await stores.ledger.verify(firstMoment, 0, 'quick'), []);
    });
  });
}
