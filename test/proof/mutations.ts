/**
 * One replacement in one statement of the project: the declaration `of` in a file, which may be a table. `find` must
 * occur there exactly once, so that no mutation becomes ineffective.
 */
export type Edit = { readonly file: string; readonly of: string; readonly find: string; readonly replace: string };

/** One rule of the ledger removed, and the tests that must fail. */
export type Mutation = {
  /** The removed rule. */
  readonly rule: string;
  readonly edits: readonly Edit[];
  /** The test file that must fail. */
  readonly suite: string;
  /** Titles of the tests that fail without the rule. */
  readonly caughtBy: readonly string[];
  /** Title of a test that still passes: the program runs, and only the rule is missing. */
  readonly spared: string;
  /** Whether the short form of the proof includes it. */
  readonly inShort?: boolean;
  /** Whether the suite must run at full length, because it finds the error only by chance. */
  readonly atLength?: boolean;
};

type Rule = Omit<Mutation, 'suite'>;

const inSuite = (suite: string, rules: readonly Rule[]): readonly Mutation[] =>
  rules.map((rule) => ({ suite, ...rule }));

const shared = 'src/adapters/sql/ledger-procedures.ts';
const sqliteSchema = 'src/adapters/sql/migrations/sqlite/0001-ledger.sql';
const onSqlite = 'test/adapters/sql/sqlite/stores.test.ts';

const chargesOnce = 'a hold sets aside, a capture charges it once, a release gives it back once';
const grantsOnce = 'an order is granted once, however often it is reported';
const grantsOnceAtOnce = 'twenty concurrent reports of one order grant it once';
const sharesNothing = 'fifty concurrent holds on one balance never share a character';
const knowsLease = 'a hold can be captured until its lease ends, and not after';
const knowsEpoch = 'characters released after the expiry are gone, even after a purchase in between';
const knowsExpiry = 'characters expire on time, with or without a sweep';
const answersOnce = 'a charge for a key with another reply is not made, and gives its hold back';
const chargesAgain = 'a key whose reply has expired is charged again';
const refusesPoor = 'an account that has bought nothing can hold nothing';

const sharedGuard: Edit = {
  file: shared,
  of: 'reserving',
  find: 'and settled - held >= ${amount}',
  replace: '',
};

const withoutCheck = (file: string): Edit => ({
  file,
  of: 'balances',
  find: 'check (0 <= held and held <= settled)',
  replace: 'check (true)',
});

const answersTwice: Edit = {
  file: shared,
  of: 'captureHold',
  find: '!changed(yield insertReply(reply, at))',
  replace: '(yield insertReply(reply, at)).length < 0',
};

const ofSqlite = inSuite(onSqlite, [
  {
    rule: "the guard of the balance, which the database's check then catches",
    edits: [sharedGuard],
    caughtBy: [chargesOnce, sharesNothing],
    spared: grantsOnce,
  },
  {
    rule: 'the guard of the balance and the check behind it',
    edits: [sharedGuard, withoutCheck(sqliteSchema)],
    caughtBy: [chargesOnce, sharesNothing],
    spared: grantsOnce,
    inShort: true,
  },
  {
    rule: 'the unique constraint on the order of a purchase',
    edits: [
      { file: sqliteSchema, of: 'purchases', find: 'order_id text not null unique', replace: 'order_id text not null' },
    ],
    caughtBy: [grantsOnce, grantsOnceAtOnce],
    spared: refusesPoor,
    inShort: true,
  },
  {
    rule: 'the test of the lease in a capture',
    edits: [
      {
        file: shared,
        of: 'takeLiveHold',
        find: 'and lease_until >= $3',
        replace: '',
      },
    ],
    caughtBy: [knowsLease],
    spared: chargesOnce,
    inShort: true,
  },
  {
    rule: 'the rule that characters held at an expiry are not returned',
    edits: [
      {
        file: shared,
        of: 'giveBackCharacters',
        find: 'settled = settled - case when epoch > $3 then $2 else 0 end,\n journal_seq = journal_seq + case when epoch > $3 then 1 else 0 end',
        replace: 'journal_seq = journal_seq + 0 * $3',
      },
      { file: shared, of: 'giveBack', find: 'wholeNumberValue(balance[0]) === epoch', replace: 'epoch >= 0' },
    ],
    caughtBy: [knowsEpoch],
    spared: chargesOnce,
  },
  {
    rule: 'the new epoch after an expiry',
    edits: [{ file: shared, of: 'beginExpiry', find: 'epoch = epoch + 1, ', replace: '' }],
    caughtBy: [knowsEpoch],
    spared: knowsExpiry,
  },
  {
    rule: 'the sum of used characters',
    edits: [{ file: shared, of: 'charge', find: 'used = used + $2, ', replace: '' }],
    caughtBy: [chargesOnce],
    spared: grantsOnce,
  },
  {
    rule: 'the usage row of a charge',
    edits: [
      {
        file: shared,
        of: 'captureHold',
        find: 'yield change(insertUsage, accountId, id, keyId, source, target, engine, api, amount, at);',
        replace: '',
      },
    ],
    caughtBy: [chargesOnce],
    spared: grantsOnce,
  },
  {
    rule: 'the journal row of a charge',
    edits: [
      {
        file: shared,
        of: 'captureHold',
        find: "yield change(insertJournal, accountId, 'charge', 0 - amount, id, at);",
        replace: '',
      },
    ],
    caughtBy: [chargesOnce],
    spared: grantsOnce,
  },
  {
    rule: 'the single reply to an Idempotency-Key',
    edits: [answersTwice],
    caughtBy: [answersOnce, 'of many concurrent charges for one key, one is made'],
    spared: chargesAgain,
  },
]);

