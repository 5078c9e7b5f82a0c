import type { NewAuditEntry } from '../audit/audit.ts';
import type { PersonId } from '../people/people.ts';
import type { AccountId } from './account.ts';

/** `entry` is of the act `account.erasure_begun`, and recorded in the same step. */
export type ErasureRequest = {
  readonly entry: NewAuditEntry;
  /** Whether to erase although a payment is disputed. */
  readonly evenIfDisputed: boolean;
};

/** Only `begun` has changed anything. */
export type ErasureBeginning = 'begun' | 'begun_before' | 'disputed' | 'no_account';

export type UnfinishedErasure = {
  readonly accountId: AccountId;
  /** Undefined once the person is gone, and where nobody ever signed up for the account. */
  readonly personId: PersonId | undefined;
  /** Who asked for it. */
  readonly by: string;
};

/** What erasing accounts asks of a database. Every method but `eraseRecords` is one atomic step. */
export type ErasureStore = {
  /**
   * Closes an account for good: from then on it has its pseudonym in the place of its address, no live key, no name of a
   * key, and nothing to spend; it makes no keys, places no orders and takes no terms, and what it is paid for expires at
   * once. What is under way is finished. The erasure is remembered until it is ended.
   */
  beginErasure(request: ErasureRequest): Promise<ErasureBeginning>;
  /** Those that have begun and not ended, the oldest first; of one account, or of all. */
  listErasures(query: {
    readonly accountId?: AccountId;
    readonly limit: number;
  }): Promise<readonly UnfinishedErasure[]>;
  /**
   * Erases the terms of an erased account with their history, the replies kept for repeats, and what it wants to be told;
   * in small steps, each atomic, so that requests pass in between. Journal, usage, purchases, orders and acts stay.
   */
  eraseRecords(accountId: AccountId): Promise<void>;
  /**
   * Forgets the erasure and records `entry`, of the act `account.erased`; `false` when something is left to erase, a
   * person included. Repeating it changes nothing.
   */
  endErasure(entry: NewAuditEntry): Promise<boolean>;
};
