import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { countCharacters } from '../../ground/units.ts';
import { choice, field } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { entriesTable, type FormProblem, notice, problemSummary, swapsRow } from '../pieces.ts';
import { partReply } from '../reply.ts';
import { searchPath } from '../usage/search.ts';
import type { SignedInVisit } from '../visit.ts';
import {
  type DrawFields,
  type EntryBook,
  type EntryStep,
  entryRow,
  type RefusedEntry,
  type ShownEntry,
} from './entry-book.ts';

/** `/glossary`: the list, its search, and the form for a new entry. */
export async function answerList(book: EntryBook, visit: SignedInVisit): Promise<Response> {
  const filter = readListFilter(visit.url, book);
  if (visit.wantsPart) return partReply(rowsOf(book, filter, await readStep(book, visit, filter)));
  const { above, written } = await doneNotice(book, visit);
  const { from, to } = filter.typed;
  const form = {
    fields: written?.nextFields ?? book.fieldsOf(undefined, { source: from, target: to }),
    problems: [],
    existing: [],
    hasFocus: written !== undefined || visit.url.searchParams.has('add'),
  };
  return book.parts.pages.render(visit, await listPage(book, visit, { filter, above, form }));
}

/** State of the form for a new entry. `existing`: entries that would be replaced. */
type AddForm = Pick<RefusedEntry, 'problems' | 'existing'> & {
  readonly fields: DrawFields;
  readonly hasFocus?: boolean;
};

type ListView = {
  readonly filter: ListFilter;
  readonly above: Piece | string;
  readonly form: AddForm;
  readonly status?: number;
};

/** The whole page; also after a form that was refused. */
export async function listPage(
  book: EntryBook,
  visit: SignedInVisit,
  { filter, above, form, status }: ListView,
): Promise<Page> {
  const { languages, path, title } = book;
  const { count } = await book.store.count(visit.visitor.accountId);
  const step = await readStep(book, visit, filter);
  const isEmpty = count === 0 && filter.problems.length === 0;
  const body = html`<h1>${title}</h1>
${above}
<p>${book.about}</p>
${await entryFacts(book, visit)}
${addForm(book, form, isEmpty)}
${isEmpty ? noEntries(book) : html`<h2 id="list">All entries</h2>${filterForm(book, filter)}${listOf(book, filter, step)}`}
${languages.list()}`;
  const isRefused = filter.problems.length > 0;
  return { title, section: path, body, scripts: ['entries'], status: status ?? (isRefused ? 400 : 200) };
}

/** The number of entries; a partial reply can replace it on the page. */
export async function entryFacts(
  { store, entriesMax }: EntryBook,
  { visitor }: SignedInVisit,
  isPart = false,
): Promise<Piece> {
  const { count } = await store.count(visitor.accountId);
  return html`<p class="soft" id="entry-facts"${isPart ? html` hx-swap-oob="true"` : ''} role="status">${formatCount(count)} of ${formatCount(entriesMax)} entries</p>`;
}

/** @param isFirst whether there are no entries, so that the form is the main part of the page */
function addForm(book: EntryBook, { fields, problems, hasFocus = false, existing }: AddForm, isFirst: boolean): Piece {
  const isOpen = isFirst || problems.length > 0 || hasFocus || existing.length > 0;
  return html`<details class="card add"${isOpen ? html` open` : ''}><summary>Add entry</summary>
<form class="spaced" method="post" action="${book.path}">${problemSummary(problems)}${existing.length > 0 ? warnTaken(existing) : ''}
${fields({ prefix: 'add-', problems, hasFocus })}
<p class="soft small">${book.rules}${book.addRules ?? ''}</p>
<div class="actions"><button class="primary" type="submit">${existing.length > 0 ? 'Replace entry' : 'Add entry'}</button></div>
</form></details>`;
}

export function warnTaken(existing: readonly ShownEntry[]): Piece {
  return html`<div class="notice warn" role="alert"><p>Another entry has these words and would be replaced. Nothing was changed yet.</p>${existingEntries(existing)}</div>`;
}

/** Entries that would be replaced, and the fields that confirm it. */
export function existingEntries(existing: readonly ShownEntry[]): Piece {
  return html`<ul>${existing.map(
    (entry) => html`<li><input type="hidden" name="gives_way" value="${entry.id}">${entry.words}</li>`,
  )}</ul>`;
}

const glossaryChoices = [
  ['', 'Any'],
  ['conflict', 'Disagrees'],
] as const;

function filterForm({ path, searched, hasConflicts, languages }: EntryBook, { typed, problems }: ListFilter): Piece {
  return html`<form class="spaced" method="get" action="${path}#list" role="search"><div class="row">
${field({ name: 'q', label: searched, type: 'search', value: typed.q, problems })}
${languages.input({ name: 'from', label: 'From language', value: typed.from, problems })}
${languages.input({ name: 'to', label: 'To language', value: typed.to, problems })}
${hasConflicts ? choice({ name: 'glossary', label: 'Glossary', value: typed.glossary, choices: glossaryChoices }) : ''}
<button type="submit">Search</button></div></form>`;
}

/** Returns as many entries as the page has room for. */
function readStep(book: EntryBook, visit: SignedInVisit, filter: ListFilter): Promise<EntryStep> {
  const { typed, holding, after, rowsBefore } = filter;
  const hasConflict = typed.glossary !== '';
  const { from, to } = typed;
  return book.list(visit, { from, to, holding, after, limit: rowsMax - rowsBefore, lookedThroughMax, hasConflict });
}

