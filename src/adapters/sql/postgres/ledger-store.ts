import { ServiceError } from '../../../ground/service-error.ts';
import type {
  Capture,
  CaptureOutcome,
  Hold,
  HoldOutcome,
  LedgerStore,
  Swept,
} from '../../../shop/ledger/ledger-store.ts';
import type { LedgerMoment } from '../../../shop/ledger/ledger-time.ts';
import {
  changeHold,
  grant,
  openIfCovered,
  readBalance,
  releaseHold,
  reverseExpiry,
  wasCaptured,
} from '../ledger-procedures.ts';
import { changed, type Procedure, query } from '../procedure.ts';
import type { PostgresDatabase } from './database.ts';
import { lazyCommit } from './lazy-commit.ts';
import { captureHoldQuery, openHoldQuery } from './ledger-statements.ts';
import { captureClaimedHold } from './reply-store.ts';
import { findDueAccounts, giveBackLapsedHolds, sweepAccount } from './sweep-procedures.ts';

/** Accounts that one step of a sweep looks up; each is then swept in its own transaction. */
const accountsPerStep = 100;

/**
 * How long a charge is retried while PostgreSQL is unreachable. The text is translated and the caller waits. The
 * connection may have broken after the commit: giving up early would report "not charged" to a customer who was
 * charged.
 */
const capturePatienceMs = 60_000;

const held: HoldOutcome = { kind: 'held' };

/** Creates the ledger on PostgreSQL: requests as single statements, the rest as short transactions. */
export function createPostgresLedger(database: PostgresDatabase, verify: LedgerStore['verify']): LedgerStore {
  return {
    openHold: (hold) => openHold(database, hold),
    captureHold: (capture) =>
      capture.reply === undefined
        ? captureHold(database, capture)
        : database.transact(() => captureClaimedHold(capture), { patienceMs: capturePatienceMs }),
    changeHold: (change) => database.transact(() => changeHold(change), { patienceMs: capturePatienceMs }),
    releaseHold: (release) => database.transact(() => releaseHold(release)),
    grant: (purchase) => database.transact(() => grant(purchase)),
    readBalance: (accountId, now) => database.read(() => readBalance(accountId, now)),
    sweep: (now, expireUpTo = now) => sweep(database, { at: now, expireUpTo }),
    reverseExpiry: (reversal) => database.transact(() => reverseExpiry(reversal)),
    verify,
  };
}

/** Tries a single statement first; a refusal is examined step by step. */
async function openHold(database: PostgresDatabase, hold: Hold): Promise<HoldOutcome> {
  const opened = await database.run(openHoldQuery(hold), { once: true }).catch(unknownOutcome);
  if (opened !== undefined && changed(opened)) return held;
  await database.transact(() => giveBackLapsedHolds(hold.accountId, hold.openedAt));
  return database.transact(() => openUnlessOpen(hold));
}

// Changes nothing, but waits for transactions that are opening a hold of this account.
const lockBalance = `select ${lazyCommit} from balances where account_id = $1 for no key update`;

/**
 * A broken connection may have opened the hold already, or be about to. Its own reservation must not make the retry
 * fail. No lapsed hold is given back here, because holds must be locked before the balance.
 */
function* openUnlessOpen(hold: Hold): Procedure<HoldOutcome> {
  yield query(lockBalance, hold.accountId);
  const open = yield query('select 1 from holds where account_id = $1 and id = $2', hold.accountId, hold.id);
  return open.length > 0 ? held : yield* openIfCovered(hold);
}

/** Returns undefined when the database was unreachable, so that the outcome is unknown. @throws other errors */
function unknownOutcome(error: unknown): undefined {
  if (!(error instanceof ServiceError && error.code === 'store_unavailable')) throw error;
}

/** Safe to repeat: a hold is deleted once, and a repeat looks for its usage row. */
async function captureHold(database: PostgresDatabase, capture: Capture): Promise<CaptureOutcome> {
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
    // Either nothing is left, or other nodes are sweeping.
    if (found === 0) return swept;
  }
}
