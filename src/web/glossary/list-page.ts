import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { countCharacters } from '../../ground/units.ts';
import { parseEntryLanguage, type RawEntry } from '../../shop/glossaries/entry-content.ts';
import type { EntryPage } from '../../shop/glossaries/glossary-store.ts';
import { accountEntriesMax, type StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import { anyLanguage, type EntryId, type EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import { field } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { type FormProblem, notice, problemSummary, stackedTable } from '../pieces.ts';
import { partReply } from '../reply.ts';
import { searchPath } from '../usage/search.ts';
import type { SignedInVisit } from '../visit.ts';
import { entryFacts, entryFields, entryRow, entryRules, existingEntries, listColumns, swapsRow } from './entry-form.ts';
import {
  type GlossaryPagesParts,
  type LanguageWords,
  languageInput,
  languageProblems,
  section,
} from './glossary-page-parts.ts';

/** `/glossary`: the list, its search, and the form for a new entry. */
export async function answerList(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  const filter = readListFilter(visit.url, parts.languages);
  if (visit.wantsPart) {
    return partReply(rowsOf(parts, filter, await readStep(parts, visit, filter)));
  }
  const { above, written } = await doneNotice(parts, visit);
  const focus = written === undefined ? undefined : ('term' as const);
  // The next entry mostly has the languages of the last one.
  const { source, target } = written ?? {};
  const draft = source === anyLanguage && target === anyLanguage ? {} : { source, target };
  const form = { draft, problems: [], existing: [], focus };
  return parts.pages.render(visit, await listPage(parts, visit, { filter, above, form }));
}

/** State of the form for a new entry. */
type AddForm = {
  readonly draft: RawEntry;
  readonly problems: readonly FormProblem[];
  readonly focus?: 'term' | undefined;
  /** Entries that would be replaced. */
  readonly existing: readonly StoredEntry[];
};

type ListView = {
  readonly filter: ListFilter;
  readonly above: Piece | string;
  readonly form: AddForm;
  readonly status?: number;
};

/** The whole page; also after a form that was refused. */
export async function listPage(
  parts: GlossaryPagesParts,
  visit: SignedInVisit,
  { filter, above, form, status }: ListView,
): Promise<Page> {
  const { languages } = parts;
  const facts = await parts.glossaries.count(visit.visitor.accountId);
  const step = await readStep(parts, visit, filter);
  const isEmpty = facts.count === 0 && filter.problems.length === 0;
  const body = html`<h1>Glossary</h1>
${above}
<p>Terms with their translations, and terms that are not translated. Your glossary applies from your next request on, with every engine.</p>
${entryFacts(facts)}
<nav aria-label="Glossary"><ul class="links"><li><a href="/glossary/import">Import</a></li><li><a href="/glossary/export">Export</a></li><li><a href="/glossary/history">History</a></li></ul></nav>
${addForm(parts, form, isEmpty)}
${isEmpty ? noEntries : html`<h2 id="list">All entries</h2>${filterForm(filter)}${listOf(parts, filter, step)}`}
${languages.list()}`;
  return {
    title: 'Glossary',
    section,
    body,
    scripts: ['glossary'],
    status: status ?? (filter.problems.length > 0 ? 400 : 200),
  };
}

/** @param isFirst whether the glossary is empty, so that the form is the main part of the page */
function addForm(
  { languages }: GlossaryPagesParts,
  { draft, problems, focus, existing }: AddForm,
  isFirst: boolean,
): Piece {
  const isOpen = isFirst || problems.length > 0 || focus !== undefined || existing.length > 0;
  const entries = existingEntries(existing, languages);
  const taken = html`<div class="notice warn" role="alert"><p>An entry for this term already exists and would be replaced. Nothing was changed yet.</p>${entries}</div>`;
  return html`<details class="card add"${isOpen ? html` open` : ''}><summary>Add entry</summary>
<form class="spaced" method="post" action="/glossary">${problemSummary(problems)}${existing.length > 0 ? taken : ''}
${entryFields({ draft, prefix: 'add-', problems, focus, languages })}
<p class="soft small">${entryRules} <code>*</code> means every language, for do-not-translate entries.</p>
<div class="actions"><button class="primary" type="submit">${existing.length > 0 ? 'Replace entry' : 'Add entry'}</button></div>
</form></details>`;
}

function filterForm({ typed, problems }: ListFilter): Piece {
  return html`<form class="spaced" method="get" action="/glossary#list" role="search"><div class="row">
${field({ name: 'q', label: 'Term or translation', type: 'search', value: typed.q, problems })}
${languageInput({ name: 'from', label: 'From language', value: typed.from, problems })}
${languageInput({ name: 'to', label: 'To language', value: typed.to, problems })}
<button type="submit">Search</button></div></form>`;
}

/** Returns as many entries as the page has room for. */
function readStep(
  { glossaries }: GlossaryPagesParts,
  { visitor: { accountId } }: SignedInVisit,
  { holding, source, target, after, rowsBefore }: ListFilter,
): Promise<EntryPage> {
  const limit = rowsMax - rowsBefore;
  return glossaries.list({ accountId, holding, source, target, after, limit, lookedThroughMax });
}

function listOf(parts: GlossaryPagesParts, filter: ListFilter, step: EntryPage): Piece {
  const isFirst = filter.after === undefined;
  if (step.entries.length === 0 && step.goesOnAfter === undefined) return nothingFound(filter);
  const caption = `Your glossary, by languages and words, ${formatCount(rowsMax)} to a page`;
  return html`${stackedTable({ caption, columns: listColumns, kind: 'glossary' }, rowsOf(parts, filter, step))}
${isFirst ? '' : html`<p><a href="${listPath(filter)}">First page</a></p>`}`;
}

function nothingFound(filter: ListFilter): Piece {
  if (filter.after !== undefined) {
    return html`<p>There are no more entries. <a href="${listPath(filter)}">First page</a></p>`;
  }
  const { holding, source, target } = filter;
  if (holding !== undefined || source !== undefined || target !== undefined)
    return html`<p>No entries found. <a href="/glossary">Show all entries</a></p>`;
  return noEntries;
}

const noEntries = html`<p>Your glossary is empty. Add an entry above, or <a href="/glossary/import">import a file</a> of up to ${formatCount(
  accountEntriesMax,
)}.</p>`;

/**
 * The rows of a step, and the link to more: a new page when this one is full, else more rows here, from entries not
 * searched yet.
 */
function rowsOf({ languages }: GlossaryPagesParts, filter: ListFilter, { entries, goesOnAfter }: EntryPage): Piece {
  const found = html`${entries.map((entry) => entryRow(entry, languages))}`;
  if (goesOnAfter === undefined) return found;
  const rows = filter.rowsBefore + entries.length;
  const isFull = rows >= rowsMax;
  const inPlace = html` hx-get="${listPath(filter, goesOnAfter, rows)}" hx-trigger="load"${swapsRow}`;
  return html`${found}<tr role="row"><td colspan="${listColumns.length}" class="wide" role="cell"${isFull ? '' : inPlace}><a class="button" href="${listPath(filter, goesOnAfter)}">${isFull ? 'Next page' : 'Search more entries'}</a></td></tr>`;
}

type Done = { readonly above: Piece | string; readonly written?: StoredEntry };

/** Confirms the last act, named by a code in the address, which anybody can write: details are looked up. */
async function doneNotice(
  { glossaries, languages }: GlossaryPagesParts,
  { url, visitor }: SignedInVisit,
): Promise<Done> {
  const code = url.searchParams.get('done') ?? '';
  if (code === 'removed') return { above: notice('good', 'Removed.') };
  if (code === 'imported' || code === 'undone') {
    const [change] = await glossaries.history(visitor.accountId);
    if (change?.kind !== (code === 'imported' ? 'import' : 'undo')) return { above: '' };
    const [added, removed] = [change.added, change.removed].map(formatCount);
    if (code === 'undone')
      return { above: notice('good', `Undone: ${added} restored, ${removed} removed or replaced.`) };
    const undo = html`<a href="/glossary/history">Undo it in the history</a>.`;
    return { above: notice('good', html`Imported: ${added} added, ${removed} removed or replaced. ${undo}`) };
  }
  const id = url.searchParams.get('id');
  const verb = Object.hasOwn(verbs, code) ? verbs[code] : undefined;
  const entry = id === null || verb === undefined ? undefined : await glossaries.find(visitor.accountId, id as EntryId);
  if (entry === undefined) return { above: '' };
  const above = notice('good', html`${verb}: ${languages.entry(entry)} (${languages.pair(entry)}).`);
  return { above, written: entry };
}

const verbs: Readonly<Record<string, string>> = {
  added: 'Added',
  edited: 'Changed',
  exists: 'This entry already exists',
};

/** A search of the list, as typed and as parsed. */
type ListFilter = {
  readonly typed: { readonly q: string; readonly from: string; readonly to: string };
  readonly holding: string | undefined;
  readonly source: EntryLanguage | undefined;
  readonly target: EntryLanguage | undefined;
  readonly after: EntryId | undefined;
  /** Rows already on the page, when a script requests more. */
  readonly rowsBefore: number;
  readonly problems: readonly FormProblem[];
};

const rowsMax = 50;

/** Entries in one step of a search. Other requests can run between steps. */
const lookedThroughMax = 10_000;

/** Longer than any term. */
const searchCharactersMax = 200;

export function readListFilter({ searchParams }: URL, languages: Pick<LanguageWords, 'code'>): ListFilter {
  const textOf = (name: string) => searchParams.get(name) ?? '';
  const typed = { q: textOf('q'), from: languages.code(textOf('from')), to: languages.code(textOf('to')) };
  const problems: FormProblem[] = [...languageProblems('from', typed.from), ...languageProblems('to', typed.to)];
  if (countCharacters(typed.q) > searchCharactersMax) {
    problems.push({ param: 'q', message: `Search for at most ${searchCharactersMax} characters.` });
  }
  const after = searchParams.get('after');
  return {
    typed,
    holding: typed.q.trim() === '' ? undefined : typed.q.trim().normalize('NFC'),
    source: parseEntryLanguage(typed.from),
    target: parseEntryLanguage(typed.to),
    after: after === null ? undefined : (after as EntryId),
    rowsBefore: Math.min(Math.max(Math.trunc(Number(searchParams.get('have'))) || 0, 0), rowsMax - 1),
    problems,
  };
}

/** Returns the path of the list after an entry, or of its first page. */
function listPath({ typed }: ListFilter, after?: EntryId, rowsBefore = 0): string {
  return searchPath('/glossary', { ...typed, after: after ?? '', have: rowsBefore === 0 ? '' : String(rowsBefore) });
}
