import { hasReason, ServiceError } from '../../ground/service-error.ts';
import { type DocumentRequest, documentFormBytesMax, documentKeptMs } from '../../shop/documents/document.ts';
import type { Documents } from '../../shop/documents/documents.ts';
import { playgroundKey } from '../../shop/keys/key-store.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { AccountParts } from '../account-parts.ts';
import { pageFailure } from '../pages.ts';
import { fileReply, partReply, sendTo } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import type { SignedInVisit, Visit } from '../visit.ts';
import { chosenDocument, documentDraft, emptyDraft, fileTooLarge } from './document-form.ts';
import { documentPage, hasResult, statePart } from './document-page.ts';
import { documentsPage, type FormOutcome, formPart } from './documents-page.ts';

export type DocumentsRoutesParts = Pick<
  AccountParts,
  'pages' | 'readVersions' | 'findAccount' | 'readBalance' | 'admit' | 'deadlineMs' | 'failed'
> & {
  readonly documents: Pick<Documents, 'estimate' | 'start' | 'find' | 'list' | 'content' | 'remove'>;
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
    visitors.get('/documents/:id/file', (visit) => sendFile(parts, visit)),
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
    await parts.admit(accountId);
    if ((await parts.findAccount(accountId)).suspendedAt !== undefined) throw new ServiceError('suspended');
    const form = await visit.readForm(documentFormBytesMax);
    draft = documentDraft(form);
    const chosen = await chosenDocument(parts.catalogue, form);
    if ('problems' in chosen) return await show(parts, visit, { draft, problems: chosen.problems, status: 400 });
    const versions = await parts.readVersions(accountId);
    const request = { ...chosen, accountId, keyId: playgroundKey, ...versions };
    const done = await act(request, visit.exchange.abortSignal(parts.deadlineMs));
    if (typeof done === 'string') return sendTo(visit, `/documents/${done}`, [sentCookie(visit, done)]);
    return await show(parts, visit, { draft, count: done, columns: done.columns ?? [] });
  } catch (error) {
    return show(parts, visit, { draft, ...refusalOf(parts, visit, error) });
  }
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
  if (!visit.wantsPart) return parts.pages.render(visit, documentPage(document, parts.catalogue));
  const reply = partReply(statePart(document));
  // The page reads the balance again.
  if (hasResult(document)) reply.headers.set('HX-Trigger', 'charged');
  return reply;
}

async function sendFile({ documents }: DocumentsRoutesParts, visit: SignedInVisit): Promise<Response> {
  const { id } = visit;
  try {
    const { name, mediaType, bytes } = await documents.content(visit.visitor.accountId, id);
    return fileReply(name, mediaType, new Uint8Array(bytes));
  } catch (error) {
    if (!hasReason(error, 'document_not_ready')) throw error;
    return sendTo(visit, `/documents/${id}`);
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
