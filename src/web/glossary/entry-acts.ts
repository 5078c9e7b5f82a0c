import { html } from 'hono/html';
import type { EntryWritten } from '../../shop/glossaries/account-glossaries.ts';
import type { StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import type { EntryId } from '../../text/glossary/glossary-entry.ts';
import type { Page, Piece } from '../page.ts';
import { pageFailure } from '../pages.ts';
import { type FormProblem, problemSummary } from '../pieces.ts';
import { partReply, sendTo } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import { nothingThere, type SignedInVisit } from '../visit.ts';
import { problemOf } from '../wordings.ts';
import {
  draftOfEntry,
  draftOfForm,
  type EntryDraft,
  type EntryFields,
  entryFacts,
  entryFields,
  entryRow,
  entryRules,
  existingEntries,
  rawOf,
  replaceableIds,
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
    visitors.get('/glossary/:id/edit', (visit) => showEdit(parts, visit)),
    visitors.post('/glossary/:id/edit', (visit) => edit(parts, visit)),
    visitors.get('/glossary/:id/remove', (visit) => showRemove(parts, visit)),
    visitors.post('/glossary/:id/remove', (visit) => remove(parts, visit)),
  ];
}

/**
 * Returns the entry in the address.
 *
 * @throws RefusedVisit `not_found`
 */
async function findEntry(
  { glossaries }: GlossaryPagesParts,
  { parameters, visitor }: SignedInVisit,
): Promise<StoredEntry> {
  const entry = await glossaries.find(visitor.accountId, idOf(parameters));
  if (entry === undefined) throw nothingThere();
  return entry;
}

function idOf({ id = '' }: SignedInVisit['parameters']): EntryId {
  return id as EntryId;
}

async function showRow(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  const entry = await findEntry(parts, visit);
  if (!visit.wantsPart) return sendTo(visit, `/glossary/${encodeURIComponent(entry.id)}/edit`);
  return partReply(entryRow(entry, parts.languages, 'edit'));
}

async function add(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  const form = await visit.readForm();
  const draft = draftOfForm(form, parts.languages);
  const outcome = await write(parts, visit, { draft, seen: { mayReplace: replaceableIds(form) } });
  if (outcome.kind === 'written' || outcome.kind === 'unchanged') {
    return sendTo(visit, `/glossary?done=${outcome.kind === 'written' ? 'added' : 'exists'}&id=${outcome.entry.id}`);
  }
  const view = {
    filter: readListFilter(new URL('/glossary', visit.url), parts.languages),
    above: '',
    status: statusOf(outcome),
  };
  const problems = 'problems' in outcome ? outcome.problems : [];
  const existing = 'existing' in outcome ? outcome.existing : [];
  return parts.pages.render(visit, await listPage(parts, visit, { ...view, form: { draft, problems, existing } }));
}

async function showEdit(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  const entry = await findEntry(parts, visit);
  const fields = {
    draft: draftOfEntry(entry),
    prefix: prefixOf(entry.id),
    focus: 'term',
    languages: parts.languages,
  } as const;
  const form = {
    fields,
    action: editPath(entry.id),
    cancel: `/glossary/${encodeURIComponent(entry.id)}`,
    button: 'Save',
    above: '',
  };
  if (visit.wantsPart) return partReply(wideRow(entry.id, editForm({ ...form, isPart: true })));
  return parts.pages.render(visit, editPage(parts, editForm({ ...form, cancel: '/glossary', isPart: false })));
}

async function edit(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  const form = await visit.readForm();
  const draft = draftOfForm(form, parts.languages);
  const id = idOf(visit.parameters);
  const outcome = await write(parts, visit, { draft, seen: { edited: id, mayReplace: replaceableIds(form) } });
  if (outcome.kind === 'written' || outcome.kind === 'unchanged') {
    if (visit.wantsPart) return writtenRow(parts, visit, outcome.entry);
    return sendTo(visit, `/glossary?done=edited&id=${outcome.entry.id}`);
  }
  if (visit.wantsPart) return refusedRow(parts, { draft, outcome, id });
  const body = editForm({ ...refusedForm(parts, { draft, outcome, id }), cancel: '/glossary', isPart: false });
  return parts.pages.render(visit, { ...editPage(parts, body), status: statusOf(outcome) });
}

type Invalid = { readonly kind: 'invalid'; readonly status: number; readonly problems: readonly FormProblem[] };
type Refused = Invalid | Extract<EntryWritten, { readonly existing: readonly StoredEntry[] }>;

type Writing = { readonly draft: EntryDraft; readonly seen: Parameters<GlossaryPagesParts['glossaries']['write']>[2] };

async function write(
  { glossaries }: GlossaryPagesParts,
  visit: SignedInVisit,
  { draft, seen }: Writing,
): Promise<EntryWritten | Invalid> {
  try {
    return await glossaries.write(editorOf(visit), rawOf(draft), seen);
  } catch (error) {
    return { kind: 'invalid', status: pageFailure(error).status, problems: [problemOf(error)] };
  }
}

function statusOf(refused: Refused): number {
  switch (refused.kind) {
    case 'invalid':
      return refused.status;
    case 'missing':
      return 404;
    case 'conflict':
      return 409;
  }
}

