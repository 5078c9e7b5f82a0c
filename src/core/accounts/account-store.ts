import type { Account, AccountId } from './account.ts';

/** What accounts ask of a database. Every method is one atomic step. */
export type AccountStore = {
  /** Opens an account with an empty balance; `false` when the address is taken (compared without regard to case). */
  createAccount(account: Account): Promise<boolean>;
  /** By id, or by email without regard to case. */
  findAccount(idOrEmail: AccountId | string): Promise<Account | undefined>;
  /** All accounts, oldest first. */
  listAccounts(): Promise<readonly Account[]>;
};
