import { isImport, type Shape } from './reply-shapes.ts';
import type { CallOptions } from './settings.ts';
import type { ApiRequest, Transport } from './transport.ts';

export type WriteOptions = CallOptions & { readonly idempotencyKey?: string | undefined };
export type LanguageOptions = { readonly from?: string | undefined; readonly to?: string | undefined };

/** `from` and `to` are for files that do not name their languages, or more than two. */
export type ImportOptions<Conflict = 'first' | 'last'> = WriteOptions &
  LanguageOptions & {
    /** Which of two translations of a term or source to use. Default: they refuse the file. */
    readonly onConflict?: Conflict | undefined;
    /** Whether to leave out invalid entries. Default: they refuse the file. */
    readonly skipProblems?: boolean | undefined;
  };

const types = {
  tmx: 'application/x-tmx+xml',
  xliff: 'application/xliff+xml',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
} as const;

type Endpoints = { readonly path: string; readonly isPage: Shape; readonly isWritten: Shape };
type Page<Entry> = { readonly entries: readonly Entry[]; readonly next_cursor: string | null };
type Query = Readonly<Record<string, string | undefined>>;

type Types = {
  readonly entry: unknown;
  readonly body: unknown;
  readonly written: unknown;
  readonly imported: unknown;
  readonly importOptions: ImportOptions<string> & { readonly existing?: string | undefined };
  /** Of exports. */
  readonly format: string;
  readonly importFormat: keyof typeof types;
};

/** What the glossary and the translation memory have in common. */
export abstract class EntryList<Of extends Types> {
  readonly #transport: Transport;
  readonly #endpoints: Endpoints;

  constructor(transport: Transport, endpoints: Endpoints) {
    this.#transport = transport;
    this.#endpoints = endpoints;
  }

  /** Adds 1 to 1,000 entries, all or none. An entry replaces one with the same languages and term or source. */
  async add(entries: readonly Of['body'][], options: WriteOptions = {}): Promise<Of['written']> {
    return this.post({ path: '', value: { entries } }, this.#endpoints.isWritten, options);
  }

  /** Removes an entry by its `id`. */
  async remove(id: string, { signal }: CallOptions = {}): Promise<void> {
    const path = `${this.#endpoints.path}/${encodeURIComponent(id)}`;
    await this.#transport.send({ method: 'DELETE', path, signal });
  }

  /** Imports a file of at most 16 MB, all or nothing. A refused file is a `DragomanError` whose `errors` have the lines. */
  async import(
    file: string | Uint8Array | Blob,
    format: Of['importFormat'],
    { from, to, onConflict, skipProblems, existing, ...options }: Of['importOptions'] = {},
  ): Promise<Of['imported']> {
    const query = queryOf({
      ...{ source_lang: from, target_lang: to, on_conflict: onConflict, existing },
      skip_problems: skipProblems ? 'true' : undefined,
    });
    const path = `${this.#endpoints.path}/import${query}`;
    const body = file as NonNullable<ApiRequest['body']>;
    return this.#transport.json({ method: 'POST', path, body, contentType: types[format], ...options }, isImport);
  }

  /** Returns all entries as a file in UTF-8, or only those with the languages. */
  async export(format: Of['format'], { from, to, signal }: LanguageOptions & CallOptions = {}): Promise<Uint8Array> {
    const query = queryOf({ format, source_lang: from, target_lang: to });
    return this.#transport.send({ method: 'GET', path: `${this.#endpoints.path}/export${query}`, signal });
  }

  /** All entries, read in requests of 500. */
  protected async entries({ signal }: CallOptions, query: Query = {}): Promise<Of['entry'][]> {
    const { path, isPage } = this.#endpoints;
    const entries: Of['entry'][] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const at = path + queryOf({ ...query, cursor: cursor || undefined });
      const page: Page<Of['entry']> = await this.#transport.json({ method: 'GET', path: at, signal }, isPage);
      entries.push(...page.entries);
      cursor = page.next_cursor;
    }
    return entries;
  }

  protected async post<Reply>(
    { path, value }: { readonly path: string; readonly value: object },
    isReply: Shape,
    options: WriteOptions,
  ): Promise<Reply> {
    const request = { method: 'POST', contentType: 'application/json', ...options } as const;
    return this.#transport.json(
      { ...request, path: this.#endpoints.path + path, body: JSON.stringify(value) },
      isReply,
    );
  }
}

function queryOf(fields: Query): string {
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
