import { html } from 'hono/html';
import type { EntryWritten } from '../../shop/glossaries/account-glossaries.ts';
import type { RawEntry } from '../../shop/glossaries/entry-content.ts';
import type { StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import type { EntryId } from '../../text/glossary/glossary-entry.ts';
import type { Piece } from '../page.ts';
import { pageFailure } from '../pages.ts';
import { type FormProblem, problemSummary } from '../pieces.ts';
import { partReply, sendTo } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import { nothingThere, type SignedInVisit } from '../visit.ts';
import { problemOf } from '../wordings.ts';
import {
  draftOfEntry,
  draftOfForm,
  entryFacts,
  entryFields,
  entryRow,
  entryRules,
  existingEntries,
  swapsRow,
  wideRow,
} from './entry-form.ts';
import { editorOf, type GlossaryPagesParts, section } from './glossary-page-parts.ts';
import { listPage, readListFilter } from './list-page.ts';

/** Adds, edits and removes one entry: as pages with forms, and as table rows for a script. */
export function entryActRoutes(parts: GlossaryPagesParts): readonly PageRoute[] {
  return [
    visitors.post('/glossary', (visit) => add(parts, visit)),
    visitors.get('/glossary/:id', (visit) => showRow(parts, visit)),
    visitors.get('/glossary/:id/edit', async (visit) => {
      const entry = await findEntry(parts, visit);
      return drawEdit(parts, visit, { id: entry.id, draft: draftOfEntry(entry) });
    }),
    visitors.post('/glossary/:id/edit', (visit) => edit(parts, visit)),
    visitors.get('/glossary/:id/remove', (visit) => showRemove(parts, visit)),
    visitors.post('/glossary/:id/remove', (visit) => remove(parts, visit)),
  ];
}

/** Returns the entry in the address. @throws RefusedVisit `not_found` */
async function findEntry({ glossaries }: GlossaryPagesParts, visit: SignedInVisit): Promise<StoredEntry> {
  const entry = await glossaries.find(visit.visitor.accountId, visit.id as EntryId);
  if (entry === undefined) throw nothingThere();
  return entry;
}

function pathOf(id: EntryId): string {
  return `/glossary/${encodeURIComponent(id)}`;
}

async function showRow(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  const entry = await findEntry(parts, visit);
  if (!visit.wantsPart) return sendTo(visit, `${pathOf(entry.id)}/edit`);
  return partReply(entryRow(entry, parts.languages, true));
}

/** Why an entry was not written, and the entries that it would replace. */
type Refused = {
  readonly kind: 'invalid' | 'conflict' | 'missing';
  readonly status: number;
  readonly problems: readonly FormProblem[];
  readonly existing: readonly StoredEntry[];
};

type Sent = { readonly draft: RawEntry; readonly outcome: Extract<EntryWritten, { entry: StoredEntry }> | Refused };

/** @param edited undefined for a new entry */
async function write(
  { glossaries, languages }: GlossaryPagesParts,
  visit: SignedInVisit,
  edited: EntryId | undefined,
): Promise<Sent> {
  const form = await visit.readForm();
  const draft = draftOfForm(form, languages);
  const mayReplace = form.texts('gives_way') as readonly EntryId[];
  try {
    const outcome = await glossaries.write(editorOf(visit), draft, { edited, mayReplace });
    if ('entry' in outcome) return { draft, outcome };
    return { draft, outcome: { ...outcome, status: outcome.kind === 'missing' ? 404 : 409, problems: [] } };
  } catch (error) {
    const { status } = pageFailure(error);
    return { draft, outcome: { kind: 'invalid', status, problems: [problemOf(error)], existing: [] } };
  }
}

async function add(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  const { draft, outcome } = await write(parts, visit, undefined);
  if ('entry' in outcome) {
    return sendTo(visit, `/glossary?done=${outcome.kind === 'written' ? 'added' : 'exists'}&id=${outcome.entry.id}`);
  }
  const filter = readListFilter(new URL('/glossary', visit.url), parts.languages);
  const view = { filter, above: '', status: outcome.status, form: { ...outcome, draft } };
  return parts.pages.render(visit, await listPage(parts, visit, view));
}

async function edit(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  const id = visit.id as EntryId;
  const { draft, outcome } = await write(parts, visit, id);
  if (!('entry' in outcome)) return drawEdit(parts, visit, { id, draft, refused: outcome });
  if (!visit.wantsPart) return sendTo(visit, `/glossary?done=edited&id=${outcome.entry.id}`);
  const facts = await parts.glossaries.count(visit.visitor.accountId);
  return partReply(html`${entryRow(outcome.entry, parts.languages, true)}${entryFacts(facts, true)}`);
}

type EditView = { readonly id: EntryId; readonly draft: RawEntry; readonly refused?: Refused };

/** The form of an entry, as a page or in its row. After a refusal, with the reason and what is allowed. */
function drawEdit(
  { pages, languages }: GlossaryPagesParts,
  visit: SignedInVisit,
  { id, draft, refused }: EditView,
): Response | Promise<Response> {
  const isGone = refused?.kind === 'missing';
  const action = isGone ? '/glossary' : `${pathOf(id)}/edit`;
  const isPart = visit.wantsPart && !isGone;
  const { problems = [], status = 200 } = refused ?? {};
  const form = html`<form class="edit spaced" method="post" action="${action}"${isPart ? html` hx-post="${action}"${swapsRow}` : ''}>${whyRefused(refused, languages)}
${entryFields({ draft, prefix: `edit-${id}-`, problems, focus: 'term', languages })}
<div class="actions"><button class="primary" type="submit">${buttonOf(refused)}</button>
<a href="/glossary"${isPart ? html` hx-get="${pathOf(id)}"${swapsRow}` : ''} data-cancel>Cancel</a></div></form>`;
  if (visit.wantsPart) return partReply(wideRow(id, form), status);
  const body = html`<h1>Edit entry</h1>${form}<p class="soft small">${entryRules}</p>${languages.list()}`;
  return pages.render(visit, { title: 'Edit entry', section, body, status });
}

function whyRefused(refused: Refused | undefined, languages: GlossaryPagesParts['languages']): Piece | string {
  if (refused === undefined) return '';
  if (refused.kind === 'invalid') return problemSummary(refused.problems);
  const { kind, existing } = refused;
  const why =
    kind === 'missing'
      ? 'This entry was changed or removed after you opened it. Your input is below. Nothing was changed.'
      : 'Another entry has these words and would be replaced. Nothing was changed yet.';
  const now =
    existing.length === 0 ? '' : html`<p>With these words there is now:</p>${existingEntries(existing, languages)}`;
  return html`<div class="notice warn" role="alert"><p>${why}</p>${now}</div>`;
}

function buttonOf(refused: Refused | undefined): string {
  if (refused?.kind === 'conflict') return 'Save and replace';
  if (refused?.kind !== 'missing') return 'Save';
  return refused.existing.length > 0 ? 'Replace entry' : 'Add as new entry';
}

async function showRemove(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  const { pages, languages } = parts;
  const entry = await findEntry(parts, visit);
  const path = pathOf(entry.id);
  const isPart = visit.wantsPart;
  const form = html`<form method="post" action="${path}/remove"${isPart ? html` hx-post="${path}/remove"${swapsRow}` : ''}>
<p>Remove ${languages.entry(entry)} (${languages.pair(entry)})? It no longer applies from your next request on.</p>
<div class="actions"><button class="danger" type="submit" autofocus>Remove entry</button>
<a href="/glossary"${isPart ? html` hx-get="${path}"${swapsRow}` : ''} data-cancel>Keep entry</a></div></form>`;
  if (isPart) return partReply(wideRow(entry.id, form));
  return pages.render(visit, { title: 'Remove entry', section, body: html`<h1>Remove entry</h1>${form}` });
}

async function remove(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  const entry = await findEntry(parts, visit);
  await parts.glossaries.remove(editorOf(visit), entry.id);
  if (!visit.wantsPart) return sendTo(visit, '/glossary?done=removed');
  const facts = await parts.glossaries.count(visit.visitor.accountId);
  const confirmation = html`<p class="soft" tabindex="-1" autofocus>Removed: ${parts.languages.words(entry.term, entry.source)}</p>`;
  return partReply(html`${wideRow(entry.id, confirmation)}${entryFacts(facts, true)}`);
}
