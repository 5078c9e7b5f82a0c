import { assert } from '../assert.ts';
import type { Clock } from '../units.ts';
import type { ActId, ActsQuery, AuditEntry, AuditStore, NewAuditEntry } from './audit.ts';

/** How many acts one page of the journal has at most. */
const actsPageMax = 1_000;

/** Who did what an operator does. */
export const operatorActs = 'operator';

export type AuditJournalParts = {
  readonly store: AuditStore;
  readonly now: Clock;
  readonly newId: () => string;
};

/** What was done, without what the journal adds by itself. */
export type Deed = Pick<AuditEntry, 'by' | 'act' | 'accountId'> & { readonly subject?: string };

/** Keeps account of who did what. Nothing in it is ever changed or taken away. */
export class AuditJournal {
  readonly #parts: AuditJournalParts;

  constructor(parts: AuditJournalParts) {
    this.#parts = parts;
  }

  /** Records what was done just now. */
  record(deed: Deed): Promise<void> {
    return this.#parts.store.recordAct(entryOf(deed, this.#parts));
  }

  /** The newest first; `before` continues behind the last one of a page. */
  list(query: ActsQuery): Promise<readonly AuditEntry[]> {
    assert(query.limit >= 1 && query.limit <= actsPageMax, 'a page of the audit journal is bounded');
    return this.#parts.store.listActs(query);
  }
}

/** The entry for what is about to be done, for a step of another store that does it and records it together. */
export function entryOf(
  { by, act, accountId, subject }: Deed,
  { now, newId }: Pick<AuditJournalParts, 'now' | 'newId'>,
): NewAuditEntry {
  return { id: newId() as ActId, at: now(), by, act, accountId, subject };
}
