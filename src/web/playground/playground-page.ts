import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { type Characters, countCharacters } from '../../ground/units.ts';
import type { Account } from '../../shop/accounts/account.ts';
import { textCharactersMax } from '../../shop/sale/translate.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { Grade } from '../../text/languages/quality.ts';
import { choice, textArea } from '../controls.ts';
import { gradeMark } from '../grade.ts';
import { icon } from '../icon.ts';
import type { Page, Piece } from '../page.ts';
import { notice } from '../pieces.ts';
import { retryHeaders } from '../reply.ts';
import { type Approval, approvalPiece } from './approval.ts';
import { chosenLanguages, type PlaygroundDraft, type ShownTranslation, servedTag } from './draft.ts';
import { copyButton, furtherPiece, type Result, type Translated, translatedPiece, translationPiece } from './result.ts';
import type { TranslationError } from './translation-error.ts';

type RatingCatalogue = Pick<LanguageCatalogue, 'entries' | 'parse' | 'qualityOf'>;

export type PlaygroundOutcome =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'translated'; readonly source: string } & Translated)
  | { readonly kind: 'refused'; readonly failure: TranslationError };

export type Playground = {
  readonly draft: PlaygroundDraft;
  readonly outcome: PlaygroundOutcome;
  /** Shown where the outcome is no translation. */
  readonly beside?: ShownTranslation | undefined;
  /** Replaces what follows a result. */
  readonly approval?: Approval | undefined;
  /** Whether this page replies to the form. */
  readonly isReply: boolean;
  readonly account: Pick<Account, 'suspendedAt'>;
  readonly balance: Characters;
  readonly catalogue: RatingCatalogue;
  readonly baseUrl: string;
};

export function playgroundPage(playground: Playground): Page {
  const { outcome, account, catalogue, draft, baseUrl, approval } = playground;
  const result = outcome.kind === 'translated' ? { ...outcome, text: draft.text, catalogue, baseUrl } : undefined;
  const body = html`<h1>Playground</h1>
<p>Translations are charged by the character, like API requests. Your <a href="/glossary">glossary</a> and <a href="/memory">memory</a> apply.</p>
${hindrance(playground)}
${account.suspendedAt === undefined && catalogue.entries().length > 0 && draftForm(playground, result)}
${result && furtherPiece(result)}${approval && html`<section class="further">${approvalPiece(approval)}</section>`}`;
  const page = { title: 'Playground', section: '/playground', scripts: ['playground', 'languages', 'entries'], body };
  if (approval?.problems?.length) return { ...page, status: 400 };
  if (outcome.kind !== 'refused') return page;
  return { ...page, status: outcome.failure.status, headers: retryHeaders(outcome.failure) };
}

const formId = 'draft';

/** Shows why nothing was translated, in the place of the translation, so that nothing moves. */
const errorId = 'refusal';

function hindrance({ account, balance, catalogue, outcome }: Playground): Piece | string {
  if (account.suspendedAt !== undefined) {
    return notice(
      'bad',
      html`Your account is suspended, so you cannot translate. Contact support. The <a href="/account">overview</a> shows since when.`,
    );
  }
  if (catalogue.entries().length === 0)
    return notice('warn', 'Translation is unavailable at the moment. Try again later.');
  if (balance > 0 || outcome.kind !== 'none') return '';
  return notice('warn', html`You have no characters left. <a href="/packs">Buy characters</a> first.`);
}

/** @param result undefined until a text was translated */
function draftForm(playground: Playground, result: Result | undefined): Piece {
  const { draft, outcome, isReply, balance, catalogue } = playground;
  const problems = outcome.kind === 'refused' ? outcome.failure.problems : [];
  const sources = [['auto', 'Detect language'], ...chosenLanguages(catalogue, 'source')] as const;
  const targets = chosenLanguages(catalogue, 'target');
  return html`<form id="${formId}" class="try" method="post" action="/playground"${isReply ? html` data-reply` : ''}>
<input type="hidden" name="attempt" value="${draft.attempt}">
<div class="pane">${choice({ name: 'source', label: 'From', value: draft.source, choices: sources, problems, errorId })}
${textArea({ name: 'text', label: 'Text', value: draft.text, rows: 10, attributes: html` required`, describedBy: 'cost', problems, errorId })}</div>
<button class="swap" id="swap" type="submit" formnovalidate name="act" value="swap" title="Swap the languages">${icon('swap')}<span class="visually-hidden">Swap the languages</span></button>
<div class="pane">${choice({ name: 'target', label: 'To', value: draft.target, choices: targets, describedBy: qualityId, problems, errorId })}
<div class="result" id="result">${result === undefined ? untranslatedPiece(playground) : translationPiece(result)}</div></div>
<div class="try-foot"><div>${cost(result === undefined ? draft.text : '', balance)}
${qualityLine(catalogue, draft)}
<p class="small target-said" id="target-said" role="status"></p></div>
<div class="actions"><span class="soft small needs-script hotkey">or Ctrl+Enter</span>
<noscript><button type="submit" name="act" value="count">Count first</button></noscript>
<button class="primary" type="submit" formaction="/playground#result" data-busy="Translating …">Translate</button></div></div>
</form>`;
}

