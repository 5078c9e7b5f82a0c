import { unixMs } from '../../../ground/units.ts';
import type { LedgerFault } from '../../../shop/ledger/ledger-store.ts';
import type { VerificationOptions } from '../invariants.ts';
import type { SqlRow } from '../procedure.ts';
import type { CopiedTable } from './tables.ts';

/** One of the two databases of a copy. */
export type CopySide = AsyncDisposable & {
  readonly kind: 'sqlite' | 'postgres';
  readonly rows: (sql: string) => Promise<readonly SqlRow[]>;
  readonly verify: () => Promise<readonly LedgerFault[]>;
};

/** The database to copy, in one snapshot. */
export type CopySource = CopySide & {
  /** Yields all rows of a table in the order of its key, as JSON arrays of limited size. */
  readonly read: (table: CopiedTable) => AsyncIterable<string>;
};

/** The database to create; disposing leaves nothing of it unless it was kept. */
export type Target = CopySide & {
  /** @param rows from `Source.read` */
  readonly write: (table: CopiedTable, rows: string) => Promise<void>;
  /** Called once after the last write. */
  readonly finish: () => Promise<void>;
  /** Makes the copy permanent, in one step. */
  readonly keep: () => Promise<void>;
};

/** Under this clock no lease has ended: holds that a killed server left are copied, and released by the next one. */
export const verification: VerificationOptions = { now: unixMs(0), sweepIntervalMs: 0 };
