import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import type { ActId } from '../../src/shop/audit/audit.ts';
import type { KeyId } from '../../src/shop/keys/key-store.ts';
import type { HoldId } from '../../src/shop/ledger/ledger-store.ts';
import type { MemoryEntryId } from '../../src/shop/memory/memory-entry.ts';
import type { EntryId } from '../../src/text/glossary/glossary-entry.ts';
import { changeGlossary, newEntry } from '../support/glossary-world.ts';
import {
  createLedgerWorld,
  firstMoment,
  type LedgerWorld,
  leaseMs,
  newKey,
  sweepIntervalMs,
} from '../support/ledger-world.ts';
import { changeMemory, newMemoryEntry } from '../support/memory-world.ts';
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

export const inWhole = (invariant: string, row: string, account = 'A'): Expected => ({
  invariant,
  account,
  row,
  quick: false,
});

export const inQuick = (invariant: string, row: string, account = 'A'): Expected => ({
  ...inWhole(invariant, row, account),
  quick: true,
});

const sums = inWhole('the journal sums to the balance', 'balance');
const newest = inQuick('the newest journal row leaves the balance', 'balance');
const bounds = inQuick('held is between zero and the balance', 'balance');
const dueExpiry = inQuick('the expiry to book is the expiry', 'balance');
const ofDay = (row: string) => inWhole('usage by day sums up the usage', row);
const chargeOf = (seq: number) => inWhole('a charge has its usage', `journal ${seq}`);
const stray = 'every row has its account';

const today = `usage of day ${Math.floor(firstMoment / 86_400_000)}, key a-key`;
const foundDay = ofDay(`${today}, es>en`);

/** By title: what is broken, and the issues that are found then. */
export type Corruptions = Readonly<Record<string, readonly [sql: string, ...faults: readonly Expected[]]>>;

