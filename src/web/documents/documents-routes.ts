import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { hasReason, ServiceError } from '../../ground/service-error.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import {
  type DocumentRequest,
  type DocumentState,
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
import type { Piece } from '../page.ts';
import { pageFailure } from '../pages.ts';
import type { FormProblem } from '../pieces.ts';
import { fileReply, partReply, retryHeaders, sendTo, withCookies } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import { nothingThere, type SignedInVisit, type Visit } from '../visit.ts';
import { chosenDocuments, documentDraft, emptyDraft, filesMax, fileTooLarge } from './document-form.ts';
import { documentPage, hasResult, statePart } from './document-page.ts';
import { type RefusedFile, refusalPiece, rowPart } from './document-rows.ts';
import { documentsPage, type FormOutcome, formPart } from './documents-page.ts';
import {
  namesOf,
  rowPath,
  type ShownUnits,
  type UnitForm,
  unitForm,
  unitRow,
  unitsShown,
  wideUnitRow,
} from './units-table.ts';

/** No document has more texts than characters. */
const pagesMax = Math.ceil(documentCharactersMax / unitsShown);

export type DocumentsRoutesParts = Pick<
  AccountParts,
  'pages' | 'readVersions' | 'findAccount' | 'readBalance' | 'admit' | 'deadlineMs' | 'failed'
> & {
  readonly documents: Pick<
    Documents,
    'estimate' | 'start' | 'abandon' | 'find' | 'list' | 'content' | 'units' | 'review' | 'again' | 'remove'
  >;
  readonly memory: Pick<AccountMemory, 'approve'>;
  readonly glossaryWork: GlossaryWork;
  readonly catalogue: Pick<LanguageCatalogue, 'entries' | 'parse'>;
  readonly sendsMail: boolean;
};

