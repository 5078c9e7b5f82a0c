import { EntryList, type ImportOptions, type LanguageOptions, type WriteOptions } from './entry-list.ts';
import { isMemoryLookup, isMemoryPage, isMemoryWritten } from './reply-shapes.ts';
import type { CallOptions } from './settings.ts';
import type { Transport } from './transport.ts';
import type { MemoryEntry, MemoryEntryBody, MemoryImport, MemoryLookup, MemoryWritten } from './wire.ts';

export type MemoryFormat = 'tmx' | 'csv' | 'tsv';

export type MemoryImportOptions = ImportOptions<'first' | 'last' | 'newest'> & {
  /** What to do with an entry that has another translation. Default: `replace`. */
  readonly existing?: 'replace' | 'keep' | undefined;
};

/** Which entries to list. Default: all. */
export type MemoryListOptions = CallOptions &
  LanguageOptions & {
    /** Only entries whose source or target contains this text, in any case. */
    readonly containing?: string | undefined;
    /** Only entries whose translation lacks a term of the glossary. */
    readonly glossary?: 'conflict' | undefined;
  };

type Types = {
  readonly entry: MemoryEntry;
  readonly body: MemoryEntryBody;
  readonly written: MemoryWritten;
  readonly imported: MemoryImport;
  readonly importOptions: MemoryImportOptions;
  readonly format: MemoryFormat;
  readonly importFormat: MemoryFormat | 'xliff';
};

/**
 * The approved translations of the account, which every request returns for free. Opened as `dragoman.memory`.
 *
 * @example
 * const [source, target] = ['Se borrarán 3 archivos.', 'We delete 3 files.'];
 * await dragoman.memory.add([{ source_lang: 'es', target_lang: 'en', source, target }]);
 * const { text, charged, fromMemory } = await dragoman.translate('Se borrarán 15 archivos.', { from: 'es', to: 'en' });
 * console.log(text, charged, fromMemory); // We delete 15 files. 0 24
 * const file = await dragoman.memory.export('tmx', { from: 'es' });
 * const { skipped } = await dragoman.memory.import(file, 'tmx', { existing: 'keep' });
 * const [entry] = await dragoman.memory.list({ containing: 'archivos' });
 * if (entry) await dragoman.memory.remove(entry.id);
 * console.log(skipped, entry?.source);
 */
export class Memory extends EntryList<Types> {
  constructor(transport: Transport) {
    super(transport, { path: '/memory', isPage: isMemoryPage, isWritten: isMemoryWritten });
  }

  /** Returns the entries. A request returns 500 of them; `export` reads a large memory in one request. */
  list({ from, to, containing, glossary, ...options }: MemoryListOptions = {}): Promise<MemoryEntry[]> {
    return this.entries(options, { source_lang: from, target_lang: to, q: containing, glossary });
  }

  /**
   * Returns what is approved of 1 to 1,000 texts, and what the rest would cost. Free, without an engine.
   *
   * @example
   * const { results } = await dragoman.memory.lookup(['La casa es grande.'], { from: 'es', to: 'en' });
   * for (const { characters_to_charge, matches } of results) console.log(characters_to_charge, matches.length);
   */
  lookup(
    texts: readonly string[],
    { from, to, ...options }: WriteOptions & { readonly from?: string | undefined; readonly to: string },
  ): Promise<MemoryLookup> {
    const value = { texts, source_lang: from, target_lang: to };
    return this.post({ path: '/lookup', value }, isMemoryLookup, options);
  }
}