/** Why there is no new translation, above the one that the page showed before. */
function untranslatedPiece({ outcome, beside, catalogue }: Playground): Piece {
  const shown = beside === undefined ? '' : besidePiece(beside, catalogue);
  if (outcome.kind === 'refused') {
    return html`<div id="${errorId}">${errorNotice(outcome.failure, catalogue)}</div>${shown}`;
  }
  return html`${shown === '' ? html`<p class="soft translated">The translation appears here.</p>` : shown}`;
}

/** A translation without the facts of its request. */
export function besidePiece(beside: ShownTranslation, catalogue: Pick<LanguageCatalogue, 'entries'>): Piece {
  const badge = beside.isApproved && html`<span class="badge good">Approved</span> `;
  return html`${translatedPiece(beside, catalogue)}<p>${badge}${copyButton}</p>`;
}

const qualityId = 'quality';

/** The quality of the chosen pair, before anything is charged. The page's script requests it for another pair. */
function qualityLine(catalogue: RatingCatalogue, languages: Pick<PlaygroundDraft, 'source' | 'target'>): Piece {
  return html`<p class="small quality" id="${qualityId}" role="status" hx-get="/playground/quality" hx-include="#source, #target" hx-trigger="change from:#source, change from:#target" hx-sync="this:queue last">${qualityWords(catalogue, languages)}</p>`;
}

const words: Readonly<Record<Grade, string>> = {
  good: 'Good quality',
  fair: 'Fair quality',
  basic: 'Basic quality',
  unmeasured: 'Quality not measured',
};

export function qualityWords(catalogue: RatingCatalogue, languages: Pick<PlaygroundDraft, 'source' | 'target'>): Piece {
  if (languages.source === 'auto') return html`<span class="soft">Choose a language to see the quality.</span>`;
  const source = servedTag(catalogue, languages.source, 'source');
  const target = servedTag(catalogue, languages.target, 'target');
  const quality = source && target && catalogue.qualityOf({ source, target });
  if (quality === undefined) return html``;
  const { grade } = quality;
  return html`${gradeMark(quality, words[grade])}${grade === 'basic' ? ': gist only' : ''}`;
}

/** The cost of the text as last sent, or what is left after its charge; a script updates it while typing. */
function cost(text: string, balance: Characters): Piece {
  return html`<p class="soft number cost" id="cost" data-idle="${costSentence('', balance)}" data-balance="${balance}" data-most="${textCharactersMax}">${costSentence(text, balance)}</p>
<p class="visually-hidden" id="cost-said" role="status"></p>`;
}

function costSentence(text: string, balance: Characters): string {
  if (text === '') return `${counted(balance, 'character')} left. Spaces and line breaks count.`;
  const count = countCharacters(text);
  const characters = counted(count, 'character');
  if (count > balance) return `${characters}. That is ${formatCount(count - balance)} more than you have.`;
  return `${characters}. You will have ${formatCount(balance - count)} left.`;
}

/** Why nothing was translated, and what to do about it. */
function errorNotice({ status, message, candidates }: TranslationError, catalogue: RatingCatalogue): Piece {
  if (candidates.length > 0) {
    return html`${notice('bad', 'Language not detected. Choose it under From. Nothing was charged.')}
<p>Which one is it?</p><p class="actions">${candidateButtons(candidates, catalogue)}</p>`;
  }
  const help = status === 402 ? html` <a href="/packs">Buy characters</a>, or shorten the text.` : '';
  const text = html`${message}${help} Nothing was charged.`;
  return notice(status === 429 ? 'warn' : 'bad', text);
}

function candidateButtons(candidates: readonly string[], catalogue: RatingCatalogue): readonly Piece[] {
  const names = new Map<string, string>(catalogue.entries().map(({ code, name }) => [code, name]));
  return candidates.map(
    (code) =>
      html`<button type="submit" form="${formId}" formaction="/playground#result" name="named" value="${code}">${names.get(code) ?? code}</button>`,
  );
}
