import type { NewAuditEntry } from '../audit/audit.ts';
import type { Account, AccountId, NewAccount } from './account.ts';

/** How many accounts one page of them has at most. */
export const accountsPageMax = 1_000;

export type AccountsPage = {
  /** Continues behind this account. */
  readonly after?: AccountId | undefined;
  /** At most `accountsPageMax`, which it is unless told otherwise. */
  readonly limit?: number;
};

/** `entry` tells when, and is recorded in the same step unless the account was so before. */
export type Suspension = { readonly entry: NewAuditEntry; readonly reason: string | undefined };

/** What accounts ask of a database. Every method is one atomic step. */
export type AccountStore = {
  /** Opens an account with an empty balance; `false` when the address is taken (compared without regard to case). */
  createAccount(account: NewAccount): Promise<boolean>;
  /** By id, or by email without regard to case. */
  findAccount(idOrEmail: AccountId | string): Promise<Account | undefined>;
  /** The oldest first; none behind an account that there is not. */
  listAccounts(page?: AccountsPage): Promise<readonly Account[]>;
  /**
   * Has the keys of `entry.accountId` refused from the next request on. Suspended once more, it keeps its time and takes
   * the new reason.
   *
   * @returns the account as it then is; undefined when there is none
   */
  suspendAccount(suspension: Suspension): Promise<Account | undefined>;
  /** Ends a suspension. @returns as `suspendAccount` */
  resumeAccount(entry: NewAuditEntry): Promise<Account | undefined>;
};
