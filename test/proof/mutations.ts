/** One replacement in one file of the project. `find` must stand there exactly once, so that no mutation rots unseen. */
export type Edit = { readonly file: string; readonly find: string; readonly replace: string };

/** One rule of the ledger taken away, and what must notice. */
export type Mutation = {
  /** What is taken away. */
  readonly rule: string;
  readonly edits: readonly Edit[];
  /** The test file that must become red. */
  readonly suite: string;
  /** Titles of the tests that fail without the rule. */
  readonly caughtBy: readonly string[];
  /** Title of a test that passes all the same: the program still runs, and only the rule is missing. */
  readonly spared: string;
  /** Whether the short form of the proof plays it. */
  readonly inShort: boolean;
};

const shared = 'src/adapters/sql/ledger-procedures.ts';
const sqliteSchema = 'src/adapters/sql/migrations/sqlite/0001-ledger.sql';
const onSqlite = 'test/adapters/sql/sqlite/stores.test.ts';

const chargesOnce = 'a hold sets aside, a capture charges it once, a release gives it back once';
const grantsOnce = 'an order is granted once, however often it is reported';
const sharesNothing = 'fifty concurrent holds on one balance share no character';
const knowsLease = 'a hold can be captured until its lease ends, and not after';
const knowsEpoch = 'what is released after the expiry is gone, even if a purchase came in between';
const knowsExpiry = 'characters expire at their moment, whether or not anything has swept';
const refusesPoor = 'an account that has bought nothing can hold nothing';

const sqliteGuard: Edit = {
  file: shared,
  find: 'where account_id = $1 and settled - held >= $2 and expires_at > $3`',
  replace: 'where account_id = $1 and expires_at > $3`',
};

const ofSqlite: readonly Mutation[] = [
  {
    rule: "the guard of the balance, which the database's check then catches",
    edits: [sqliteGuard],
    suite: onSqlite,
    caughtBy: [chargesOnce, sharesNothing],
    spared: grantsOnce,
    inShort: false,
  },
  {
    rule: 'the guard of the balance and the check behind it, which only the suite then catches',
    edits: [
      sqliteGuard,
      {
        file: sqliteSchema,
        find: 'check (journal_seq >= 0),\n  check (0 <= held and held <= settled)\n',
        replace: 'check (journal_seq >= 0)\n',
      },
    ],
    suite: onSqlite,
    caughtBy: [chargesOnce, sharesNothing],
    spared: grantsOnce,
    inShort: true,
  },
  {
    rule: 'the uniqueness of an order, in the table and in the statement',
    edits: [
      { file: sqliteSchema, find: 'order_id text not null unique,', replace: 'order_id text not null,' },
      {
        file: shared,
        find: 'values ($1, $2, $3, $4, $5, $6)\n on conflict (order_id) do nothing`',
        replace: 'values ($1, $2, $3, $4, $5, $6)`',
      },
    ],
    suite: onSqlite,
    caughtBy: [grantsOnce, 'one order that is reported twenty times at once is granted once'],
    spared: refusesPoor,
    inShort: true,
  },
  {
    rule: 'the unique constraint on the order of a purchase, which the statement relies on',
    edits: [{ file: sqliteSchema, find: 'order_id text not null unique,', replace: 'order_id text not null,' }],
    suite: onSqlite,
    caughtBy: [grantsOnce],
    spared: refusesPoor,
    inShort: false,
  },
  {
    rule: 'the test of the lease in a capture',
    edits: [
      {
        file: shared,
        find: 'where account_id = $1 and id = $2 and lease_until >= $3 and amount = $4 and key_id = $5`',
        replace: 'where account_id = $1 and id = $2 and amount = $4 and key_id = $5`',
      },
    ],
    suite: onSqlite,
    caughtBy: [knowsLease],
    spared: chargesOnce,
    inShort: true,
  },
  {
    rule: 'the rule that what was held when a balance expired does not come back',
    edits: [
      {
        file: shared,
        find: 'settled = settled - case when epoch > $3 then $2 else 0 end,\n journal_seq = journal_seq + case when epoch > $3 then 1 else 0 end',
        replace: 'journal_seq = journal_seq + 0 * $3',
      },
      { file: shared, find: 'if (wholeNumber(balance[0]) === epoch) return;', replace: 'if (epoch >= 0) return;' },
    ],
    suite: onSqlite,
    caughtBy: [knowsEpoch],
    spared: chargesOnce,
    inShort: false,
  },
  {
    rule: 'the new epoch that an expiry begins',
    edits: [{ file: shared, find: 'set epoch = epoch + 1, due_at = null', replace: 'set due_at = null' }],
    suite: onSqlite,
    caughtBy: [knowsEpoch],
    spared: knowsExpiry,
    inShort: false,
  },
  {
    rule: 'what a charge adds to the characters used',
    edits: [
      {
        file: shared,
        find: 'held = held - $2, used = used + $2, journal_seq',
        replace: 'held = held - $2, journal_seq',
      },
    ],
    suite: onSqlite,
    caughtBy: [chargesOnce],
    spared: grantsOnce,
    inShort: false,
  },
  {
    rule: 'the usage row of a charge',
    edits: [
      {
        file: shared,
        find: '  yield change(insertUsage, accountId, id, keyId, usage.source, usage.target, usage.engine, amount, at);\n',
        replace: '',
      },
    ],
    suite: onSqlite,
    caughtBy: [chargesOnce],
    spared: grantsOnce,
    inShort: false,
  },
  {
    rule: 'the journal row of a charge',
    edits: [
      { file: shared, find: "  yield change(insertJournal, accountId, 'charge', 0 - amount, id, at);\n", replace: '' },
    ],
    suite: onSqlite,
    caughtBy: [chargesOnce],
    spared: grantsOnce,
    inShort: false,
  },
];

/** Every rule that the proof takes away, one at a time. */
export const mutations: readonly Mutation[] = [...ofSqlite];
