import type { Events } from '../events.ts';
import { ServiceError } from '../service-error.ts';
import type { Clock } from '../units.ts';
import type { LedgerFault, LedgerStore, VerificationExtent } from './ledger-store.ts';
import { never } from './ledger-time.ts';

/** The one invariant that a server which was killed leaves broken, and that a sweep mends. */
export const outlivedLease = 'no hold outlives its lease';

export type LedgerVerdict = {
  /** Empty when the ledger is sound. */
  readonly faults: readonly LedgerFault[];
  /** How many lapsed holds were given back on the way: of a server that was killed, or of one whose sweeper is stuck. */
  readonly swept: number;
};

export type VerificationParts = {
  readonly store: Pick<LedgerStore, 'verify' | 'sweep'>;
  readonly now: Clock;
  /** By how much a hold may outlive its lease. */
  readonly sweepIntervalMs: number;
  /** `whole` unless told otherwise. */
  readonly extent?: VerificationExtent;
};

/**
 * Verifies the ledger. Holds that nobody ended are given back, and are faults only when that fails; a ledger with
 * any other fault is left exactly as it was found.
 *
 * @throws ServiceError `store_unavailable` when the ledger cannot be read
 */
export async function verifyLedger(parts: VerificationParts): Promise<LedgerVerdict> {
  const { store, now, sweepIntervalMs, extent = 'whole' } = parts;
  const faults = await store.verify(now(), sweepIntervalMs, extent);
  if (faults.length === 0 || faults.some(({ invariant }) => invariant !== outlivedLease)) return { faults, swept: 0 };
  const swept = await sweep(store, now);
  return {
    faults: swept === undefined ? faults : await store.verify(now(), sweepIntervalMs, extent),
    swept: swept ?? 0,
  };
}

/**
 * Verifies the ledger beside the requests, and tells of what it finds. Never rejects: whatever is broken, the conditions
 * and constraints that guard each statement still hold, so that serving on makes nothing worse, while a stop would turn
 * a fault in one account into an outage of all.
 */
export async function watchLedger(
  parts: VerificationParts & { readonly events: Pick<Events, 'ledgerVerified' | 'swept' | 'backgroundFailed'> },
): Promise<void> {
  const { events } = parts;
  try {
    const { faults, swept } = await verifyLedger(parts);
    if (swept > 0) events.swept({ lapsed: swept, expired: 0 });
    events.ledgerVerified({ faults });
  } catch (cause) {
    events.backgroundFailed({ task: 'verification of the ledger', cause });
  }
}

/** How many holds were given back; undefined when the database cannot be written. */
async function sweep(store: VerificationParts['store'], now: Clock): Promise<number | undefined> {
  try {
    return (await store.sweep(now(), never)).lapsed;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
