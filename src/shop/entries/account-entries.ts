import { ServiceError } from '../../ground/service-error.ts';
import type { Clock } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import type { EntryChange, EntryChangeOutcome } from './entry-changes.ts';
import type { ChangeOf, EntryQuery, EntryStore, PageOf } from './entry-store.ts';

type AccountPlace = { readonly accountId: AccountId };

/** The account of the entries, and the author of a change: `operator`, or the id of an account. */
export type EntryEditor = AccountPlace & { readonly by: string };

export type Changed = Extract<EntryChangeOutcome, { readonly kind: 'changed' }>;

type AccountEntriesParts<Store> = {
  readonly store: Store;
  readonly now: Clock;
  /** The reasons of failures. */
  readonly missing: 'no_term' | 'no_memory_entry';
  readonly full: 'too_many_terms' | 'memory_full';
  readonly busy: 'glossary_busy' | 'memory_busy';
};

/** Maximum of attempts to change one or some entries: as many concurrent changes of an account succeed. */
export const attemptsMax = 100;
/** The same for an import. */
export const importAttemptsMax = 5;

/** Maximum of changes in a history. */
const changesMax = 200;

/** The entries of an account, with versions: its glossary, or its memory. */
export abstract class AccountEntries<
  Entry extends { readonly id: string },
  Language extends string,
  Added extends Entry = Entry,
> {
  readonly #parts: AccountEntriesParts<EntryStore<AccountPlace, Entry, Language, Added>>;

  constructor(parts: AccountEntriesParts<EntryStore<AccountPlace, Entry, Language, Added>>) {
    this.#parts = parts;
  }

  list(filter: AccountPlace & EntryQuery<Entry['id'], Language>): Promise<PageOf<Entry>> {
    return this.#parts.store.listEntries(filter);
  }

  find(accountId: AccountId, id: Entry['id']): Promise<Entry | undefined> {
    return this.#parts.store.findEntry({ accountId, id });
  }

  count(accountId: AccountId): ReturnType<EntryStore<AccountPlace, Entry, Language>['countEntries']> {
    return this.#parts.store.countEntries({ accountId });
  }

  /** Returns the last 200 changes, newest first. */
  history(accountId: AccountId): Promise<readonly EntryChange[]> {
    return this.#parts.store.listChanges({ accountId, limit: changesMax });
  }

  /** @throws ServiceError `no_account`; `no_term` or `no_memory_entry`; `glossary_busy` or `memory_busy` */
  async remove(editor: EntryEditor, id: Entry['id']): Promise<void> {
    const change = { kind: 'remove', add: [], remove: [id], expectedVersion: undefined } as const;
    if ((await this.change(editor, change)) === undefined) throw new ServiceError(this.#parts.missing);
  }

  /**
   * Undoes the last import, unless it was already undone. `only` is the version that it must have. Returns the change.
   * @throws ServiceError `no_import`, `no_account`; `too_many_terms` or `memory_full` if there would be too many entries
   */
  async undoImport({ accountId, by }: EntryEditor, only?: number): Promise<Changed> {
    const { store, now } = this.#parts;
    const undone = this.settled(await store.undoImport({ accountId, by, at: now(), only }));
    if (undone === undefined || undone === 'outdated') throw new ServiceError('no_import');
    return undone;
  }

  /** Returns undefined if there is nothing to change. */
  protected async change(
    { accountId, by }: EntryEditor,
    change: Omit<ChangeOf<Added>, 'by' | 'at'>,
  ): Promise<Changed | 'outdated' | undefined> {
    if (change.add.length === 0 && change.remove.length === 0) return undefined;
    const { store, now } = this.#parts;
    return this.settled(await store.changeEntries({ accountId, by, at: now(), ...change }));
  }

  protected settled(outcome: EntryChangeOutcome): Changed | 'outdated' | undefined {
    switch (outcome.kind) {
      case 'changed':
        return outcome;
      case 'outdated':
        return 'outdated';
      case 'nothing_to_change':
        return undefined;
      case 'no_account':
      case 'no_import':
        throw new ServiceError(outcome.kind);
      case 'too_many':
        throw new ServiceError(this.#parts.full);
    }
  }

  /** Attempts again what a concurrent change has made outdated. @throws ServiceError after too many attempts */
  protected async repeat<Result>(max: number, attempt: () => Promise<Result | 'outdated'>): Promise<Result> {
    for (let count = 0; count < max; count++) {
      const result = await attempt();
      if (result !== 'outdated') return result;
    }
    throw new ServiceError(this.#parts.busy);
  }
}
