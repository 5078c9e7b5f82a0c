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

const edit = (file: string, of: string, find: string, replace = ''): Edit => ({ file, of, find, replace });

const sharedGuard = edit(shared, 'reserving', 'and settled - held >= ${amount}');

const withoutCheck = (schema: string) =>
  edit(schema, 'balances', 'check (0 <= held and held <= settled)', 'check (true)');

const uncounted = { caughtBy: [chargesOnce], spared: grantsOnce };

/** Rules that both databases keep with the same statements, or with the same constraints of their own schema. */
const onBoth = (schema: string, order: string): readonly Rule[] => [
  {
    rule: "the guard of the balance, which the database's check then catches",
    edits: [sharedGuard],
    caughtBy: [chargesOnce, sharesNothing],
    spared: grantsOnce,
  },
  {
    rule: 'the guard of the balance and the check behind it',
    edits: [sharedGuard, withoutCheck(schema)],
    caughtBy: [chargesOnce, sharesNothing],
    spared: grantsOnce,
    inShort: true,
  },
  {
    rule: 'the unique constraint on the order of a purchase',
    edits: [edit(schema, 'purchases', `${order} not null unique`, `${order} not null`)],
    caughtBy: [grantsOnce, grantsOnceAtOnce],
    spared: refusesPoor,
    inShort: true,
  },
  {
    rule: 'the single reply to an Idempotency-Key',
    edits: [
      edit(
        shared,
        'captureHold',
        '!changed(yield insertReply(reply, at))',
        '(yield insertReply(reply, at)).length < 0',
      ),
    ],
    caughtBy: [answersOnce, 'of many concurrent charges for one key, one is made'],
    spared: chargesAgain,
  },
];

const ofSqlite = inSuite('test/adapters/sql/sqlite/stores.test.ts', [
  ...onBoth(sqliteSchema, 'order_id text'),
  {
    rule: 'the test of the lease in a capture',
    edits: [edit(shared, 'takeLiveHold', 'and lease_until >= $3')],
    caughtBy: [knowsLease],
    spared: chargesOnce,
    inShort: true,
  },
  {
    rule: 'the rule that characters held at an expiry are not returned',
    edits: [
      edit(
        shared,
        'giveBackCharacters',
        'settled = settled - case when epoch > $3 then $2 else 0 end,\n journal_seq = journal_seq + case when epoch > $3 then 1 else 0 end',
        'journal_seq = journal_seq + 0 * $3',
      ),
      edit(shared, 'giveBack', 'wholeNumberValue(balance[0]) === epoch', 'epoch >= 0'),
    ],
    caughtBy: [knowsEpoch],
    spared: chargesOnce,
  },
  {
    rule: 'the new epoch after an expiry',
    edits: [edit(shared, 'beginExpiry', 'epoch = epoch + 1, ')],
    caughtBy: [knowsEpoch],
    spared: knowsExpiry,
  },
  { rule: 'the sum of used characters', edits: [edit(shared, 'charge', 'used = used + $2, ')], ...uncounted },
  {
    rule: 'the usage row of a charge',
    edits: [
      edit(
        shared,
        'captureHold',
        'yield change(insertUsage, accountId, id, keyId, source, target, engine, api, amount, at);',
      ),
    ],
    ...uncounted,
  },
  {
    rule: 'the journal row of a charge',
    edits: [edit(shared, 'captureHold', "yield change(insertJournal, accountId, 'charge', 0 - amount, id, at);")],
    ...uncounted,
  },
]);

const hotStatements = 'src/adapters/sql/postgres/ledger-store.ts';
const postgresSchema = 'src/adapters/sql/migrations/postgres/0001-ledger.sql';

const ofPostgres = inSuite('test/adapters/sql/postgres/stores.test.ts', [
  ...onBoth(postgresSchema, 'order_id text collate "C"'),
  {
    rule: 'the guard of the balance in the statement of a hold, and the check behind it',
    edits: [
      edit(
        hotStatements,
        'open',
        "${reserving('$4::bigint', '$5::bigint')}",
        'update balances set held = held + $4::bigint where account_id = $1 and expires_at > $5::bigint',
      ),
      withoutCheck(postgresSchema),
    ],
    caughtBy: [sharesNothing],
    spared: grantsOnce,
  },
  {
    rule: 'the test of the lease in a charge',
    edits: [edit(hotStatements, 'capture', 'and lease_until >= $5::bigint')],
    caughtBy: [knowsLease],
    spared: chargesOnce,
    inShort: true,
  },
  {
    rule: 'the sum of used characters',
    edits: [edit(hotStatements, 'capture', 'used = used + $4::bigint,')],
    ...uncounted,
  },
  {
    rule: 'the usage row of a charge',
    edits: [
      edit(
        hotStatements,
        'capture',
        'insert into usage (account_id, hold_id, key_id, source, target, engine, api, characters, at)\n select account_id, $2, $3, $6, $7, $8, $9, $4, $5 from charged),',
        'select $8::text, $9::text from charged),',
      ),
    ],
    ...uncounted,
  },
]);

const ofJournal = inSuite('test/adapters/sql/postgres/ledger-store.test.ts', [
  {
    rule: 'the balance after a charge in its journal row',
    edits: [edit(hotStatements, 'capture', '-$4::bigint, settled,', '-$4::bigint, settled + 1,')],
    caughtBy: ['concurrent charges of one account chain in the journal and are summed by day'],
    spared: 'a hold that is opened again by its id is held once',
  },
]);

const limiterStatements = 'src/adapters/sql/postgres/rate-limiter.ts';

const ofLimiter = inSuite('test/adapters/sql/postgres/rate-limiter.test.ts', [
  {
    rule: 'the guard of the limit in the statement that admits',
    edits: [
      edit(
        limiterStatements,
        'admitAll',
        '<= greatest(own.latest, limiter_time() + own.ahead) - ${windowMs}',
        '<= greatest(own.latest, limiter_time() + own.ahead)',
      ),
    ],
    caughtBy: ['admits as many as the limit and denies the next'],
    spared: 'accounts do not share a limit',
  },
  {
    rule: "the lock of an account's window",
    edits: [edit(limiterStatements, 'lockWindow', ' for update')],
    caughtBy: ['the clock is read once the row is locked, even after a long wait'],
    spared: 'admits as many as the limit and denies the next',
  },
]);

const survivesPowerCut = 'SQLite: a database after any power cut opens, is sound, and contains everything acknowledged';
const flushesCommits = 'SQLite: the writing connection flushes its log with every commit';

/** Rules that no suite of a store can check, because nothing fails in it. */
const ofDurability = inSuite('test/proof/power-loss.full.test.ts', [
  {
    rule: 'the wait for the disk before a charge is answered',
    edits: [
      edit(
        'src/adapters/sql/sqlite/operation.ts',
        'isAnsweredEarly',
        "'openHold'",
        "'openHold' || operation[0] === 'captureHold'",
      ),
    ],
    caughtBy: [survivesPowerCut],
    spared: flushesCommits,
    atLength: true,
  },
  {
    rule: 'the flush with every commit',
    edits: [
      edit('src/adapters/sql/sqlite/connection.ts', 'SqliteConnection', 'synchronous = full', 'synchronous = normal'),
    ],
    caughtBy: [flushesCommits],
    // Its own model of the disk relies on what SQLite reports as flushed.
    spared: survivesPowerCut,
  },
]);

/** Every rule that the proof removes, one at a time. */
export const mutations: readonly Mutation[] = [...ofSqlite, ...ofPostgres, ...ofJournal, ...ofLimiter, ...ofDurability];
