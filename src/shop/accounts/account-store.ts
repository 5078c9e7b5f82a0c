import type { NewAuditEntry } from '../audit/audit.ts';
import type { Account, AccountId, NewAccount } from './account.ts';

export const accountsPageMax = 1_000;

export type AccountsPage = {
  /** Continues after this account. */
  readonly after?: AccountId | undefined;
  /** At most `accountsPageMax`, the default. */
  readonly limit?: number;
};

/** `entry` has the time, and is recorded in the same step unless the account was already suspended. */
export type Suspension = { readonly entry: NewAuditEntry; readonly reason: string | undefined };

/** The database operations of accounts. Every method is one atomic step. */
export type AccountStore = {
  /** Opens an account with an empty balance; `false` when the address is taken (compared without regard to case). */
  createAccount(account: NewAccount): Promise<boolean>;
  /** By id, or by email without regard to case. */
  findAccount(idOrEmail: AccountId | string): Promise<Account | undefined>;
  /** Oldest first; empty after an account that does not exist. */
  listAccounts(page?: AccountsPage): Promise<readonly Account[]>;
  /** Refuses the account's keys from the next request on; a repeat changes only the reason. Undefined: no account. */
  suspendAccount(suspension: Suspension): Promise<Account | undefined>;
  /** Ends a suspension. @returns as `suspendAccount` */
  resumeAccount(entry: NewAuditEntry): Promise<Account | undefined>;
};
