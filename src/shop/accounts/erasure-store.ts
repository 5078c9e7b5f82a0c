import type { NewAuditEntry } from '../audit/audit.ts';
import type { PersonId } from '../people/people.ts';
import type { AccountId } from './account.ts';

/** `entry` records the act `account.erasure_begun` in the same step. */
export type ErasureRequest = {
  readonly entry: NewAuditEntry;
  /** Whether to erase although a payment is disputed. */
  readonly evenIfDisputed: boolean;
};

/** Only `begun` changed anything. */
export type ErasureBeginning = 'begun' | 'begun_before' | 'disputed' | 'no_account';

export type UnfinishedErasure = {
  readonly accountId: AccountId;
  /** Undefined once the person is deleted, or if the account never had one. */
  readonly personId: PersonId | undefined;
  /** The actor who requested it. */
  readonly by: string;
};

/** The database operations of erasures. Every method except `eraseRecords` is one atomic step. */
export type ErasureStore = {
  /**
   * Closes an account permanently. Its address becomes a pseudonym, its keys are revoked and lose their names, and its
   * balance expires. It creates no keys, places no orders, accepts no glossary entries, and a later payment expires
   * immediately. Running requests finish. The erasure is kept until `endErasure`.
   */
  beginErasure(request: ErasureRequest): Promise<ErasureBeginning>;
  /** Erasures that have begun and not ended, oldest first; of one account, or of all. */
  listErasures(query: {
    readonly accountId?: AccountId;
    readonly limit: number;
  }): Promise<readonly UnfinishedErasure[]>;
  /**
   * Erases an account's glossary and its history, the replies kept for repeats, its recent requests and its notice
   * settings; in small atomic steps, so that requests run in between. Journal, usage, purchases, orders and acts stay.
   */
  eraseRecords(accountId: AccountId): Promise<void>;
  /**
   * Deletes the erasure and records `entry`, the act `account.erased`. Returns `false` when something is left to erase,
   * including a person. Safe to repeat.
   */
  endErasure(entry: NewAuditEntry): Promise<boolean>;
};
