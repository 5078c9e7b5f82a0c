import { BusyAccounts } from '../limits/busy-accounts.ts';

/** Limits of this node for work that needs memory and time, by pages and the API together. */
export class GlossaryWork {
  /** Each takes up to 200 MB, for a few seconds. */
  readonly imports: BusyAccounts = new BusyAccounts(2);
  /** Each takes up to 50 MB while it is read. */
  readonly exports: BusyAccounts = new BusyAccounts(4);
}
