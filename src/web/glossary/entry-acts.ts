import { html } from 'hono/html';
import type { TermWritten } from '../../shop/glossaries/account-glossaries.ts';
import type { Term } from '../../shop/glossaries/stored-entry.ts';
import type { TermId } from '../../text/glossary/glossary-entry.ts';
import type { Page, Piece } from '../page.ts';
import { pageFailure } from '../pages.ts';
import { type FormProblem, problemSummary } from '../pieces.ts';
import { partReply, sendTo } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import { nothingThere, type SignedInVisit } from '../visit.ts';
import { problemOf } from '../wordings.ts';
import { draftOfForm, draftOfTerm, rawOf, replaceableIds, type TermDraft } from './entry-draft.ts';
import { existingTerms, type TermFields, termFields, termRules } from './entry-form.ts';
import { swapsRow, termFacts, termRow, wideRow } from './entry-rows.ts';
import { editorOf, section, type TermPagesParts } from './glossary-page-parts.ts';
import { readListFilter } from './list-filter.ts';
import { listPage } from './list-page.ts';

/** Adds, edits and removes one entry: as pages with forms, and as table rows for a script. */
export function termActRoutes(parts: TermPagesParts): readonly PageRoute[] {
  return [
    visitors.post('/terms', (visit) => add(parts, visit)),
    visitors.get('/terms/:id', (visit) => showRow(parts, visit)),
    visitors.get('/terms/:id/edit', (visit) => showEdit(parts, visit)),
    visitors.post('/terms/:id/edit', (visit) => edit(parts, visit)),
    visitors.get('/terms/:id/remove', (visit) => showRemove(parts, visit)),
    visitors.post('/terms/:id/remove', (visit) => remove(parts, visit)),
  ];
}

/**
 * Returns the entry in the address.
 *
 * @throws RefusedVisit `not_found`
 */
async function findTerm({ terms }: TermPagesParts, { parameters, visitor }: SignedInVisit): Promise<Term> {
  const term = await terms.find(visitor.accountId, idOf(parameters));
  if (term === undefined) throw nothingThere();
  return term;
}

function idOf({ id = '' }: SignedInVisit['parameters']): TermId {
  return id as TermId;
}

async function showRow(parts: TermPagesParts, visit: SignedInVisit): Promise<Response> {
  const term = await findTerm(parts, visit);
  if (!visit.wantsPart) return sendTo(visit, `/terms/${encodeURIComponent(term.id)}/edit`);
  return partReply(termRow(term, parts.languages, 'edit'));
}

async function add(parts: TermPagesParts, visit: SignedInVisit): Promise<Response> {
  const form = await visit.readForm();
  const draft = draftOfForm(form, parts.languages);
  const outcome = await write(parts, visit, { draft, seen: { mayReplace: replaceableIds(form) } });
  if (outcome.kind === 'written' || outcome.kind === 'unchanged') {
    return sendTo(visit, `/terms?done=${outcome.kind === 'written' ? 'added' : 'exists'}&id=${outcome.term.id}`);
  }
  const view = {
    filter: readListFilter(new URL('/terms', visit.url), parts.languages),
    above: '',
    status: statusOf(outcome),
  };
  const problems = 'problems' in outcome ? outcome.problems : [];
  const existing = 'existing' in outcome ? outcome.existing : [];
  return parts.pages.render(visit, await listPage(parts, visit, { ...view, form: { draft, problems, existing } }));
}

async function showEdit(parts: TermPagesParts, visit: SignedInVisit): Promise<Response> {
  const term = await findTerm(parts, visit);
  const fields = {
    draft: draftOfTerm(term),
    prefix: prefixOf(term.id),
    focus: 'term',
    languages: parts.languages,
  } as const;
  const form = {
    fields,
    action: editPath(term.id),
    cancel: `/terms/${encodeURIComponent(term.id)}`,
    button: 'Save',
    above: '',
  };
  if (visit.wantsPart) return partReply(wideRow(term.id, editForm({ ...form, isPart: true })));
  return parts.pages.render(visit, editPage(parts, editForm({ ...form, cancel: '/terms', isPart: false })));
}

async function edit(parts: TermPagesParts, visit: SignedInVisit): Promise<Response> {
  const form = await visit.readForm();
  const draft = draftOfForm(form, parts.languages);
  const id = idOf(visit.parameters);
  const outcome = await write(parts, visit, { draft, seen: { edited: id, mayReplace: replaceableIds(form) } });
  if (outcome.kind === 'written' || outcome.kind === 'unchanged') {
    if (visit.wantsPart) return writtenRow(parts, visit, outcome.term);
    return sendTo(visit, `/terms?done=edited&id=${outcome.term.id}`);
  }
  if (visit.wantsPart) return refusedRow(parts, { draft, outcome, id });
  const body = editForm({ ...refusedForm(parts, { draft, outcome, id }), cancel: '/terms', isPart: false });
  return parts.pages.render(visit, { ...editPage(parts, body), status: statusOf(outcome) });
}

