import { hash } from 'node:crypto';
import { html } from 'hono/html';
import { ServiceError } from '../../ground/service-error.ts';
import { playgroundKey } from '../../shop/keys/key-store.ts';
import type { Payments } from '../../shop/payments/payments.ts';
import type { AnsweredRequest } from '../../shop/requests/request-store.ts';
import { type Stopwatch, type Translate, textCharactersMax } from '../../shop/sale/translate.ts';
import type { AccountParts } from '../account-parts.ts';
import { approveTyped } from '../approve-form.ts';
import { attemptOf } from '../form.ts';
import { partReply } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';
import { RefusedVisit } from '../wordings.ts';
import { approvalContent } from './approval.ts';
import {
  blankDraft,
  type Chosen,
  chosenOf,
  draftOf,
  type PlaygroundDraft,
  type ShownTranslation,
  servedTag,
  shownTranslation,
  swapProblem,
} from './draft.ts';
import { type Playground, type PlaygroundOutcome, playgroundPage, qualityWords } from './playground-page.ts';
import { besidePiece, type Translated } from './result.ts';
import { draftError, type TranslationError, translationErrorOf } from './translation-error.ts';

export type PlaygroundParts = Pick<
  AccountParts,
  | ('pages' | 'catalogue' | 'memory' | 'readVersions' | 'findAccount' | 'readBalance')
  | ('admit' | 'deadlineMs' | 'baseUrl' | 'failed')
> & {
  readonly payments: Pick<Payments, 'findLikelyPack'>;
  /** The same function as the API's. */
  readonly translate: Translate;
  readonly noteRequest: (request: AnsweredRequest) => void;
};

/** The longest text and translation in a form's encoding: 12 bytes for a character outside the first plane. */
const formBytesMax = 2 * textCharactersMax * 12 + 16 * 1_024;
/** For a rate-limited form: its input stays on the page, and reading it costs little. */
const refusedBytesMax = 262_144;

/** Translates a text on a page, with the same result as a request to the API. */
export function playgroundRoutes(parts: PlaygroundParts): readonly PageRoute[] {
  return [
    visitors.get('/playground', (visit) =>
      show(parts, visit, { draft: blankDraft(parts.catalogue), outcome: { kind: 'none' } }),
    ),
    visitors.post('/playground', (visit) => answerForm(parts, visit)),
    visitors.post('/playground/approve', (visit) => answerApproval(parts, visit)),
    visitors.get('/playground/quality', ({ url: { searchParams } }) => {
      const [source = '', target = ''] = ['source', 'target'].map((name) => searchParams.get(name) ?? '');
      return partReply(qualityWords(parts.catalogue, { source, target }));
    }),
  ];
}

type Shown = Pick<Playground, 'draft' | 'outcome' | 'beside' | 'approval'>;

/** Shows the balance after the request. */
async function show(parts: PlaygroundParts, visit: SignedInVisit, shown: Shown): Promise<Response> {
  const { accountId } = visit.visitor;
  const [account, { balance }, pack] = await Promise.all([
    parts.findAccount(accountId),
    parts.readBalance(accountId),
    parts.payments.findLikelyPack(accountId),
  ]);
  const { catalogue, baseUrl } = parts;
  const page = playgroundPage({ ...shown, account, balance, pack, catalogue, baseUrl: baseUrl() });
  return parts.pages.render(visit, page);
}

async function answerForm(parts: PlaygroundParts, visit: SignedInVisit): Promise<Response> {
  const refusal: unknown = await parts.admit(visit.visitor.accountId).catch((error: unknown) => error);
  const form = await visit.readForm(refusal === undefined ? formBytesMax : refusedBytesMax);
  const draft = draftOf(form);
  // What was paid for stays on the page, unless another translation replaces it.
  const beside = shownTranslation(parts.catalogue, form);
  if (refusal !== undefined) return show(parts, visit, { draft, beside, outcome: failed(parts, visit, refusal) });
  if (form.text('act') === 'swap') return show(parts, visit, swapped(parts, draft, beside));
  if (form.text('act') === 'count') return show(parts, visit, { draft, beside, outcome: { kind: 'none' } });
  const { suspendedAt } = await parts.findAccount(visit.visitor.accountId);
  if (suspendedAt !== undefined)
    return show(parts, visit, { draft, outcome: refused(translationErrorOf(new ServiceError('suspended'))) });
  return show(parts, visit, { beside, ...(await translateForm(parts, visit, draft)) });
}