function listOf(book: EntryBook, filter: ListFilter, step: EntryStep): Piece {
  if (step.entries.length === 0 && step.goesOnAfter === undefined) return nothingFound(book, filter);
  const caption = `Your ${book.title.toLowerCase()}, by languages and words, ${formatCount(rowsMax)} to a page`;
  const first = filter.after === undefined ? '' : html`<p><a href="${listPath(book, filter)}">First page</a></p>`;
  return html`${entriesTable(caption, book.columns, rowsOf(book, filter, step))}
${first}`;
}

function nothingFound(book: EntryBook, filter: ListFilter): Piece {
  if (filter.after !== undefined) {
    return html`<p>There are no more entries. <a href="${listPath(book, filter)}">First page</a></p>`;
  }
  const isSearch = Object.values(filter.typed).some((text) => text.trim() !== '');
  return isSearch ? html`<p>No entries found. <a href="${book.path}">Show all entries</a></p>` : noEntries(book);
}

function noEntries({ path, title, entriesMax }: EntryBook): Piece {
  return html`<p>Your ${title.toLowerCase()} is empty. Add an entry above, or <a href="${path}/import">import a file</a> of up to ${formatCount(entriesMax)}.</p>`;
}

/**
 * The rows of a step, and the link to more: a new page when this one is full, else more rows here, from entries not
 * searched yet.
 */
function rowsOf(book: EntryBook, filter: ListFilter, { entries, goesOnAfter }: EntryStep): Piece {
  const found = html`${entries.map((entry) => entryRow(book, entry))}`;
  if (goesOnAfter === undefined) return found;
  const rows = filter.rowsBefore + entries.length;
  const isFull = rows >= rowsMax;
  const inPlace = html` hx-get="${listPath(book, filter, { after: goesOnAfter, have: String(rows) })}" hx-trigger="load"${swapsRow}`;
  return html`${found}<tr role="row"><td colspan="${book.columns.length}" class="wide" role="cell"${isFull ? '' : inPlace}><a class="button" href="${listPath(book, filter, { after: goesOnAfter })}">${isFull ? 'Next page' : 'Search more entries'}</a></td></tr>`;
}

type Done = { readonly above: Piece | string; readonly written?: ShownEntry };

/** Confirms the last act, named by a code in the address, which anybody can write: details are looked up. */
async function doneNotice(book: EntryBook, visit: SignedInVisit): Promise<Done> {
  const { searchParams } = visit.url;
  const { accountId } = visit.visitor;
  const code = searchParams.get('done') ?? '';
  if (code === 'removed') return { above: notice('good', 'Removed.') };
  if (code === 'imported' || code === 'undone') {
    const [change] = await book.store.history(accountId);
    if (change?.kind !== (code === 'imported' ? 'import' : 'undo')) return { above: '' };
    const [added, removed] = [change.added, change.removed].map(formatCount);
    if (code === 'undone')
      return { above: notice('good', `Undone: ${added} restored, ${removed} removed or replaced.`) };
    const undo = html`<a href="${book.path}/history">Undo it in the history</a>.`;
    return { above: notice('good', html`Imported: ${added} added, ${removed} removed or replaced. ${undo}`) };
  }
  const id = searchParams.get('id');
  const verb = Object.hasOwn(verbs, code) ? verbs[code] : undefined;
  const entry = id === null || verb === undefined ? undefined : await book.find(visit, id, true);
  if (entry === undefined) return { above: '' };
  const warning =
    entry.warning === undefined ? '' : notice('warn', html`${entry.warning} The approved translation applies.`);
  return { above: html`${notice('good', html`${verb}: ${entry.words}.`)}${warning}`, written: entry };
}

const verbs: Readonly<Record<string, string>> = {
  added: 'Added',
  edited: 'Changed',
  exists: 'This entry already exists',
  replaced: 'Replaced',
};

/** A search of the list, as typed and as parsed. */
type ListFilter = {
  readonly typed: Readonly<Record<'q' | 'from' | 'to' | 'glossary', string>>;
  readonly holding: string | undefined;
  /** Id of an entry. */
  readonly after: string | undefined;
  /** Rows already on the page, when a script requests more. */
  readonly rowsBefore: number;
  readonly problems: readonly FormProblem[];
};

const rowsMax = 50;

/** Entries in one step of a search. Other requests can run between steps. */
const lookedThroughMax = 10_000;

/** Longer than any term. */
const searchCharactersMax = 200;

export function readListFilter({ searchParams }: URL, { languages, hasConflicts }: EntryBook): ListFilter {
  const textOf = (name: string) => searchParams.get(name) ?? '';
  const glossary = hasConflicts && textOf('glossary') === 'conflict' ? 'conflict' : '';
  const typed = { q: textOf('q'), from: languages.code(textOf('from')), to: languages.code(textOf('to')), glossary };
  const problems: FormProblem[] = [
    ...languages.problems('source', typed.from, 'from'),
    ...languages.problems('target', typed.to, 'to'),
  ];
  if (countCharacters(typed.q) > searchCharactersMax) {
    problems.push({ param: 'q', message: `Search for at most ${searchCharactersMax} characters.` });
  }
  return {
    typed,
    holding: typed.q.trim() === '' ? undefined : typed.q.trim().normalize('NFC'),
    after: searchParams.get('after') ?? undefined,
    rowsBefore: Math.min(Math.max(Math.trunc(Number(searchParams.get('have'))) || 0, 0), rowsMax - 1),
    problems,
  };
}

/** Returns the path of the list after an entry, or of its first page. */
function listPath({ path }: EntryBook, { typed }: ListFilter, place: Readonly<Record<string, string>> = {}): string {
  return searchPath(path, { ...typed, ...place });
}
