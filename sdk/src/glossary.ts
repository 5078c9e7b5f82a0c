import { EntryList, type ImportOptions } from './entry-list.ts';
import { isGlossaryPage, isGlossaryWritten } from './reply-shapes.ts';
import type { CallOptions } from './settings.ts';
import type { Transport } from './transport.ts';
import type { GlossaryEntry, GlossaryEntryBody, GlossaryImport, GlossaryWritten } from './wire.ts';

export type GlossaryFormat = 'csv' | 'tsv';
export type GlossaryImportOptions = ImportOptions;

type Types = {
  readonly entry: GlossaryEntry;
  readonly body: GlossaryEntryBody;
  readonly written: GlossaryWritten;
  readonly imported: GlossaryImport;
  readonly importOptions: GlossaryImportOptions;
  readonly format: GlossaryFormat;
  readonly importFormat: GlossaryFormat;
};

/**
 * The glossary of the account, which applies to every request. Opened as `dragoman.glossary`.
 *
 * @example
 * await dragoman.glossary.add([{ source_lang: 'es', target_lang: 'en', term: 'panel solar', translation: 'PV module' }]);
 * const file = await dragoman.glossary.export('csv', { from: 'es' });
 * const { skipped } = await dragoman.glossary.import(file, 'csv');
 * const [entry] = await dragoman.glossary.list();
 * if (entry) await dragoman.glossary.remove(entry.id);
 * console.log(skipped, entry?.term);
 */
export class Glossary extends EntryList<Types> {
  constructor(transport: Transport) {
    super(transport, { path: '/glossary', isPage: isGlossaryPage, isWritten: isGlossaryWritten });
  }

  /** Returns all entries. A request returns 500 of them; `export` reads a large glossary in one request. */
  list(options: CallOptions = {}): Promise<GlossaryEntry[]> {
    return this.entries(options);
  }
}