async function writtenRow(
  { glossaries, languages }: GlossaryPagesParts,
  visit: SignedInVisit,
  entry: StoredEntry,
): Promise<Response> {
  const facts = await glossaries.count(visit.visitor.accountId);
  return partReply(html`${entryRow(entry, languages, 'edit')}${entryFacts(facts, true)}`);
}

type RefusedDraft = { readonly draft: EntryDraft; readonly outcome: Refused; readonly id: EntryId };

function refusedRow(parts: GlossaryPagesParts, refused: RefusedDraft): Response {
  const { id, outcome } = refused;
  const cancel = outcome.kind === 'missing' ? '/glossary' : `/glossary/${encodeURIComponent(id)}`;
  const form = editForm({ ...refusedForm(parts, refused), cancel, isPart: outcome.kind !== 'missing' });
  return partReply(wideRow(id, form), statusOf(outcome));
}

/** The input again, why it was refused, and what is allowed. */
function refusedForm(
  { languages }: GlossaryPagesParts,
  { draft, outcome, id }: RefusedDraft,
): Omit<EditForm, 'cancel' | 'isPart'> {
  const problems = 'problems' in outcome ? outcome.problems : [];
  const fields: EntryFields = { draft, prefix: prefixOf(id), problems, focus: 'term', languages };
  const action = outcome.kind === 'missing' ? '/glossary' : editPath(id);
  switch (outcome.kind) {
    case 'invalid':
      return { fields, action, button: 'Save', above: problemSummary(problems) };
    case 'conflict':
      return {
        fields,
        action,
        button: 'Save and replace',
        above: resultOf(
          'Another entry has these words and would be replaced. Nothing was changed yet.',
          outcome,
          languages,
        ),
      };
    case 'missing':
      return {
        fields,
        action,
        button: outcome.existing.length > 0 ? 'Replace entry' : 'Add as new entry',
        above: resultOf(removedText, outcome, languages),
      };
  }
}

const removedText = 'This entry was changed or removed after you opened it. Your input is below. Nothing was changed.';

function resultOf(
  why: string,
  { existing }: { readonly existing: readonly StoredEntry[] },
  languages: GlossaryPagesParts['languages'],
): Piece {
  const now =
    existing.length === 0 ? '' : html`<p>With these words there is now:</p>${existingEntries(existing, languages)}`;
  return html`<div class="notice warn" role="alert"><p>${why}</p>${now}</div>`;
}

type EditForm = {
  readonly fields: EntryFields;
  readonly action: string;
  readonly button: string;
  readonly above: Piece | string;
  readonly cancel: string;
  /** Whether the form is in a row of the list, which the reply replaces. */
  readonly isPart: boolean;
};

function editForm({ fields, action, button, above, cancel, isPart }: EditForm): Piece {
  const sends = isPart ? html` hx-post="${action}"${swapsRow}` : '';
  const leaves = isPart ? html` hx-get="${cancel}"${swapsRow}` : '';
  return html`<form class="edit spaced" method="post" action="${action}"${sends}>${above}
${entryFields(fields)}
<div class="actions"><button class="primary" type="submit">${button}</button>
<a href="${isPart ? '/glossary' : cancel}"${leaves} data-cancel>Cancel</a></div></form>`;
}

function editPage({ languages }: GlossaryPagesParts, form: Piece): Page {
  const body = html`<h1>Edit entry</h1>${form}<p class="soft small">${entryRules}</p>${languages.list()}`;
  return { title: 'Edit entry', section, body };
}

async function showRemove(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  const entry = await findEntry(parts, visit);
  const form = removeForm(parts, entry, visit.wantsPart);
  if (visit.wantsPart) return partReply(wideRow(entry.id, form));
  return parts.pages.render(visit, { title: 'Remove entry', section, body: html`<h1>Remove entry</h1>${form}` });
}

function removeForm({ languages }: GlossaryPagesParts, entry: StoredEntry, isPart: boolean): Piece {
  const path = `/glossary/${encodeURIComponent(entry.id)}`;
  const sends = isPart ? html` hx-post="${path}/remove"${swapsRow}` : '';
  const leaves = isPart ? html` hx-get="${path}"${swapsRow}` : '';
  return html`<form method="post" action="${path}/remove"${sends}>
<p>Remove ${languages.entry(entry)} (${languages.pair(entry)})? It no longer applies from your next request on.</p>
<div class="actions"><button class="danger" type="submit" autofocus>Remove entry</button>
<a href="/glossary"${leaves} data-cancel>Keep entry</a></div></form>`;
}

async function remove(parts: GlossaryPagesParts, visit: SignedInVisit): Promise<Response> {
  const entry = await findEntry(parts, visit);
  await parts.glossaries.remove(editorOf(visit), [entry.id]);
  if (!visit.wantsPart) return sendTo(visit, '/glossary?done=removed');
  const facts = await parts.glossaries.count(visit.visitor.accountId);
  const confirmation = html`<p class="soft" tabindex="-1" autofocus>Removed: ${parts.languages.words(entry.term, entry.source)}</p>`;
  return partReply(html`${wideRow(entry.id, confirmation)}${entryFacts(facts, true)}`);
}

function editPath(id: EntryId): string {
  return `/glossary/${encodeURIComponent(id)}/edit`;
}

function prefixOf(id: EntryId): string {
  return `edit-${id}-`;
}
