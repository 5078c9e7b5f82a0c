import type { EntryChange, EntryChangeOutcome } from '../../src/shop/entries/entry-changes.ts';
import type { GlossaryChangeRequest } from '../../src/shop/glossaries/glossary-store.ts';
import type { StoredEntry } from '../../src/shop/glossaries/stored-entry.ts';

type Live = { readonly entry: StoredEntry; readonly addedIn: number };

/** A simple model of a glossary: a list that is copied for every version. */
export class GlossaryModel {
  /** The live terms by identity; the glossary of version 0 first. */
  readonly #versions: ReadonlyMap<string, Live>[] = [new Map()];
  readonly #history: EntryChange[] = [];
  outcome: EntryChangeOutcome = { kind: 'nothing_to_change' };

  get version(): number {
    return this.#versions.length - 1;
  }

  change(request: Omit<GlossaryChangeRequest, 'accountId' | 'pairId'>): void {
    const { kind, at, by, add, remove, expectedVersion } = request;
    if (expectedVersion !== undefined && expectedVersion !== this.version) {
      this.outcome = { kind: 'outdated' };
      return;
    }
    const before = this.#live();
    const live = new Map([...before].filter(([, { entry }]) => !remove.includes(entry.id)));
    for (const entry of add) live.set(placeOf(entry), { entry, addedIn: this.version + 1 });
    const gone = [...before].filter(([place, { entry }]) => live.get(place)?.entry.id !== entry.id);
    if (add.length + gone.length === 0) this.outcome = { kind: 'nothing_to_change' };
    else this.#enter({ live, change: { kind, at, by, added: add.length, removed: gone.length } });
  }

  undo({ at, by }: Pick<EntryChange, 'at' | 'by'>): void {
    const index = this.#history.findIndex(({ kind }) => kind === 'import');
    const imported = this.#history[index];
    if (imported === undefined || imported.undoneIn !== undefined) {
      this.outcome = { kind: 'no_import' };
      return;
    }
    const { version } = imported;
    const now = this.#live();
    const live = new Map([...now].filter(([, { addedIn }]) => addedIn !== version));
    const removed = now.size - live.size;
    for (const [place, was] of this.#versions[version - 1] ?? []) {
      const isStill = this.#versions[version]?.get(place)?.entry.id === was.entry.id;
      if (!isStill && !live.has(place)) live.set(place, was);
    }
    this.#history[index] = { ...imported, undoneIn: this.version + 1 };
    this.#enter({ live, change: { kind: 'undo', at, by, added: live.size - (now.size - removed), removed } });
  }

  list(): readonly StoredEntry[] {
    return [...this.#live().entries()]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, { entry }]) => entry);
  }

  words(): readonly string[] {
    return [...this.#live().values()]
      .map(({ entry, addedIn }) => `${entry.term} = ${entry.translation ?? 'itself'} @${addedIn}`)
      .toSorted();
  }

  history(): readonly EntryChange[] {
    return this.#history;
  }

  #live(): ReadonlyMap<string, Live> {
    return this.#versions.at(-1) ?? new Map();
  }

  #enter(entry: {
    readonly live: ReadonlyMap<string, Live>;
    readonly change: Omit<EntryChange, 'version' | 'undoneIn'>;
  }): void {
    this.#versions.push(entry.live);
    this.#history.unshift({ version: this.version, ...entry.change, undoneIn: undefined });
    this.outcome = { kind: 'changed', version: this.version, added: entry.change.added, removed: entry.change.removed };
  }
}

function placeOf({ source, target, term, caseRule }: StoredEntry): string {
  return [source, target, term, caseRule].join('\0');
}
