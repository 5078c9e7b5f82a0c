import { ServiceError } from '../../ground/service-error.ts';
import type { Clock } from '../../ground/units.ts';
import type { ShopEvents } from '../events.ts';
import type { LedgerFault, LedgerStore, VerificationExtent } from './ledger-store.ts';
import { never } from './ledger-time.ts';

/** The one invariant that a killed server may leave broken, and that a sweep repairs. */
export const outlivedLease = 'no hold outlives its lease';

export type LedgerVerdict = {
  /** Empty when the ledger is sound. */
  readonly faults: readonly LedgerFault[];
  /** Number of lapsed holds given back during the check: of a killed server, or of one whose sweeper hangs. */
  readonly swept: number;
};

export type VerificationParts = {
  readonly store: Pick<LedgerStore, 'verify' | 'sweep'>;
  readonly now: Clock;
  /** How long a hold may outlive its lease before it counts as forgotten. */
  readonly sweepIntervalMs: number;
  /** Default: `whole`. */
  readonly extent?: VerificationExtent;
};

/**
 * Verifies the ledger. Lapsed holds are given back, and are issues only when that fails. With any other issue, nothing
 * is changed.
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
 * Verifies the ledger while requests continue, and reports issues. Never rejects: the constraints of each statement
 * still hold, and stopping would turn an issue of one account into an outage for all.
 */
export async function watchLedger(
  parts: VerificationParts & { readonly events: Pick<ShopEvents, 'ledgerVerified' | 'swept' | 'backgroundFailed'> },
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

/** Returns how many holds were given back; undefined when the database cannot be written. */
async function sweep(store: VerificationParts['store'], now: Clock): Promise<number | undefined> {
  try {
    return (await store.sweep(now(), never)).lapsed;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
