import type { AccountId } from '../accounts/account.ts';
import type { Purchase } from './ledger-store.ts';

export type PurchaseQuery = {
  readonly accountId: AccountId;
  /** Continues after this purchase of the account. */
  readonly after: string | undefined;
  readonly limit: number;
};

/** The database operations for reading purchases. */
export type PurchaseStore = {
  /** Returns an account's purchases, oldest first; empty after a purchase that it has not made. */
  listPurchases(query: PurchaseQuery): Promise<readonly Purchase[]>;
};
