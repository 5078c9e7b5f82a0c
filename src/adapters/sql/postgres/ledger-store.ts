import type { AccountId } from '../../../core/accounts/account.ts';
import type {
  Capture,
  CaptureOutcome,
  Hold,
  HoldOutcome,
  LedgerStore,
  Swept,
} from '../../../core/ledger/ledger-store.ts';
import type { LedgerMoment } from '../../../core/ledger/ledger-time.ts';
import { ServiceError } from '../../../core/service-error.ts';
import { grant, openIfCovered, readBalance, releaseHold, reverseExpiry, wasCaptured } from '../ledger-procedures.ts';
import { changed, type Procedure, plainText, query } from '../procedure.ts';
import { AccountBatches } from './account-batches.ts';
import { captureClaimedHold } from './claim-procedures.ts';
import type { PostgresDatabase } from './database.ts';
import { lazyCommit } from './lazy-commit.ts';
import { captureHoldQuery, captureHoldsQuery, openHoldQuery, openHoldsQuery } from './ledger-statements.ts';
import { findDueAccounts, giveBackLapsedHolds, sweepAccount } from './sweep-procedures.ts';

export type PostgresLedgerParts = {
  readonly database: PostgresDatabase;
  readonly verify: LedgerStore['verify'];
};

/** How many holds may wait for others of their account before more are refused. */
const waitingMax = 10_000;

/** How many holds or charges of one account one statement carries at most. */
const batchMax = 128;

/** How many accounts one step of a sweep looks up; each is then swept by itself. */
const accountsPerStep = 100;

/**
 * How long a charge is asked after while the database is away. The work is done and the caller waits; the connection may
 * have broken after the charge was committed, and whoever gives up too early tells a paying customer that nothing was
 * charged.
 */
const capturePatienceMs = 60_000;

const held: HoldOutcome = { kind: 'held' };

/** The ledger on PostgreSQL: requests as single statements, the rest as transactions of a few. */
export function createPostgresLedger({ database, verify }: PostgresLedgerParts): LedgerStore {
  const opens = new AccountBatches<Hold, HoldOutcome>({
    batchMax,
    together: (accountId, holds) => openTogether(database, accountId, holds),
    alone: (hold) => openAlone(database, hold),
  });
  const captures = new AccountBatches<Capture, CaptureOutcome>({
    batchMax,
    together: (accountId, several) => captureTogether(database, accountId, several),
    alone: (capture) => captureAlone(database, capture),
  });
  return {
    openHold(hold) {
      if (opens.waitingCount >= waitingMax) return Promise.reject(overloaded());
      return opens.submit(hold.accountId, hold);
    },
    captureHold: (capture) =>
      capture.reply === undefined
        ? captures.submit(capture.hold.accountId, capture)
        : database.transact(() => captureClaimedHold(capture), { patienceMs: capturePatienceMs }),
    releaseHold: (release) => database.transact(() => releaseHold(release)),
    grant: (purchase) => database.transact(() => grant(purchase)),
    readBalance: (accountId, now) => database.read(() => readBalance(accountId, now)),
    sweep: (now, expireUpTo = now) => sweep(database, { at: now, expireUpTo }),
    reverseExpiry: (reversal) => database.transact(() => reverseExpiry(reversal)),
    verify,
  };
}

async function openTogether(
  database: PostgresDatabase,
  accountId: AccountId,
  holds: readonly Hold[],
): Promise<readonly HoldOutcome[] | undefined> {
  const opened = changed(await database.run(openHoldsQuery(accountId, holds), { once: true }));
  return opened ? holds.map(() => held) : undefined;
}

/** Tried by a single statement first; what that cannot say or do is found out step by step. */
async function openAlone(database: PostgresDatabase, hold: Hold): Promise<HoldOutcome> {
  const opened = await attempt(database.run(openHoldQuery(hold), { once: true }));
  if (opened !== undefined && changed(opened)) return held;
  await database.transact(() => giveBackLapsedHolds(hold.accountId, hold.openedAt));
  return database.transact(() => openUnlessOpen(hold));
}

// Changes nothing: whoever is still opening a hold of this account is waited for.
const lockBalance = `select ${lazyCommit} from balances where account_id = $1 for no key update`;

/**
 * A connection that broke may have left the hold open, or be about to: what it has set aside must not stand in its own
 * way. No lapsed hold is given back here, since holds are locked before the balance.
 */
function* openUnlessOpen(hold: Hold): Procedure<HoldOutcome> {
  yield query(lockBalance, hold.accountId);
  const open = yield query('select 1 from holds where account_id = $1 and id = $2', hold.accountId, hold.id);
  return open.length > 0 ? held : yield* openIfCovered(hold);
}

/** Undefined when the database was away or overburdened, so that nobody knows what came of it. */
async function attempt<Result>(running: Promise<Result>): Promise<Result | undefined> {
  try {
    return await running;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'store_unavailable') return undefined;
    throw error;
  }
}

async function captureTogether(
  database: PostgresDatabase,
  accountId: AccountId,
  captures: readonly Capture[],
): Promise<readonly CaptureOutcome[] | undefined> {
  const rows = await database.run(captureHoldsQuery(accountId, captures), { once: true });
  const charged = new Set(rows.map(([id]) => plainText(id)));
  // Whether the rest has lapsed or was charged before is told one by one, which is as rare as it is.
  return captures.every(({ hold }) => charged.has(hold.id)) ? captures.map(() => 'captured') : undefined;
}

/** Safe to repeat: a hold is deleted once, and who finds it gone looks for its usage row. */
async function captureAlone(database: PostgresDatabase, capture: Capture): Promise<CaptureOutcome> {
  const patience = { patienceMs: capturePatienceMs };
  const rows = await database.run(captureHoldQuery(capture), patience);
  if (rows.length > 0) return 'captured';
  return (await database.read(() => wasCaptured(capture.hold), patience)) ? 'captured' : 'lapsed';
}

async function sweep(database: PostgresDatabase, moment: LedgerMoment): Promise<Swept> {
  const swept = { lapsed: 0, expired: 0 };
  for (;;) {
    const accounts = await database.read(() => findDueAccounts(moment, accountsPerStep));
    let found = 0;
    for (const accountId of accounts) {
      const { lapsed, expired } = await database.transact(() => sweepAccount(accountId, moment));
      swept.lapsed += lapsed;
      swept.expired += expired;
      found += lapsed + expired;
    }
    // Either there is nothing left, or other nodes are at it.
    if (found === 0) return swept;
  }
}

function overloaded(): ServiceError {
  return new ServiceError('overloaded', { detail: { waiting: waitingMax } });
}
