import { assert } from '../../ground/assert.ts';
import type { Clock, Unit, UnixMs } from '../../ground/units.ts';
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
  | 'terms.imported'
  | 'memory.imported';

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
  /** Stores the act once, numbered without gaps even if acts are concurrent; ignores an act of an unknown account. */
  recordAct(entry: NewAuditEntry): Promise<void>;
  /** Newest first: by number for one account, by time for all. */
  listActs(query: ActsQuery): Promise<readonly AuditEntry[]>;
};

const actsPageMax = 1_000;

/** The actor of the operator's acts. */
export const operatorActs = 'operator';

export type AuditJournalParts = { readonly store: AuditStore; readonly now: Clock; readonly newId: () => string };

/** An act without the fields that the journal adds. */
export type AuditedAct = Pick<AuditEntry, 'by' | 'act' | 'accountId'> & { readonly subject?: string };

/** Records who did what. Entries are never changed or deleted. */
export class AuditJournal {
  readonly #parts: AuditJournalParts;

  constructor(parts: AuditJournalParts) {
    this.#parts = parts;
  }

  record(auditedAct: AuditedAct): Promise<void> {
    return this.#parts.store.recordAct(entryOf(auditedAct, this.#parts));
  }

  /** Newest first; `before` continues after the last act of a page. */
  list(query: ActsQuery): Promise<readonly AuditEntry[]> {
    assert(query.limit >= 1 && query.limit <= actsPageMax, 'a page of the audit journal is bounded');
    return this.#parts.store.listActs(query);
  }
}

/** Creates the entry of an act that another store performs and records in one step. */
export function entryOf(
  { by, act, accountId, subject }: AuditedAct,
  { now, newId }: Pick<AuditJournalParts, 'now' | 'newId'>,
): NewAuditEntry {
  return { id: newId() as ActId, at: now(), by, act, accountId, subject };
}