/** `/documents`: files are translated in the background. Only the address of a document's page contains its id. */
export function documentsRoutes(parts: DocumentsRoutesParts): readonly PageRoute[] {
  return [
    visitors.get('/documents', (visit) => show(parts, visit, { draft: emptyDraft(parts.catalogue) })),
    visitors.post('/documents', (visit) => answerForm(parts, visit, 'start')),
    visitors.post('/documents/estimate', (visit) => answerForm(parts, visit, 'estimate')),
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

async function show(
  parts: DocumentsRoutesParts,
  visit: SignedInVisit,
  outcome: FormOutcome,
  started: readonly string[] = [],
): Promise<Response> {
  const { accountId } = visit.visitor;
  const { problems = [], isPoor = false, status = 200 } = outcome;
  if (isRow(visit) && problems.length > 0) {
    const reply = partReply(refusalPiece({ problems, isPoor }), status);
    for (const [name, value] of Object.entries(retryHeaders(outcome))) reply.headers.set(name, value);
    return reply;
  }
  const [account, balance] = await Promise.all([parts.findAccount(accountId), parts.readBalance(accountId)]);
  const isDeleted = visit.url.searchParams.get('done') === 'deleted';
  const { catalogue, sendsMail } = parts;
  const view = { ...outcome, account, balance: balance.balance, catalogue, sendsMail, isDeleted };
  if (visit.wantsPart) return partReply(formPart(view));
  const list = await parts.documents.list(accountId, sentIds(visit, started));
  const page = await parts.pages.render(visit, documentsPage({ ...view, list }));
  return started.length === 0 ? page : withCookies(page, [sentCookie(visit, started)]);
}

/** A script sends one of several files, and inserts its row. */
const isRow = ({ url, wantsPart }: SignedInVisit) => wantsPart && url.searchParams.has('row');

type Act = 'start' | 'estimate';

async function answerForm(parts: DocumentsRoutesParts, visit: SignedInVisit, act: Act): Promise<Response> {
  let draft = emptyDraft(parts.catalogue);
  try {
    await checkAdmitted(parts, visit.visitor.accountId);
    const form = await visit.readForm(documentFormBytesMax);
    draft = documentDraft(form);
    const chosen = await chosenDocuments(parts.catalogue, form, act === 'start' ? filesMax : 1);
    if ('problems' in chosen) return await show(parts, visit, { draft, problems: chosen.problems, status: 400 });
    const common = { ...(await readerOf(parts, visit)), keyId: playgroundKey };
    const requests = chosen.map((each) => ({ ...common, ...each }));
    const [first] = requests;
    if (act === 'start' || first === undefined) return await startFiles(parts, visit, { draft, requests });
    const count = await parts.documents.estimate(first, signalOf(parts, visit));
    return await show(parts, visit, { draft, count, columns: count.columns ?? [] });
  } catch (error) {
    return show(parts, visit, { draft, ...refusalOf(parts, visit, error) });
  }
}

type SentForm = Pick<FormOutcome, 'draft'> & { readonly requests: readonly DocumentRequest[] };

/** Starts each file alone: a refused one does not stop the others. */
async function startFiles(
  parts: DocumentsRoutesParts,
  visit: SignedInVisit,
  { draft, requests }: SentForm,
): Promise<Response> {
  const signal = signalOf(parts, visit);
  const started: DocumentState[] = [];
  const refused: (RefusedFile & FormOutcome)[] = [];
  for (const request of requests) {
    try {
      started.unshift(await parts.documents.start(request, signal));
    } catch (error) {
      refused.push({ draft, name: request.file.name, ...refusalOf(parts, visit, error) });
    }
  }
  const ids = started.map(({ id }) => id);
  if (hasReason(signal.reason, 'caller_gone')) {
    // The sender does not get their ids.
    for (const id of ids) await parts.documents.abandon(visit.visitor.accountId, id);
    throw signal.reason;
  }
  const [[document], [refusal]] = [started, refused];
  if (refusal !== undefined) {
    if (requests.length === 1) return show(parts, visit, refusal);
    return show(parts, visit, { draft, refused, status: refusal.status ?? 400 }, ids);
  }
  const cookies = [sentCookie(visit, ids)];
  if (document !== undefined && isRow(visit))
    return withCookies(partReply(rowPart(document, parts.catalogue)), cookies);
  return sendTo(visit, requests.length === 1 ? `/documents/${ids.join()}` : '/documents', cookies);
}

async function translateAgain(parts: DocumentsRoutesParts, visit: SignedInVisit): Promise<Response> {
  try {
    await checkAdmitted(parts, visit.visitor.accountId);
    const request = { keyId: playgroundKey, ...(await readerOf(parts, visit)) };
    const { id } = await parts.documents.again(request, visit.id, signalOf(parts, visit));
    return sendTo(visit, `/documents/${id}`, [sentCookie(visit, [id])]);
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

function refusalOf(parts: DocumentsRoutesParts, { exchange }: SignedInVisit, error: unknown) {
  const failure = pageFailure(error);
  const { status, param, retryAfterSeconds } = failure;
  if (status >= 500) parts.failed(exchange.requestId, error);
  const isLarge = hasReason(error, 'body_too_large');
  const problem = isLarge
    ? { param: 'file', message: `${fileTooLarge} Send several files one by one.` }
    : { param, message: failure.message };
  const columns = hasReason(error, 'unusable_file') ? (error.data.columns ?? []) : undefined;
  return { problems: [problem], columns, isPoor: failure.code === 'insufficient_balance', status, retryAfterSeconds };
}

async function showDocument(parts: DocumentsRoutesParts, visit: SignedInVisit): Promise<Response> {
  const { id } = visit;
  const document = await parts.documents.find(visit.visitor.accountId, id).catch((error: unknown) => {
    if (visit.wantsPart && hasReason(error, 'no_document')) return undefined;
    throw error;
  });
  if (isRow(visit))
    return document === undefined ? partReply(html``) : progressReply(document, rowPart(document, parts.catalogue));
  // It was deleted: the page that waits for it says so.
  if (document === undefined) return sendTo(visit, `/documents/${id}`);
  const isApproved = visit.url.searchParams.get('done') === 'approved';
  const view = { document, isApproved, shown: document.status === 'done' ? await shownUnits(parts, visit) : undefined };
  if (!visit.wantsPart) return parts.pages.render(visit, documentPage(view, parts.catalogue));
  return progressReply(document, statePart(view, parts.catalogue));
}

/** With a result, the page reads the balance again. */
function progressReply(document: DocumentState, piece: Piece): Response {
  const reply = partReply(piece);
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
  return { document: { ...about, id: visit.id, names: namesOf(parts.catalogue, about) }, unit };
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
  if (visit.wantsPart) return partReply(wideUnitRow(view, form), status);
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
function sentIds({ caller }: Pick<Visit, 'caller'>, started: readonly string[] = []): readonly string[] {
  const found = caller.cookies?.split(';').find((each) => each.trimStart().startsWith(`${cookie}=`));
  const ids = found?.trim().slice(cookie.length + 1) ?? '';
  return [...started, ...(ids === '' ? [] : ids.split('.'))].slice(0, listedMax);
}

/** Returns the cookie that adds documents to those of this browser. */
function sentCookie(visit: Pick<Visit, 'caller'>, started: readonly string[]): string {
  const ids = sentIds(visit, started).join('.');
  return `${cookie}=${ids}; Path=/; Max-Age=${documentKeptMs / 1_000}; Secure; HttpOnly; SameSite=Lax`;
}
