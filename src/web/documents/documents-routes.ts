import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { hasReason, ServiceError } from '../../ground/service-error.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import {
  type DocumentRequest,
  documentCharactersMax,
  documentFormBytesMax,
  documentKeptMs,
} from '../../shop/documents/document.ts';
import { countLineBreaks } from '../../shop/documents/document-units.ts';
import type { Documents } from '../../shop/documents/documents.ts';
import type { GlossaryWork } from '../../shop/glossaries/glossary-files.ts';
import { playgroundKey } from '../../shop/keys/key-store.ts';
import type { AccountMemory, NewApproval } from '../../shop/memory/account-memory.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { AccountParts } from '../account-parts.ts';
import { approveTyped } from '../approve-form.ts';
import { sendExport } from '../entries/export-pages.ts';
import { pageFailure } from '../pages.ts';
import type { FormProblem } from '../pieces.ts';
import { fileReply, partReply, sendTo } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import { nothingThere, type SignedInVisit, type Visit } from '../visit.ts';
import { chosenDocument, documentDraft, emptyDraft, fileTooLarge } from './document-form.ts';
import { documentPage, hasResult, statePart } from './document-page.ts';
import { documentsPage, type FormOutcome, formPart } from './documents-page.ts';
import { rowPath, type ShownUnits, type UnitForm, unitForm, unitRow, unitsShown, wideUnitRow } from './units-table.ts';

/** No document has more texts than characters. */
const pagesMax = Math.ceil(documentCharactersMax / unitsShown);

export type DocumentsRoutesParts = Pick<
  AccountParts,
  'pages' | 'readVersions' | 'findAccount' | 'readBalance' | 'admit' | 'deadlineMs' | 'failed'
> & {
  readonly documents: Pick<
    Documents,
    'estimate' | 'start' | 'find' | 'list' | 'content' | 'units' | 'review' | 'again' | 'remove'
  >;
  readonly memory: Pick<AccountMemory, 'approve'>;
  readonly glossaryWork: GlossaryWork;
  readonly catalogue: Pick<LanguageCatalogue, 'entries' | 'parse'>;
};

/** `/documents`: files are translated in the background. Only the address of a document's page contains its id. */
export function documentsRoutes(parts: DocumentsRoutesParts): readonly PageRoute[] {
  const start: Act = async (request, signal) => (await parts.documents.start(request, signal)).id;
  const count: Act = (request, signal) => parts.documents.estimate(request, signal);
  return [
    visitors.get('/documents', (visit) => show(parts, visit, { draft: emptyDraft(parts.catalogue) })),
    visitors.post('/documents', (visit) => answerForm(parts, visit, start)),
    visitors.post('/documents/estimate', (visit) => answerForm(parts, visit, count)),
    visitors.get('/documents/:id', (visit) => showDocument(parts, visit)),
    visitors.get('/documents/:id/file', (visit) =>
      orItsPage(visit, async () => {
        const { name, mediaType, bytes } = await parts.documents.content(visit.visitor.accountId, visit.id);
        return fileReply(name, mediaType, new Uint8Array(bytes));
      }),
    ),
    visitors.get('/documents/:id/review', (visit) =>
      orItsPage(visit, () =>
        sendExport(parts, visit, async () => {
          const format = visit.url.searchParams.get('format') === 'csv' ? 'csv' : 'xliff';
          return parts.documents.review(await readerOf(parts, visit), visit.id, format);
        }),
      ),
    ),
    visitors.post('/documents/:id/again', (visit) => translateAgain(parts, visit)),
    visitors.get('/documents/:id/units/:unit', (visit) => showUnit(parts, visit)),
    visitors.get('/documents/:id/units/:unit/approve', async (visit) =>
      drawUnitForm(parts, visit, await findUnit(parts, visit)),
    ),
    visitors.post('/documents/:id/units/:unit/approve', (visit) => approveUnit(parts, visit)),
    visitors.post('/documents/:id/delete', async (visit) => {
      await parts.documents.remove(visit.visitor.accountId, visit.id);
      return sendTo(visit, '/documents?done=deleted');
    }),
  ];
}

async function show(parts: DocumentsRoutesParts, visit: SignedInVisit, outcome: FormOutcome): Promise<Response> {
  const { accountId } = visit.visitor;
  const [account, balance] = await Promise.all([parts.findAccount(accountId), parts.readBalance(accountId)]);
  const isDeleted = visit.url.searchParams.get('done') === 'deleted';
  const view = { ...outcome, account, balance: balance.balance, catalogue: parts.catalogue, isDeleted };
  if (visit.wantsPart) return partReply(formPart(view));
  const list = await parts.documents.list(accountId, sentIds(visit));
  return parts.pages.render(visit, documentsPage({ ...view, list }));
}

