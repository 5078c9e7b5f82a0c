import { assert } from '../../ground/assert.ts';
import type { Clock } from '../../ground/units.ts';
import type { ActId, ActsQuery, AuditEntry, AuditStore, NewAuditEntry } from './audit.ts';

/** The largest page of the journal. */
const actsPageMax = 1_000;

/** The actor of the operator's acts. */
export const operatorActs = 'operator';

export type AuditJournalParts = {
  readonly store: AuditStore;
  readonly now: Clock;
  readonly newId: () => string;
};

/** An act without the fields that the journal adds. */
export type AuditedAct = Pick<AuditEntry, 'by' | 'act' | 'accountId'> & { readonly subject?: string };

/** Records who did what. Entries are never changed or deleted. */
export class AuditJournal {
  readonly #parts: AuditJournalParts;

  constructor(parts: AuditJournalParts) {
    this.#parts = parts;
  }

  /** Records an act with the current time. */
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