type Invalid = { readonly kind: 'invalid'; readonly status: number; readonly problems: readonly FormProblem[] };
type Refused = Invalid | Extract<TermWritten, { readonly existing: readonly Term[] }>;

type Writing = { readonly draft: TermDraft; readonly seen: Parameters<TermPagesParts['terms']['write']>[2] };

async function write(
  { terms }: TermPagesParts,
  visit: SignedInVisit,
  { draft, seen }: Writing,
): Promise<TermWritten | Invalid> {
  try {
    return await terms.write(editorOf(visit), rawOf(draft), seen);
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

async function writtenRow({ terms, languages }: TermPagesParts, visit: SignedInVisit, term: Term): Promise<Response> {
  const facts = await terms.count(visit.visitor.accountId);
  return partReply(html`${termRow(term, languages, 'edit')}${termFacts(facts, true)}`);
}

type RefusedDraft = { readonly draft: TermDraft; readonly outcome: Refused; readonly id: TermId };

function refusedRow(parts: TermPagesParts, refused: RefusedDraft): Response {
  const { id, outcome } = refused;
  const cancel = outcome.kind === 'missing' ? '/terms' : `/terms/${encodeURIComponent(id)}`;
  const form = editForm({ ...refusedForm(parts, refused), cancel, isPart: outcome.kind !== 'missing' });
  return partReply(wideRow(id, form), statusOf(outcome));
}

/** The input again, why it was refused, and what is allowed. */
function refusedForm(
  { languages }: TermPagesParts,
  { draft, outcome, id }: RefusedDraft,
): Omit<EditForm, 'cancel' | 'isPart'> {
  const problems = 'problems' in outcome ? outcome.problems : [];
  const fields: TermFields = { draft, prefix: prefixOf(id), problems, focus: 'term', languages };
  const action = outcome.kind === 'missing' ? '/terms' : editPath(id);
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
  { existing }: { readonly existing: readonly Term[] },
  languages: TermPagesParts['languages'],
): Piece {
  const now =
    existing.length === 0 ? '' : html`<p>With these words there is now:</p>${existingTerms(existing, languages)}`;
  return html`<div class="notice warn" role="alert"><p>${why}</p>${now}</div>`;
}

type EditForm = {
  readonly fields: TermFields;
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
${termFields(fields)}
<div class="actions"><button class="primary" type="submit">${button}</button>
<a href="${isPart ? '/terms' : cancel}"${leaves} data-cancel>Cancel</a></div></form>`;
}

function editPage({ languages }: TermPagesParts, form: Piece): Page {
  const body = html`<h1>Edit entry</h1>${form}<p class="soft small">${termRules}</p>${languages.list()}`;
  return { title: 'Edit entry', section, body };
}

async function showRemove(parts: TermPagesParts, visit: SignedInVisit): Promise<Response> {
  const term = await findTerm(parts, visit);
  const form = removeForm(parts, term, visit.wantsPart);
  if (visit.wantsPart) return partReply(wideRow(term.id, form));
  return parts.pages.render(visit, { title: 'Remove entry', section, body: html`<h1>Remove entry</h1>${form}` });
}

function removeForm({ languages }: TermPagesParts, term: Term, isPart: boolean): Piece {
  const path = `/terms/${encodeURIComponent(term.id)}`;
  const sends = isPart ? html` hx-post="${path}/remove"${swapsRow}` : '';
  const leaves = isPart ? html` hx-get="${path}"${swapsRow}` : '';
  return html`<form method="post" action="${path}/remove"${sends}>
<p>Remove ${languages.entry(term)} (${languages.pair(term)})? It no longer applies from your next request on.</p>
<div class="actions"><button class="danger" type="submit" autofocus>Remove entry</button>
<a href="/terms"${leaves} data-cancel>Keep entry</a></div></form>`;
}

async function remove(parts: TermPagesParts, visit: SignedInVisit): Promise<Response> {
  const term = await findTerm(parts, visit);
  await parts.terms.remove(editorOf(visit), [term.id]);
  if (!visit.wantsPart) return sendTo(visit, '/terms?done=removed');
  const facts = await parts.terms.count(visit.visitor.accountId);
  const confirmation = html`<p class="soft" tabindex="-1" autofocus>Removed: ${parts.languages.words(term.term, term.source)}</p>`;
  return partReply(html`${wideRow(term.id, confirmation)}${termFacts(facts, true)}`);
}

function editPath(id: TermId): string {
  return `/terms/${encodeURIComponent(id)}/edit`;
}

function prefixOf(id: TermId): string {
  return `edit-${id}-`;
}
