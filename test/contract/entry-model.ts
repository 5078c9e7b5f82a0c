import type { EntryChange, EntryChangeOutcome } from '../../src/shop/entries/entry-changes.ts';

type Live<Entry> = { readonly entry: Entry; readonly addedIn: number };

type ModelChange<Entry> = Pick<EntryChange, 'kind' | 'at' | 'by'> & {
  readonly add: readonly Entry[];
  readonly remove: readonly string[];
  readonly expectedVersion: number | undefined;
};

/** A simple model of a glossary or a memory: a list that is copied for every version. */
export class EntryModel<Entry extends { readonly id: string }> {
  /** Returns what only one live entry has. The order of lists. */
  readonly #placeOf: (entry: Entry) => string;
  /** The live entries by place; those of version 0 first. */
  readonly #versions: ReadonlyMap<string, Live<Entry>>[] = [new Map()];
  readonly #history: EntryChange[] = [];
  outcome: EntryChangeOutcome = { kind: 'nothing_to_change' };

  constructor(placeOf: (entry: Entry) => string) {
    this.#placeOf = placeOf;
  }

  get version(): number {
    return this.#versions.length - 1;
  }

  change(request: ModelChange<Entry>): void {
    const { kind, at, by, add, remove, expectedVersion } = request;
    if (expectedVersion !== undefined && expectedVersion !== this.version) {
      this.outcome = { kind: 'outdated' };
      return;
    }
    const before = this.#live();
    const live = new Map([...before].filter(([, { entry }]) => !remove.includes(entry.id)));
    for (const entry of add) live.set(this.#placeOf(entry), { entry, addedIn: this.version + 1 });
    const gone = [...before].filter(([place, { entry }]) => live.get(place)?.entry !== entry);
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
      const isStill = this.#versions[version]?.get(place)?.entry === was.entry;
      if (!isStill && !live.has(place)) live.set(place, was);
    }
    this.#history[index] = { ...imported, undoneIn: this.version + 1 };
    this.#enter({ live, change: { kind: 'undo', at, by, added: live.size - (now.size - removed), removed } });
  }

  list(): readonly Entry[] {
    return [...this.#live().entries()]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([, { entry }]) => entry);
  }

  live(): readonly Live<Entry>[] {
    return [...this.#live().values()];
  }

  history(): readonly EntryChange[] {
    return this.#history;
  }

  #live(): ReadonlyMap<string, Live<Entry>> {
    return this.#versions.at(-1) ?? new Map();
  }

  #enter(entry: {
    readonly live: ReadonlyMap<string, Live<Entry>>;
    readonly change: Omit<EntryChange, 'version' | 'undoneIn'>;
  }): void {
    this.#versions.push(entry.live);
    this.#history.unshift({ version: this.version, ...entry.change, undoneIn: undefined });
    this.outcome = { kind: 'changed', version: this.version, added: entry.change.added, removed: entry.change.removed };
  }
}