/** Approves what the visitor made of a translation. A script gets the form, or the result and the translation above it. */
async function answerApproval(parts: PlaygroundParts, visit: SignedInVisit): Promise<Response> {
  const { catalogue, memory } = parts;
  const form = await visit.readForm(formBytesMax);
  const [text, translation] = [form.text('text'), form.text('target')];
  const source = servedTag(catalogue, form.text('from'), 'source');
  const target = servedTag(catalogue, form.text('to'), 'target');
  if (source === undefined || target === undefined)
    throw new RefusedVisit('This language is not available any more. Translate the text again.');
  const typed = { pair: { source, target }, text, translation };
  const problems = await approveTyped(memory, visit, { pair: typed.pair, source: text, target: translation });
  const approved = { ...typed, problems };
  const beside = problems.length === 0 ? { ...typed, isApproved: true } : undefined;
  if (visit.wantsPart) {
    const shown =
      beside && html`<div id="result" hx-swap-oob="innerHTML">${besidePiece(beside, catalogue, false)}</div>`;
    return partReply(html`${approvalContent(approved)}${shown}`);
  }
  const draft = { text, source, target, attempt: attemptOf(undefined) };
  return show(parts, visit, { draft, beside, approval: approved, outcome: { kind: 'none' } });
}

/** The draft in the other direction, with text and translation exchanged unless other languages were chosen since. */
function swapped({ catalogue }: PlaygroundParts, draft: PlaygroundDraft, beside: ShownTranslation | undefined): Shown {
  const isOfBeside =
    beside !== undefined &&
    beside.pair.target === draft.target &&
    (draft.source === 'auto' || draft.source === beside.pair.source);
  const { source, target } = isOfBeside ? beside.pair : draft;
  const problem = swapProblem(catalogue, { source, target });
  if (problem !== undefined) return { draft, beside, outcome: refused(draftError([problem])) };
  const other = { ...draft, source: target, target: source };
  if (!isOfBeside) return { draft: other, beside, outcome: { kind: 'none' } };
  const pair = { source: beside.pair.target, target: beside.pair.source };
  return {
    draft: { ...other, text: beside.translation },
    beside: draft.text === '' ? undefined : { pair, translation: draft.text },
    outcome: { kind: 'none' },
  };
}

async function translateForm(parts: PlaygroundParts, visit: SignedInVisit, draft: PlaygroundDraft): Promise<Shown> {
  const chosen = chosenOf(parts.catalogue, draft);
  if ('problems' in chosen) return { draft, outcome: refused(draftError(chosen.problems)) };
  try {
    const translated = await translateDraft(parts, visit, { draft, chosen });
    note(parts, visit, {
      status: 200,
      ...translated.reply,
      characters: translated.reply.charged,
      engine: translated.engine,
    });
    // The same form sent again repeats the attempt; the next form is a new one.
    const next = { ...draft, attempt: attemptOf(undefined) };
    return { draft: next, outcome: { kind: 'translated', ...translated, source: chosen.source } };
  } catch (error) {
    const outcome = failed(parts, visit, error);
    // The API reports every fault of the service as 500.
    const status = Math.min(outcome.failure.status, 500);
    const source = chosen.source === 'auto' ? undefined : chosen.source;
    note(parts, visit, { status, code: outcome.failure.code, source, target: chosen.target });
    return { draft, outcome };
  }
}

/** Lists the request among the recent ones, under the playground's own key. */
function note(
  { noteRequest }: PlaygroundParts,
  { visitor: { accountId }, exchange }: SignedInVisit,
  { status, code, source, target, characters = 0, engine }: Partial<AnsweredRequest> & Pick<AnsweredRequest, 'status'>,
): void {
  const tookMs = Math.round(performance.now() - exchange.arrivedAt);
  const { requestId } = exchange;
  const answer = { status, code, source, target, characters, tookMs, engine };
  noteRequest({ accountId, keyId: playgroundKey, requestId, ...answer });
}

function failed(parts: PlaygroundParts, { exchange }: SignedInVisit, error: unknown): Refused {
  const failure = translationErrorOf(error);
  if (failure.status >= 500) parts.failed(exchange.requestId, error);
  return refused(failure);
}

type Refused = Extract<PlaygroundOutcome, { kind: 'refused' }>;

function refused(failure: TranslationError): Refused {
  return { kind: 'refused', failure };
}

async function translateDraft(
  parts: PlaygroundParts,
  { visitor: { accountId }, exchange }: SignedInVisit,
  { draft: { text, attempt }, chosen }: { readonly draft: PlaygroundDraft; readonly chosen: Chosen },
): Promise<Translated> {
  const versions = await parts.readVersions(accountId);
  // Includes the inputs: a changed form with the same attempt is a different request.
  const requestHash = hash('sha256', JSON.stringify([chosen.source, chosen.target, text]));
  const idempotencyKey = `playground-${attempt}-${requestHash}`;
  const request = {
    accountId,
    keyId: playgroundKey,
    ...versions,
    text,
    ...chosen,
    idempotencyKey,
    withEntries: true,
  };
  let engine: string | undefined;
  const stopwatch: Stopwatch = { record: () => undefined, noteEngine: (name) => (engine = name) };
  const startedAt = performance.now();
  const reply = await parts.translate(request, exchange.abortSignal(parts.deadlineMs), stopwatch);
  return { reply, engine, tookMs: performance.now() - startedAt };
}
