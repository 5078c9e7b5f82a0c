import type { LanguageTag } from '../../src/text/languages/language.ts';
import {
  type FoundMemoryEntry,
  keysOfSource,
  type Memory,
  type MemoryEntry,
  storedText,
} from '../../src/text/memory/memory-entry.ts';

/** As in `pt: Olá`, by default in the languages of the memory. */
export type ListedEntry = Pick<MemoryEntry, 'source' | 'target'> & Partial<MemoryEntry>;

/** A memory that is a list, the best entry first. It counts look-ups, and may say that it has all hashes. */
export class ListedMemory implements Memory {
  readonly entries: readonly FoundMemoryEntry[];
  /** The match keys of each look-up. */
  readonly lookups: (readonly string[])[] = [];
  readonly #hashes: ReadonlySet<number>;
  readonly #mayHaveAll: boolean;

  constructor(
    listed: readonly ListedEntry[],
    {
      source = 'es',
      target = 'en',
      mayHaveAll = false,
    }: { readonly source?: string; readonly target?: string; readonly mayHaveAll?: boolean } = {},
  ) {
    this.entries = listed.map((entry, index) => ({
      id: String(index),
      sourceLanguage: source as LanguageTag,
      targetLanguage: target as LanguageTag,
      ...entry,
      source: storedText(entry.source),
      target: storedText(entry.target),
      ...keysOfSource(storedText(entry.source)),
    }));
    this.#hashes = new Set(this.entries.flatMap(({ hash, untaggedHash }) => [hash, untaggedHash ?? hash]));
    this.#mayHaveAll = mayHaveAll;
  }

  mayHave(hash: number): boolean {
    return this.#mayHaveAll || this.#hashes.has(hash);
  }

  find(looks: ReadonlyMap<string, number>): Promise<readonly FoundMemoryEntry[]> {
    this.lookups.push([...looks.keys()]);
    const asked = new Set(looks.values());
    return Promise.resolve(
      this.entries.filter(({ hash, untaggedHash }) => asked.has(hash) || asked.has(untaggedHash ?? hash)),
    );
  }
}