const corruptions: Corruptions = {
  'an edited journal amount breaks the chain and the sum': [
    'update journal set amount = 501 where seq = 3',
    inWhole('the journal chains', 'journal 3'),
    sums,
    inWhole('a purchase is booked once', 'purchase p2'),
  ],
  'a missing journal row breaks the chain and the sum': [
    'delete from journal where seq = 2',
    inWhole('the journal chains', 'journal 3'),
    sums,
  ],
  'a missing newest journal row leaves another balance': [
    'delete from journal where seq = 5',
    sums,
    newest,
    inWhole('usage has its charge', 'usage h2'),
    inWhole('used is the sum of charges', 'balance'),
  ],
  'a journal row of an unknown kind is found, even if the sums are right': [
    `insert into journal select account_id, journal_seq + 1, 'gift', 5, settled + 5, 'r', 1 from balances;
      update balances set settled = settled + 5, journal_seq = journal_seq + 1`,
    inWhole('a journal row is what its kind allows', 'journal 6'),
  ],
  'a journal row with the wrong sign for its kind is found': [
    `insert into journal select account_id, journal_seq + 1, 'expiry', 5, settled + 5, null, 1 from balances;
      update balances set settled = settled + 5, journal_seq = journal_seq + 1`,
    inWhole('a journal row is what its kind allows', 'journal 6'),
  ],
  'a reversal of an expiry that was never booked is found': [
    `insert into journal select account_id, journal_seq + 1, 'reinstatement', 5, settled + 5, 'expiry:2', 1 from balances;
      update balances set settled = settled + 5, journal_seq = journal_seq + 1`,
    inWhole('an expiry is reversed once', 'journal 6'),
  ],
  'an edited balance differs from the journal': ['update balances set settled = settled + 1', sums, newest],
  'a balance with a wrong journal number is found': ['update balances set journal_seq = journal_seq - 1', sums, newest],
  'a missing hold leaves held characters without a reason': [
    'delete from holds',
    inQuick('held equals the live holds', 'balance'),
  ],
  'held above the balance is out of bounds': [
    'update balances set held = settled + 1; update holds set amount = (select held from balances)',
    bounds,
  ],
  'held below zero is out of bounds': ['update balances set held = -1; update holds set amount = -1', bounds],
  'a charge with another amount than its usage is found': [
    "update usage set characters = 21 where hold_id = 'h1'",
    chargeOf(4),
    foundDay,
  ],
  'a charge without usage is found': ["delete from usage where hold_id = 'h2'", chargeOf(5), foundDay],
  'usage without a charge is found': [
    "insert into usage select id, 'h0', 'a-key', 'es', 'fr', 'e', 5, 1, null from accounts",
    inWhole('usage has its charge', 'usage h0'),
    ofDay('usage of day 0, key a-key, es>fr'),
  ],
  'a day with other characters than its usage is found': [
    'update usage_days set characters = characters + 1',
    foundDay,
  ],
  'a day with other requests than its usage is found': ['update usage_days set requests = requests - 1', foundDay],
  'a missing day is found': ['delete from usage_days', foundDay],
  'a day without usage is found': [
    "insert into usage_days select id, 7, 'a-key', 'es', 'en', 5, 1 from accounts",
    ofDay('usage of day 7, key a-key, es>en'),
  ],
  'usage counted for another key or another pair is found': [
    "update usage set key_id = 'another' where hold_id = 'h1'; update usage set target = 'fr' where hold_id = 'h2'",
    foundDay,
    ofDay(`${today}, es>fr`),
    ofDay(`${today.replace('a-key', 'another')}, es>en`),
  ],
  'a captured hold that still exists is found': [
    `insert into usage select account_id, id, key_id, 'es', 'en', 'e', amount, 1, null from holds`,
    inWhole('usage has its charge', 'usage h3'),
    ofDay('usage of day 0, key a-key, es>en'),
    inQuick('a captured hold is gone', 'hold h3'),
  ],
  'a used sum that differs from the charges is found': [
    'update balances set used = used - 1',
    inWhole('used is the sum of charges', 'balance'),
  ],
  'a purchase that was never booked is found': [
    "insert into purchases select 'p9', account_id, 'o9', 5, 1, 2 from balances",
    inWhole('a purchase is booked once', 'purchase p9'),
  ],
  'a booking without a purchase is found': [
    "delete from purchases where id = 'p1'",
    inWhole('a booked purchase has its order', 'journal 1'),
  ],
  'a hold of a future epoch is found': [
    'update holds set epoch = 7',
    inQuick('a hold is not ahead of its balance', 'hold h3'),
  ],
  'an expiry to book that differs from the expiry is found': ['update balances set due_at = due_at - 1', dueExpiry],
  'an expiry to book without an expiry is found': ['update balances set expires_at = null', dueExpiry],
  'a wrong count of live keys is found': [
    'update accounts set live_keys = 4',
    inQuick('live keys are counted', 'account'),
  ],
  'a wrong count of live terms is found': [
    'update accounts set live_terms = 4',
    inWhole('live terms are counted', 'account'),
  ],
  'a term outside all versions without an open draft is found': [
    `insert into terms (account_id, source, target, term, case_rule, live_from, added_in, id, note, folded,
        created_at, created_by)
      select id, 'en', 'es', 'another', 'follow', 9, 9, 't2', '', '', 1, 'operator' from accounts`,
    inWhole('a term is of a version that there is, or of a draft', 'term t2'),
  ],
  'a term to be removed in a future version without an open draft is found': [
    'update terms set removed_in = 9',
    inWhole('a term is of a version that there is, or of a draft', 'term t1'),
  ],
  'a missing history entry of a glossary change is found': [
    'delete from term_changes',
    inQuick('the newest change of terms is written down', 'account'),
  ],
  'wrong counts of a memory are found': [
    'update accounts set memory_entries = 4',
    inWhole('live entries of a memory and their characters are counted', 'account'),
  ],
  'a wrong count of the characters of a memory is found': [
    'update memory_entries set characters = 5',
    inWhole('live entries of a memory and their characters are counted', 'account'),
  ],
  'a memory entry outside all versions without an open draft is found': [
    'update memory_entries set live_from = 9; update accounts set memory_entries = 0, memory_characters = 0',
    inWhole('a memory entry is of a version that there is, or of a draft', 'memory entry m1'),
  ],
  'a missing history entry of a memory is found': [
    'delete from memory_changes',
    inQuick('the newest change of a memory is written down', 'account'),
  ],
  'an act missing from the audit journal is found': [
    'delete from audit_journal where seq = 1',
    inWhole('acts are numbered without gaps', 'account'),
  ],
  'an act that is not counted is found': [
    "insert into audit_journal select id, audit_seq + 1, 'x', 1, 'operator', 'key.created', null from accounts",
    inWhole('acts are numbered without gaps', 'account'),
  ],
  'an erased account with its address, characters, a live key, entries and requests is found': [
    `update accounts set erased_at = 1;
      insert into recent_requests select id, 1, 'r1', 'r', 'k1', 200, null, 'es', 'en', 1, 1, 'e', null from accounts`,
    inQuick('an erased account cannot be used', 'account'),
    inWhole('nothing is left of the owner of an erased account', 'key k1'),
    inWhole('nothing is left of the owner of an erased account', 'memory entry m1'),
    inWhole('nothing is left of the owner of an erased account', 'request r1'),
    inWhole('nothing is left of the owner of an erased account', 'term t1'),
  ],
  'an erased account with spendable characters is found': [
    `delete from terms; delete from memory_entries; update api_keys set revoked_at = 1, name = 'erased';
      update accounts set erased_at = 1, live_keys = 0, live_terms = 0, memory_entries = 0, memory_characters = 0,
       email = 'erased:' || id, email_folded = 'erased:' || id`,
    inQuick('an erased account cannot be used', 'account'),
  ],
  'an erasure of an account that is not erased is found': [
    "insert into erasures select id, 'operator', 1 from accounts",
    inQuick('an erasure is of an erased account', 'erasure'),
  ],
  'an account without a balance is found': [
    "insert into accounts (id, email, email_folded, created_at) values ('lost', 'l@example.com', 'l@example.com', 1)",
    inQuick('every account has one balance', 'account', 'lost'),
  ],
  'rows of an account that does not exist are found': [
    `insert into holds values ('missing', 'h', 'k', 1, 0, 1, 9000000000000000);
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
      insert into term_changes values ('missing', 1, 'c', 'add', 1, 'operator', 1, 0, null);
      insert into memory_entries values ('missing', 'd', 'en', 'es', 9, 1, 1, 'e', 'a', 'b', '', 'api', '', '', 1, null, 2, 1,
       'operator', 1);
      insert into memory_changes values ('missing', 1, 'c', 'add', 1, 'operator', 1, 0, null)`,
    ...['balance', 'hold h', 'purchase p', 'key lost', 'act 1', 'erasure'].map((row) => inQuick(stray, row, 'missing')),
    ...['journal 1', 'journal 2', 'usage u', 'usage of day 0', 'term t', 'change 1 of terms'].map((row) =>
      inWhole(stray, row, 'missing'),
    ),
    ...['memory entry e', 'change 1 of a memory'].map((row) => inWhole(stray, row, 'missing')),
  ],
};

