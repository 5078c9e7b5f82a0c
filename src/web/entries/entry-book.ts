import { html } from 'hono/html';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { EntryChange } from '../../shop/entries/entry-changes.ts';
import type { ExportedFile } from '../../shop/entries/exported-file.ts';
import type { GlossaryWork } from '../../shop/glossaries/glossary-files.ts';
import type { AccountParts } from '../account-parts.ts';
import type { Choice } from '../controls.ts';
import type { Form, FormFile } from '../form.ts';
import type { Piece } from '../page.ts';
import { type Column, type FormProblem, stackedRow, swapsRow } from '../pieces.ts';
import type { SignedInVisit } from '../visit.ts';
import type { LanguageWords } from './language-words.ts';

export type EntryPagesParts = Pick<AccountParts, 'pages' | 'catalogue' | 'admit' | 'failed'> & {
  /** Limits of glossaries and memories together. */
  readonly glossaryWork: GlossaryWork;
  /** Records in the audit journal that the owner imported entries. */
  readonly recordImport: (accountId: AccountId, act: 'terms.imported' | 'memory.imported') => Promise<void>;
};

/** Owners change their own entries under their account's id. */
export type PageEditor = { readonly accountId: AccountId; readonly by: AccountId; readonly origin: 'page' };

export function editorOf({ visitor: { accountId } }: SignedInVisit): PageEditor {
  return { accountId, by: accountId, origin: 'page' };
}

/** A search of the list. The languages are as typed, without problems. */
type EntrySearch = {
  readonly from: string;
  readonly to: string;
  readonly holding: string | undefined;
  /** Id of an entry. */
  readonly after: string | undefined;
  readonly limit: number;
  readonly lookedThroughMax: number;
  /** Whether only entries that the glossary contradicts. */
  readonly hasConflict: boolean;
};

/** Draws the fields of an entry as typed, valid or not. */
export type DrawFields = (form: {
  /** Distinguishes the ids of this form from those of another form on the page. */
  readonly prefix: string;
  readonly problems?: readonly FormProblem[];
  /** Whether the first text has the focus. */
  readonly hasFocus?: boolean;
}) => Piece;

/** An entry as the pages show it. */
export type ShownEntry = {
  readonly id: string;
  /** In one line, as plain text. */
  readonly name: string;
  /** `Umzug → removal (German → English)`. */
  readonly words: Piece;
  /** What the glossary translates differently, in a written or a listed entry. */
  readonly warning?: Piece | undefined;
  /** Of its row in the list, without the links. */
  readonly cells: readonly (Piece | string)[];
  readonly fields: DrawFields;
  /** The fields of the next entry, which mostly has the same languages. */
  readonly nextFields: DrawFields;
};

/** Why an entry was not written, and the entries that it would replace. */
export type RefusedEntry = {
  readonly kind: 'invalid' | 'conflict' | 'missing';
  readonly status: number;
  readonly problems: readonly FormProblem[];
  readonly existing: readonly ShownEntry[];
};

/** What was done with an entry, as a code in an address. */
export type Written = { readonly kind: 'added' | 'replaced' | 'edited' | 'exists'; readonly id: string } | RefusedEntry;

/** The form as sent; its files are not shown again. */
export type SentFields = Pick<Form, 'text' | 'longText' | 'has'>;

export type ImportView = {
  readonly sent?: SentFields;
  readonly problems?: readonly FormProblem[];
  readonly report?: Piece;
  readonly status?: number;
};

/** A file or pasted rows, with valid languages; empty ones are as the file says. */
export type Upload = {
  readonly sent: Form;
  /** Its name is empty for pasted rows. */
  readonly file: FormFile;
  readonly source: string;
  readonly target: string;
  readonly onConflict: Conflict | undefined;
  readonly skipProblems: boolean;
};

type Conflict = 'first' | 'last' | 'newest';

type Imports = {
  readonly about: Piece | string;
  readonly accept: string;
  readonly fileHint: string;
  readonly languagesHint: string;
  readonly formats: readonly string[];
  /** Which of two translations of the same words may be chosen. */
  readonly conflicts: readonly Conflict[];
  /** Further options. */
  readonly options: (sent: SentFields) => Piece;
  readonly button: string;
  /** Runs while no other import of the account does. */
  readonly run: (visit: SignedInVisit, upload: Upload) => Promise<ImportView | Response>;
};

type Exports = {
  readonly formats: Choice['choices'];
  readonly about: Piece | string;
  /** `format`: one of `formats`. The languages are as typed, without problems; empty for all. */
  readonly open: (
    accountId: AccountId,
    chosen: Readonly<Record<'format' | 'from' | 'to', string>>,
  ) => Promise<ExportedFile>;
};

/** What the pages of a glossary and of a memory have in common: a list of entries, its history and its files. */
export type EntryBook = {
  readonly parts: EntryPagesParts;
  readonly languages: LanguageWords;
  readonly path: '/glossary' | '/memory';
  readonly title: string;
  readonly about: Piece | string;
  readonly entriesMax: number;
  /** Label of the search for a text. */
  readonly searched: string;
  /** The last one is for links. */
  readonly columns: readonly Column[];
  /** The rules for an entry, shown before it is typed; then those for a new one. */
  readonly rules: string;
  readonly addRules?: Piece;
  readonly store: {
    count(accountId: AccountId): Promise<{ readonly count: number }>;
    history(accountId: AccountId): Promise<readonly EntryChange[]>;
    undoImport(editor: PageEditor, version: number): Promise<unknown>;
    remove(editor: PageEditor, id: string): Promise<void>;
  };
  readonly imports: Imports;
  readonly exports: Exports;
  /** Whether the list can be searched for entries that the glossary contradicts. */
  readonly hasConflicts: boolean;
  /** @param isWritten whether the visitor has just written the entry, and gets its warning */
  find(visit: SignedInVisit, id: string, isWritten?: boolean): Promise<ShownEntry | undefined>;
  list(visit: SignedInVisit, search: EntrySearch): Promise<EntryStep>;
  /** @param form undefined for an empty one, with this pair of codes, which may be empty */
  fieldsOf(form: Form | undefined, pair?: { readonly source: string; readonly target: string }): DrawFields;
  /** @param seen `edited`: undefined for a new entry; `mayReplace`: entries that the user accepts to replace */
  write(editor: PageEditor, form: Form, seen: SeenEntries): Promise<Written>;
};

export type SeenEntries = { readonly edited: string | undefined; readonly mayReplace: readonly string[] };

/** `goesOnAfter`: the last entry that was looked at; undefined after the last entry. */
export type EntryStep = { readonly entries: readonly ShownEntry[]; readonly goesOnAfter: string | undefined };

/** A row of the list. Its link to the form has the focus if a script requested only this row. */
export function entryRow(book: EntryBook, { id, name, cells }: ShownEntry, hasFocus = false): Piece {
  const path = pathOf(book, id);
  const changes = html`<span class="changes"><a href="${path}/edit" hx-get="${path}/edit"${swapsRow} aria-label="Edit ${name}"${hasFocus ? html` autofocus` : ''}>Edit</a>
<a href="${path}/remove" hx-get="${path}/remove"${swapsRow} aria-label="Remove ${name}">Remove</a></span>`;
  return stackedRow(rowId(id), book.columns, [...cells, changes]);
}

export function pathOf({ path }: EntryBook, id: string): string {
  return `${path}/${encodeURIComponent(id)}`;
}

export function rowId(id: string): string {
  return `entry-${id}`;
}
