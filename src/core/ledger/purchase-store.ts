import type { AccountId } from '../accounts/account.ts';
import type { Purchase } from './ledger-store.ts';

export type PurchaseQuery = {
  readonly accountId: AccountId;
  /** Continues behind this purchase of the account. */
  readonly after: string | undefined;
  readonly limit: number;
};

/** What looking purchases up asks of a database. */
export type PurchaseStore = {
  /** An account's purchases, the oldest first; none behind one that it has not made. */
  listPurchases(query: PurchaseQuery): Promise<readonly Purchase[]>;
};
