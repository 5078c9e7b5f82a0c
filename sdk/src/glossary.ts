import { isGlossaryImport, isGlossaryPage, isGlossaryWritten } from './reply-shapes.ts';
import type { CallOptions } from './settings.ts';
import type { ApiRequest, Transport } from './transport.ts';
import type { GlossaryEntry, GlossaryEntryBody, GlossaryImport, GlossaryPage, GlossaryWritten } from './wire.ts';

export type GlossaryFormat = 'csv' | 'tsv';

type WriteOptions = CallOptions & { readonly idempotencyKey?: string | undefined };
type LanguageOptions = { readonly from?: string | undefined; readonly to?: string | undefined };

export type GlossaryImportOptions = WriteOptions &
  // For files that do not name their languages.
  LanguageOptions & {
    /** Which of two translations of a term to use. Default: they refuse the file. */
    readonly onConflict?: 'first' | 'last' | undefined;
    /** Whether to leave out invalid entries. Default: they refuse the file. */
    readonly skipProblems?: boolean | undefined;
  };

const types: Readonly<Record<GlossaryFormat, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
};

/** The glossary of the account, which applies to every request. Opened as `dragoman.glossary`. */
export class Glossary {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Returns all entries. A request returns 500 of them; `export` reads a large glossary in one request.
   *
   * @example
   * for (const { term, translation } of await dragoman.glossary.list()) console.log(term, translation);
   */
  async list({ signal }: CallOptions = {}): Promise<GlossaryEntry[]> {
    const entries: GlossaryEntry[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const query = queryOf({ cursor: cursor || undefined });
      const page = await this.#transport.json<GlossaryPage>(
        { method: 'GET', path: `/glossary${query}`, signal },
        isGlossaryPage,
      );
      entries.push(...page.entries);
      cursor = page.next_cursor;
    }
    return entries;
  }

  /**
   * Adds 1 to 1,000 entries, all or none. An entry replaces one with the same languages, term and case rule.
   *
   * @example
   * await dragoman.glossary.add([{ source_lang: 'es', target_lang: 'en', term: 'panel solar', translation: 'PV module' }]);
   */
  async add(entries: readonly GlossaryEntryBody[], options: WriteOptions = {}): Promise<GlossaryWritten> {
    const body = JSON.stringify({ entries });
    const request = { method: 'POST', path: '/glossary', body, contentType: 'application/json', ...options } as const;
    return this.#transport.json(request, isGlossaryWritten);
  }

  /**
   * Removes an entry by the `id` that `list` returns.
   *
   * @example
   * const [entry] = await dragoman.glossary.list();
   * if (entry) await dragoman.glossary.remove(entry.id);
   */
  async remove(id: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#transport.send({ method: 'DELETE', path: `/glossary/${encodeURIComponent(id)}`, signal });
  }

  /**
   * Imports a file of at most 16 MB, all or nothing. A refused file is a `DragomanError` whose `errors` have the lines.
   *
   * @example
   * const { added } = await dragoman.glossary.import('es,en\npanel solar,PV module\n', 'csv');
   * console.log(added);
   */
  async import(
    file: string | Uint8Array | Blob,
    format: GlossaryFormat,
    { from, to, onConflict, skipProblems, ...options }: GlossaryImportOptions = {},
  ): Promise<GlossaryImport> {
    const query = queryOf({
      ...{ source_lang: from, target_lang: to, on_conflict: onConflict },
      skip_problems: skipProblems ? 'true' : undefined,
    });
    const body = file as NonNullable<ApiRequest['body']>;
    const request = { method: 'POST', path: `/glossary/import${query}`, body, contentType: types[format] } as const;
    return this.#transport.json({ ...request, ...options }, isGlossaryImport);
  }

  /**
   * Returns all entries as a file in UTF-8, or only those with the languages.
   *
   * @example
   * const file = await dragoman.glossary.export('csv', { from: 'es' });
   * console.log(new TextDecoder().decode(file));
   */
  async export(format: GlossaryFormat, options: LanguageOptions & CallOptions = {}): Promise<Uint8Array> {
    const { from, to, signal } = options;
    const query = queryOf({ format, source_lang: from, target_lang: to });
    return this.#transport.send({ method: 'GET', path: `/glossary/export${query}`, signal });
  }
}

function queryOf(fields: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