/** Returns the id of a started document, or what a file would cost. */
type Act = (request: DocumentRequest, signal: AbortSignal) => Promise<string | NonNullable<FormOutcome['count']>>;

async function answerForm(parts: DocumentsRoutesParts, visit: SignedInVisit, act: Act): Promise<Response> {
  const { accountId } = visit.visitor;
  let draft = emptyDraft(parts.catalogue);
  try {
    await checkAdmitted(parts, accountId);
    const form = await visit.readForm(documentFormBytesMax);
    draft = documentDraft(form);
    const chosen = await chosenDocument(parts.catalogue, form);
    if ('problems' in chosen) return await show(parts, visit, { draft, problems: chosen.problems, status: 400 });
    const request = { ...chosen, keyId: playgroundKey, ...(await readerOf(parts, visit)) };
    const done = await act(request, signalOf(parts, visit));
    if (typeof done === 'string') return sendTo(visit, `/documents/${done}`, [sentCookie(visit, done)]);
    return await show(parts, visit, { draft, count: done, columns: done.columns ?? [] });
  } catch (error) {
    return show(parts, visit, { draft, ...refusalOf(parts, visit, error) });
  }
}

async function translateAgain(parts: DocumentsRoutesParts, visit: SignedInVisit): Promise<Response> {
  try {
    await checkAdmitted(parts, visit.visitor.accountId);
    const request = { keyId: playgroundKey, ...(await readerOf(parts, visit)) };
    const { id } = await parts.documents.again(request, visit.id, signalOf(parts, visit));
    return sendTo(visit, `/documents/${id}`, [sentCookie(visit, id)]);
  } catch (error) {
    return show(parts, visit, { draft: emptyDraft(parts.catalogue), ...refusalOf(parts, visit, error) });
  }
}

async function checkAdmitted(parts: DocumentsRoutesParts, accountId: AccountId): Promise<void> {
  await parts.admit(accountId);
  if ((await parts.findAccount(accountId)).suspendedAt !== undefined) throw new ServiceError('suspended');
}

async function readerOf({ readVersions }: DocumentsRoutesParts, { visitor: { accountId } }: SignedInVisit) {
  return { accountId, ...(await readVersions(accountId)) };
}

function signalOf({ deadlineMs }: DocumentsRoutesParts, { exchange }: SignedInVisit): AbortSignal {
  return exchange.abortSignal(deadlineMs);
}

function refusalOf(
  parts: DocumentsRoutesParts,
  { exchange }: SignedInVisit,
  error: unknown,
): Omit<FormOutcome, 'draft'> {
  const failure = pageFailure(error);
  const { status, param, retryAfterSeconds } = failure;
  if (status >= 500) parts.failed(exchange.requestId, error);
  const isLarge = hasReason(error, 'body_too_large');
  const problem = isLarge ? { param: 'file', message: fileTooLarge } : { param, message: failure.message };
  const columns = hasReason(error, 'unusable_file') ? (error.data.columns ?? []) : undefined;
  return { problems: [problem], columns, isPoor: failure.code === 'insufficient_balance', status, retryAfterSeconds };
}

async function showDocument(parts: DocumentsRoutesParts, visit: SignedInVisit): Promise<Response> {
  const { id } = visit;
  const document = await parts.documents.find(visit.visitor.accountId, id).catch((error: unknown) => {
    if (visit.wantsPart && hasReason(error, 'no_document')) return undefined;
    throw error;
  });
  // It was deleted: the page that waits for it says so.
  if (document === undefined) return sendTo(visit, `/documents/${id}`);
  const isApproved = visit.url.searchParams.get('done') === 'approved';
  const view = { document, isApproved, shown: document.status === 'done' ? await shownUnits(parts, visit) : undefined };
  if (!visit.wantsPart) return parts.pages.render(visit, documentPage(view, parts.catalogue));
  const reply = partReply(statePart(view));
  // The page reads the balance again.
  if (hasResult(document)) reply.headers.set('HX-Trigger', 'charged');
  return reply;
}

