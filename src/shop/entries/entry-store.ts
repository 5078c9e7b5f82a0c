import type { UnixMs } from '../../ground/units.ts';
import type { EntryChange, EntryChangeKind, EntryChangeOutcome } from './entry-changes.ts';

export type EntryQuery<Id extends string, Language extends string> = {
  readonly source?: Language | undefined;
  readonly target?: Language | undefined;
  /** Text that one of the entry's own texts must contain, in any case. */
  readonly holding?: string | undefined;
  /** Continues after this entry, in the same order. */
  readonly after?: Id | undefined;
  readonly limit: number;
  /** Maximum of entries to look through, so that other requests do not wait for a long list. Undefined: all. */
  readonly lookedThroughMax?: number | undefined;
};

/** With a maximum of entries to look through, a page may have fewer entries than its limit and not be the last. */
export type PageOf<Entry extends { readonly id: string }> = {
  readonly entries: readonly Entry[];
  /** The last entry that was looked at, found or not; undefined after the last entry. */
  readonly goesOnAfter: Entry['id'] | undefined;
};

export type ChangeOf<Entry extends { readonly id: string }> = {
  readonly kind: Exclude<EntryChangeKind, 'undo'>;
  readonly at: UnixMs;
  readonly by: string;
  /** Replaces a live entry with the same key. */
  readonly add: readonly Entry[];
  readonly remove: readonly Entry['id'][];
  /** Refuses the change as `outdated` if the entries have another version. Undefined: any version. */
  readonly expectedVersion: number | undefined;
};

/** What the databases of glossaries and of memories have in common. `Place`: whose entries. `Added`: as they are stored. */
export type EntryStore<
  Place,
  Entry extends { readonly id: string },
  Language extends string,
  Added extends Entry = Entry,
> = {
  /** Sorts by languages, then words without case and accents, then what else tells entries apart. */
  listEntries(filter: Place & EntryQuery<Entry['id'], Language>): Promise<PageOf<Entry>>;
  findEntry(which: Place & { readonly id: Entry['id'] }): Promise<Entry | undefined>;
  /** Returns the version and the number of live entries. Each key has the version too (`KeyHolder`). */
  countEntries(place: Place): Promise<{ readonly version: number; readonly count: number }>;
  /** Changes nothing if a limit would be exceeded. */
  changeEntries(request: Place & ChangeOf<Added>): Promise<EntryChangeOutcome>;
  /**
   * Undoes the last import once: removes its entries that are still live, and restores those that it removed or
   * replaced, unless a newer entry has the same key. `only`: the version that it must have.
   */
  undoImport(
    undo: Place & { readonly at: UnixMs; readonly by: string; readonly only?: number | undefined },
  ): Promise<EntryChangeOutcome>;
  /** Newest first. */
  listChanges(query: Place & { readonly limit: number }): Promise<readonly EntryChange[]>;
};
