import type { AccountId } from '../accounts/account.ts';
import type { Unit, UnixMs } from '../units.ts';

/** What was done, in words of ours that never change. */
export type Act =
  | 'account.opened'
  | 'account.suspended'
  | 'account.resumed'
  | 'account.erasure_begun'
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
  | 'order.dispute_won'
  | 'pack.granted'
  | 'expiry.reversed'
  | 'person.signed_in'
  | 'person.sessions_ended'
  | 'person.password_changed'
  | 'person.second_factor_added'
  | 'person.second_factor_removed'
  | 'person.backup_codes_renewed'
  | 'person.passkey_added'
  | 'person.passkey_removed'
  | 'terms.imported';

/** Unique for good. */
export type ActId = Unit<string, 'ActId'>;

/** One act, as the audit journal keeps it. No secret, no text, no address of a person. */
export type AuditEntry = {
  readonly id: ActId;
  /** 1, 2, 3 ... within the account. */
  readonly seq: number;
  readonly at: UnixMs;
  /** `operator`, the name of a payment provider, or the id of the account whose owner did it. */
  readonly by: string;
  readonly act: Act;
  readonly accountId: AccountId;
  /** What it was done to: a key's id, an order's id; undefined for the account itself. */
  readonly subject: string | undefined;
};

/** An act that is to be recorded; its number is given to it then. */
export type NewAuditEntry = Omit<AuditEntry, 'seq'>;

export type ActsQuery = {
  /** Left out: everybody's. */
  readonly accountId?: AccountId;
  /** Continues behind this act, which is one of those that are asked for. */
  readonly before?: ActId;
  readonly limit: number;
};

/** What the audit journal asks of a database. Rows never change. */
export type AuditStore = {
  /**
   * Numbers the act and keeps it; the same act again, by its id, changes nothing. Acts of one account are numbered
   * without gaps, however many are recorded at once. One of an account that there is not is passed over.
   */
  recordAct(entry: NewAuditEntry): Promise<void>;
  /** The newest first: of one account by their numbers, of all by their time. */
  listActs(query: ActsQuery): Promise<readonly AuditEntry[]>;
};
