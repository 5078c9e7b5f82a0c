import { html } from 'hono/html';
import type { Piece } from '../page.ts';
import { pageFailure } from '../pages.ts';
import { problemSummary, swapsRow, wideRow } from '../pieces.ts';
import { partReply, sendTo } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import { nothingThere, type SignedInVisit } from '../visit.ts';
import { problemOf } from '../wordings.ts';
import {
  type DrawFields,
  type EntryBook,
  editorOf,
  entryRow,
  pathOf,
  type RefusedEntry,
  rowId,
  type ShownEntry,
  type Written,
} from './entry-book.ts';
import { entryFacts, existingEntries, listPage, readListFilter, warnTaken } from './list-page.ts';

/** Adds, edits and removes one entry: as pages with forms, and as table rows for a script. */
export function entryActRoutes(book: EntryBook): readonly PageRoute[] {
  const { path } = book;
  return [
    visitors.post(path, (visit) => add(book, visit)),
    visitors.get(`${path}/:id`, (visit) => showRow(book, visit)),
    visitors.get(`${path}/:id/edit`, async (visit) => {
      const entry = await findEntry(book, visit);
      return drawEdit(book, visit, { id: entry.id, fields: entry.fields });
    }),
    visitors.post(`${path}/:id/edit`, (visit) => edit(book, visit)),
    visitors.get(`${path}/:id/remove`, (visit) => showRemove(book, visit)),
    visitors.post(`${path}/:id/remove`, (visit) => remove(book, visit)),
  ];
}

/** Returns an entry, by default the one in the address. @throws RefusedVisit `not_found` */
async function findEntry(book: EntryBook, visit: SignedInVisit, id = visit.id, isWritten = false): Promise<ShownEntry> {
  const entry = await book.find(visit, id, isWritten);
  if (entry === undefined) throw nothingThere();
  return entry;
}

async function showRow(book: EntryBook, visit: SignedInVisit): Promise<Response> {
  const entry = await findEntry(book, visit);
  if (!visit.wantsPart) return sendTo(visit, `${pathOf(book, entry.id)}/edit`);
  return partReply(entryRow(book, entry, true));
}

type Sent = { readonly fields: DrawFields; readonly outcome: Written };

/** @param edited undefined for a new entry */
async function write(book: EntryBook, visit: SignedInVisit, edited: string | undefined): Promise<Sent> {
  const form = await visit.readForm();
  const fields = book.fieldsOf(form);
  const mayReplace = form.texts('gives_way');
  try {
    return { fields, outcome: await book.write(editorOf(visit), form, { edited, mayReplace }) };
  } catch (error) {
    const { status } = pageFailure(error);
    return { fields, outcome: { kind: 'invalid', status, problems: [problemOf(error)], existing: [] } };
  }
}

async function add(book: EntryBook, visit: SignedInVisit): Promise<Response> {
  const { fields, outcome } = await write(book, visit, undefined);
  if ('id' in outcome) {
    return sendTo(visit, `${book.path}?done=${outcome.kind}&id=${outcome.id}`);
  }
  const filter = readListFilter(new URL(book.path, visit.url), book);
  const view = { filter, above: '', status: outcome.status, form: { ...outcome, fields } };
  return book.parts.pages.render(visit, await listPage(book, visit, view));
}

async function edit(book: EntryBook, visit: SignedInVisit): Promise<Response> {
  const { id } = visit;
  const { fields, outcome } = await write(book, visit, id);
  if (!('id' in outcome)) return drawEdit(book, visit, { id, fields, refused: outcome });
  if (!visit.wantsPart) return sendTo(visit, `${book.path}?done=edited&id=${outcome.id}`);
  const entry = await findEntry(book, visit, outcome.id, true);
  return partReply(html`${entryRow(book, entry, true)}${await entryFacts(book, visit, true)}`);
}

type EditView = { readonly id: string; readonly fields: DrawFields; readonly refused?: RefusedEntry };

/** The form of an entry, as a page or in its row. After a refusal, with the reason and what is allowed. */
function drawEdit(
  book: EntryBook,
  visit: SignedInVisit,
  { id, fields, refused }: EditView,
): Response | Promise<Response> {
  const isGone = refused?.kind === 'missing';
  const action = isGone ? book.path : `${pathOf(book, id)}/edit`;
  const isPart = visit.wantsPart && !isGone;
  const { problems = [], status = 200 } = refused ?? {};
  const form = html`<form class="edit spaced" method="post" action="${action}"${isPart ? html` hx-post="${action}"${swapsRow}` : ''}>${whyRefused(refused)}
${fields({ prefix: `edit-${id}-`, problems, hasFocus: true })}
<div class="actions"><button class="primary" type="submit">${buttonOf(refused)}</button>
<a href="${book.path}"${isPart ? html` hx-get="${pathOf(book, id)}"${swapsRow}` : ''} data-cancel>Cancel</a></div></form>`;
  if (visit.wantsPart) return partReply(wideRow(rowId(id), book.columns, form), status);
  const body = html`<h1>Edit entry</h1>${form}<p class="soft small">${book.rules}</p>${book.languages.list()}`;
  return book.parts.pages.render(visit, { title: 'Edit entry', section: book.path, body, status });
}

function whyRefused(refused: RefusedEntry | undefined): Piece | string {
  if (refused === undefined) return '';
  if (refused.kind === 'invalid') return problemSummary(refused.problems);
  const { kind, existing } = refused;
  if (kind === 'conflict') return warnTaken(existing);
  const now = existing.length === 0 ? '' : html`<p>With these words there is now:</p>${existingEntries(existing)}`;
  return html`<div class="notice warn" role="alert"><p>This entry was changed or removed after you opened it. Your input is below. Nothing was changed.</p>${now}</div>`;
}

function buttonOf(refused: RefusedEntry | undefined): string {
  if (refused?.kind === 'conflict') return 'Save and replace';
  if (refused?.kind !== 'missing') return 'Save';
  return refused.existing.length > 0 ? 'Replace entry' : 'Add as new entry';
}

async function showRemove(book: EntryBook, visit: SignedInVisit): Promise<Response> {
  const entry = await findEntry(book, visit);
  const path = pathOf(book, entry.id);
  const isPart = visit.wantsPart;
  const form = html`<form method="post" action="${path}/remove"${isPart ? html` hx-post="${path}/remove"${swapsRow}` : ''}>
<p>Remove ${entry.words}? It no longer applies from your next request on.</p>
<div class="actions"><button class="danger" type="submit" autofocus>Remove entry</button>
<a href="${book.path}"${isPart ? html` hx-get="${path}"${swapsRow}` : ''} data-cancel>Keep entry</a></div></form>`;
  if (isPart) return partReply(wideRow(rowId(entry.id), book.columns, form));
  return book.parts.pages.render(visit, {
    title: 'Remove entry',
    section: book.path,
    body: html`<h1>Remove entry</h1>${form}`,
  });
}

async function remove(book: EntryBook, visit: SignedInVisit): Promise<Response> {
  const entry = await findEntry(book, visit);
  await book.store.remove(editorOf(visit), entry.id);
  if (!visit.wantsPart) return sendTo(visit, `${book.path}?done=removed`);
  const confirmation = html`<p class="soft" tabindex="-1" autofocus>Removed: ${entry.words}</p>`;
  return partReply(html`${wideRow(rowId(entry.id), book.columns, confirmation)}${await entryFacts(book, visit, true)}`);
}