const hotStatements = 'src/adapters/sql/postgres/ledger-store.ts';
const postgresSchema = 'src/adapters/sql/migrations/postgres/0001-ledger.sql';
const onPostgres = 'test/adapters/sql/postgres/stores.test.ts';

const guardOfStatement: Edit = {
  file: hotStatements,
  of: 'open',
  find: "${reserving('$4::bigint', '$5::bigint')}",
  replace: 'update balances set held = held + $4::bigint where account_id = $1 and expires_at > $5::bigint',
};

const ofPostgres = inSuite(onPostgres, [
  {
    rule: "the guard of the balance, which the database's check then catches",
    edits: [sharedGuard],
    caughtBy: [chargesOnce, sharesNothing],
    spared: grantsOnce,
  },
  {
    rule: 'the guard of the balance and the check behind it',
    edits: [sharedGuard, withoutCheck(postgresSchema)],
    caughtBy: [chargesOnce, sharesNothing],
    spared: grantsOnce,
    inShort: true,
  },
  {
    rule: 'the guard of the balance in the statement of a hold, and the check behind it',
    edits: [guardOfStatement, withoutCheck(postgresSchema)],
    caughtBy: [sharesNothing],
    spared: grantsOnce,
  },
  {
    rule: 'the unique constraint on the order of a purchase',
    edits: [
      {
        file: postgresSchema,
        of: 'purchases',
        find: 'order_id text collate "C" not null unique',
        replace: 'order_id text collate "C" not null',
      },
    ],
    caughtBy: [grantsOnce, grantsOnceAtOnce],
    spared: refusesPoor,
    inShort: true,
  },
  {
    rule: 'the test of the lease in a charge',
    edits: [{ file: hotStatements, of: 'capture', find: 'and lease_until >= $5::bigint', replace: '' }],
    caughtBy: [knowsLease],
    spared: chargesOnce,
    inShort: true,
  },
  {
    rule: 'the sum of used characters',
    edits: [{ file: hotStatements, of: 'capture', find: 'used = used + $4::bigint,', replace: '' }],
    caughtBy: [chargesOnce],
    spared: grantsOnce,
  },
  {
    rule: 'the usage row of a charge',
    edits: [
      {
        file: hotStatements,
        of: 'capture',
        find: 'insert into usage (account_id, hold_id, key_id, source, target, engine, api, characters, at)\n select account_id, $2, $3, $6, $7, $8, $9, $4, $5 from charged),',
        replace: 'select $8::text, $9::text from charged),',
      },
    ],
    caughtBy: [chargesOnce],
    spared: grantsOnce,
  },
  {
    rule: 'the single reply to an Idempotency-Key',
    edits: [answersTwice],
    caughtBy: [answersOnce, 'of many concurrent charges for one key, one is made'],
    spared: chargesAgain,
  },
]);

const ofJournal = inSuite('test/adapters/sql/postgres/ledger-store.test.ts', [
  {
    rule: 'the balance after a charge in its journal row',
    edits: [
      { file: hotStatements, of: 'capture', find: '-$4::bigint, settled,', replace: '-$4::bigint, settled + 1,' },
    ],
    caughtBy: ['concurrent charges of one account chain in the journal and are summed by day'],
    spared: 'a hold that is opened again by its id is held once',
  },
]);

const limiterStatements = 'src/adapters/sql/postgres/limiter-statements.ts';
const limiter = 'test/adapters/sql/postgres/rate-limiter.test.ts';

const ofLimiter = inSuite(limiter, [
  {
    rule: 'the guard of the limit in the statement that admits',
    edits: [
      {
        file: limiterStatements,
        of: 'admitAll',
        find: '<= greatest(own.latest, limiter_time() + own.ahead) - ${windowMs}',
        replace: '<= greatest(own.latest, limiter_time() + own.ahead)',
      },
    ],
    caughtBy: ['admits as many as the limit and denies the next'],
    spared: 'accounts do not share a limit',
  },
  {
    rule: "the lock of an account's window",
    edits: [{ file: limiterStatements, of: 'lockWindow', find: ' for update', replace: '' }],
    caughtBy: ['the clock is read once the row is locked, even after a long wait'],
    spared: 'admits as many as the limit and denies the next',
  },
]);

const powerLoss = 'test/proof/power-loss.full.test.ts';
const survivesPowerCut = 'SQLite: a database after any power cut opens, is sound, and contains everything acknowledged';
const flushesCommits = 'SQLite: the writing connection flushes its log with every commit';

/** Rules that no suite of a store can check, because nothing fails in it. */
const ofDurability = inSuite(powerLoss, [
  {
    rule: 'the wait for the disk before a charge is answered',
    edits: [
      {
        file: 'src/adapters/sql/sqlite/operation.ts',
        of: 'isAnsweredEarly',
        find: "'openHold'",
        replace: "'openHold' || operation[0] === 'captureHold'",
      },
    ],
    caughtBy: [survivesPowerCut],
    spared: flushesCommits,
    atLength: true,
  },
  {
    rule: 'the flush with every commit',
    edits: [
      {
        file: 'src/adapters/sql/sqlite/connection.ts',
        of: 'SqliteConnection',
        find: 'synchronous = full',
        replace: 'synchronous = normal',
      },
    ],
    caughtBy: [flushesCommits],
    // Its own model of the disk relies on what SQLite reports as flushed.
    spared: survivesPowerCut,
  },
]);

/** Every rule that the proof removes, one at a time. */
export const mutations: readonly Mutation[] = [...ofSqlite, ...ofPostgres, ...ofJournal, ...ofLimiter, ...ofDurability];