/** A sound ledger of one account: two purchases, two charges, an expiry, a live hold, a key, an act, and two entries. */
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
  const { accountId } = world;
  await changeMemory({ ...stores, accountId }, { add: [newMemoryEntry('word', { id: 'm1' as MemoryEntryId })] });
  await world.assertSound();
  return { ...world, stores, hold, find: finderOf(world) };
}

/** Returns a function that verifies the ledger, and returns the issues as `told` does. */
export function finderOf({ ledger, clock, accountId }: LedgerWorld) {
  return async (extent?: 'whole' | 'quick') => {
    const faults = await ledger.verify(clock.now, sweepIntervalMs, extent);
    return faults
      .map((fault) => told({ ...fault, account: fault.accountId === accountId ? 'A' : fault.accountId }))
      .toSorted();
  };
}

function told({ invariant, account, row }: Omit<Expected, 'quick'>): string {
  return `${invariant}: ${account}, ${row}`;
}

type Corruptible = AsyncDisposable & {
  readonly stores: CorruptibleStores;
  readonly find: ReturnType<typeof finderOf>;
};

/** Breaks each invariant in a sound ledger, and expects verify to find exactly that. */
export function testCorruptions(openSound: () => Promise<Corruptible>, broken: Corruptions): void {
  test('finds nothing in a sound ledger', async () => {
    await using world = await openSound();
    await world.stores.corrupt('select 1');
    assert.deepEqual([await world.find(), await world.find('whole'), await world.find('quick')], [[], [], []]);
  });

  for (const [title, [sql, ...faults]] of sampled(Object.entries(broken))) {
    const quick = faults.filter((fault) => fault.quick);
    test(`${title}${quick.length > 0 ? ', also with the quick extent' : ''}`, async () => {
      await using world = await openSound();
      await world.stores.corrupt(sql);
      assert.deepEqual(await world.find(), faults.map(told).toSorted());
      assert.deepEqual(await world.find('quick'), quick.map(told).toSorted());
    });
  }
}

/** The contract of `LedgerStore.verify`. */
export function describeLedgerVerification(name: string, open: () => Promise<CorruptibleStores>): void {
  describe(`${name}: verify`, () => {
    testCorruptions(() => openSoundLedger(open), corruptions);

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
