import type { Unit, UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';

/** Names of acts. They are stored and never change. */
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

/** Globally unique. */
export type ActId = Unit<string, 'ActId'>;

/** An entry of the audit journal. Contains no secret, no text and no address of a person. */
export type AuditEntry = {
  readonly id: ActId;
  /** 1, 2, 3 ... within the account. */
  readonly seq: number;
  readonly at: UnixMs;
  /** The actor: `operator`, a payment provider's name, or the id of the account whose owner acted. */
  readonly by: string;
  readonly act: Act;
  readonly accountId: AccountId;
  /** The object: the id of a key, an order or, for a sign-in, the session; undefined for the account itself. */
  readonly subject: string | undefined;
};

/** An act to be recorded; the store numbers it. */
export type NewAuditEntry = Omit<AuditEntry, 'seq'>;

export type ActsQuery = {
  /** Default: all accounts. */
  readonly accountId?: AccountId;
  /** Continues after this act, which must match the filter. */
  readonly before?: ActId;
  readonly limit: number;
};

/** The database operations of the audit journal. Rows never change. */
export type AuditStore = {
  /**
   * Numbers the act and stores it; repeating it with the same id changes nothing. Acts of one account are numbered
   * without gaps, even when recorded concurrently. Ignores an act of an account that does not exist.
   */
  recordAct(entry: NewAuditEntry): Promise<void>;
  /** Newest first: by number for one account, by time for all. */
  listActs(query: ActsQuery): Promise<readonly AuditEntry[]>;
};