async function shownUnits(parts: DocumentsRoutesParts, visit: SignedInVisit): Promise<ShownUnits | undefined> {
  const page = Math.min(Math.max(Math.trunc(Number(visit.url.searchParams.get('page'))) || 1, 1), pagesMax);
  const isKept = visit.url.searchParams.get('show') === 'untranslated';
  const range = { id: visit.id, from: (page - 1) * unitsShown, to: page * unitsShown, isKept };
  try {
    return {
      page,
      isKept,
      ...(await parts.documents.units(await readerOf(parts, visit), range, signalOf(parts, visit))),
    };
  } catch (error) {
    if (!hasReason(error, 'no_review')) throw error;
    return undefined;
  }
}

/** Returns the text in the address. @throws RefusedVisit `not_found`; ServiceError as `Documents.units` */
async function findUnit(parts: DocumentsRoutesParts, visit: SignedInVisit): Promise<UnitForm> {
  const number = Number(/^[1-9]\d{0,6}$/.exec(visit.parameters['unit'] ?? '')?.[0] ?? 0);
  if (number === 0) throw nothingThere();
  const range = { id: visit.id, from: number - 1, to: number };
  const { about, units } = await parts.documents.units(await readerOf(parts, visit), range, signalOf(parts, visit));
  const [unit] = units;
  if (unit === undefined) throw nothingThere();
  return { document: { ...about, id: visit.id }, unit };
}

async function showUnit(parts: DocumentsRoutesParts, visit: SignedInVisit): Promise<Response> {
  const { document, unit } = await findUnit(parts, visit);
  return visit.wantsPart ? partReply(unitRow(document, unit)) : sendTo(visit, rowPath(document.id, unit.number));
}

async function approveUnit(parts: DocumentsRoutesParts, visit: SignedInVisit): Promise<Response> {
  const found = await findUnit(parts, visit);
  const { document, unit } = found;
  const typed = (await visit.readForm()).text('target');
  const approval = { pair: document, source: unit.source, target: typed };
  const problems = lineProblems(approval) ?? (await approveTyped(parts.memory, visit, approval));
  if (problems.length > 0) return drawUnitForm(parts, visit, { ...found, typed, problems });
  if (!visit.wantsPart) return sendTo(visit, rowPath(document.id, unit.number, '&done=approved'));
  const row = unitRow(document, (await findUnit(parts, visit)).unit);
  return partReply(html`${row}<p id="document-said" hx-swap-oob="innerHTML">Approved.</p>`);
}

/** A file keeps the source text of a translation with fewer lines. */
function lineProblems({ source, target }: Pick<NewApproval, 'source' | 'target'>): readonly FormProblem[] | undefined {
  const [lines, typed] = [source, target.trim()].map((text) => countLineBreaks(text) + 1);
  if (lines === undefined || typed === undefined || target.trim() === '' || typed >= lines) return undefined;
  return [{ param: 'target', message: `The text has ${formatCount(lines)} lines. Its translation needs as many.` }];
}

function drawUnitForm(
  { pages }: DocumentsRoutesParts,
  visit: SignedInVisit,
  view: UnitForm,
): Response | Promise<Response> {
  const status = view.problems === undefined ? 200 : 400;
  const form = unitForm(view, visit.wantsPart);
  if (visit.wantsPart) return partReply(wideUnitRow(view.unit.number, form), status);
  const [title, section] = ['Approve translation', '/documents'];
  return pages.render(visit, { title, section, status, body: html`<h1>${title}</h1>${form}` });
}

async function orItsPage(visit: SignedInVisit, send: () => Promise<Response>): Promise<Response> {
  try {
    return await send();
  } catch (error) {
    if (!hasReason(error, 'document_not_ready')) throw error;
    return sendTo(visit, `/documents/${visit.id}`);
  }
}

const cookie = '__Host-dragoman.documents';

const listedMax = 20;

/**
 * Returns the ids of the documents that this browser sent, newest first. Only the browser can list them: an id decrypts
 * its document, so the service does not store it. Each also needs a session of the account.
 */
function sentIds({ caller }: Pick<Visit, 'caller'>): readonly string[] {
  const found = caller.cookies?.split(';').find((each) => each.trimStart().startsWith(`${cookie}=`));
  const ids = found?.trim().slice(cookie.length + 1) ?? '';
  return ids === '' ? [] : ids.split('.').slice(0, listedMax);
}

/** Returns the cookie that adds a document to those of this browser. */
function sentCookie(visit: Pick<Visit, 'caller'>, id: string): string {
  const ids = [id, ...sentIds(visit)].slice(0, listedMax).join('.');
  return `${cookie}=${ids}; Path=/; Max-Age=${documentKeptMs / 1_000}; Secure; HttpOnly; SameSite=Lax`;
}
