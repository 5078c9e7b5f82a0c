import type { AccountId } from '../accounts/account.ts';
import type { UnixMs } from '../units.ts';

/** What was done, in words of ours that never change. */
export type Act =
  | 'account.opened'
  | 'account.suspended'
  | 'account.resumed'
  | 'account.erased'
  | 'account.exported'
  | 'account.email_changed'
  | 'key.created'
  | 'key.revoked'
  | 'key.revoked_as_leaked'
  | 'order.placed'
  | 'order.marked_paid'
  | 'order.refunded'
  | 'order.disputed'
  | 'pack.granted'
  | 'person.signed_in'
  | 'person.password_changed'
  | 'person.second_factor_added'
  | 'person.second_factor_removed'
  | 'person.passkey_added'
  | 'person.passkey_removed'
  | 'terms.imported';

/** One act, as the audit journal keeps it. No secret, no text, no address of a person. */
export type AuditEntry = {
  /** 1, 2, 3 ... within the account. */
  readonly seq: number;
  readonly at: UnixMs;
  /** `operator`, or the id of the account whose owner did it. */
  readonly by: string;
  readonly act: Act;
  readonly accountId: AccountId;
  /** What it was done to: a key's id, an order's id; undefined for the account itself. */
  readonly subject: string | undefined;
};

/** What the audit journal asks of a database. Rows never change. */
export type AuditStore = {
  recordAct(entry: Omit<AuditEntry, 'seq'>): Promise<void>;
  /** The newest first, at most `limit`, only those before number `before`; of one account. */
  listActs(query: {
    readonly accountId: AccountId;
    readonly before?: number;
    readonly limit: number;
  }): Promise<readonly AuditEntry[]>;
};
