import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { type Characters, countCharacters } from '../../ground/units.ts';
import type { Account } from '../../shop/accounts/account.ts';
import type { Pack } from '../../shop/orders/order.ts';
import { estimatedPrice, pricePerCharacter } from '../../shop/orders/shop.ts';
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
import { besidePiece, furtherPiece, type Result, resultPane, type Translated, translationPiece } from './result.ts';
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
  readonly account: Pick<Account, 'suspendedAt'>;
  readonly balance: Characters;
  /** Whose price per character is shown. */
  readonly pack: Pack | undefined;
  readonly catalogue: RatingCatalogue;
  readonly baseUrl: string;
};

export function playgroundPage(playground: Playground): Page {
  const { outcome, account, catalogue, draft, baseUrl, approval } = playground;
  const result = outcome.kind === 'translated' ? { ...outcome, text: draft.text, catalogue, baseUrl } : undefined;
  const body = html`<h1>Playground</h1>
${hindrance(playground)}
${account.suspendedAt === undefined && catalogue.entries().length > 0 && draftForm(playground, result)}
<section id="further">${result && furtherPiece(result)}${approval && approvalPiece(approval)}</section>
${visitPiece}`;
  const page = { title: 'Playground', section: '/playground', scripts: ['playground', 'languages', 'entries'], body };
  if (approval?.problems?.length) return { ...page, status: 400 };
  if (outcome.kind !== 'refused') return page;
  return { ...page, status: outcome.failure.status, headers: retryHeaders(outcome.failure) };
}

/** A script fills it from the storage of the browser's tab. */
const visitPiece = html`<section id="visit" hidden><h2>This visit</h2><ul class="sessions"></ul>
<template><li><div><p class="soft small"></p><p></p></div><button class="small" type="button">Show</button></li></template>
<p class="soft small">Kept in this tab until you close it or sign out. <button class="quiet small" type="button">Clear</button></p></section>`;

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
  const { draft, outcome, catalogue } = playground;
  const problems = outcome.kind === 'refused' ? outcome.failure.problems : [];
  const sources = [['auto', 'Detect language'], ...chosenLanguages(catalogue, 'source')] as const;
  const targets = chosenLanguages(catalogue, 'target');
  const attributes = html` required placeholder="Type or paste a text. Your glossary applies."`;
  return html`<form id="${formId}" class="bench" method="post" action="/playground" hx-post="/playground" hx-target="#result" hx-select="#result > *" hx-select-oob="#attempt,#cost,#further,#balance" hx-sync="this:drop" hx-disinherit="*">
<input type="hidden" id="attempt" name="attempt" value="${draft.attempt}">
${choice({ name: 'source', label: 'From', value: draft.source, choices: sources, problems, errorId })}
<button class="swap" id="swap" type="submit" formnovalidate name="act" value="swap" title="Swap the languages" hx-post="/playground" hx-target="#${formId}" hx-select="#${formId} > *" hx-select-oob="#further">${icon('swap')}<span class="visually-hidden">Swap the languages</span></button>
${choice({ name: 'target', label: 'To', value: draft.target, choices: targets, describedBy: qualityId, problems, errorId })}
<div class="bench-pane">${textArea({ name: 'text', label: 'Text', value: draft.text, rows: 6, attributes, describedBy: 'cost', problems, errorId })}
<div class="bench-foot"><div>${cost(playground)}
${qualityLine(catalogue, draft)}</div>
<span class="needs-script hotkey"><kbd>Ctrl</kbd> <kbd>Enter</kbd></span>
<button class="without-script" type="submit" name="act" value="count">Count first</button>
<button class="primary" type="submit" formaction="/playground#result">Translate</button></div></div>
<div class="bench-pane" id="result">${result === undefined ? untranslatedPiece(playground) : translationPiece(result)}</div>
</form>
<p class="small target-said" id="target-said" role="status"></p>`;
}

/** Why there is no new translation, above the one that the page showed before. */
function untranslatedPiece({ outcome, beside, catalogue }: Playground): Piece {
  const above =
    outcome.kind === 'refused' && html`<div id="${errorId}">${errorNotice(outcome.failure, catalogue)}</div>`;
  if (beside !== undefined) return besidePiece(beside, catalogue, above);
  return resultPane(above || html`<p class="soft translated">The translation appears here.</p>`, '');
}

const qualityId = 'quality';

/** The quality of the chosen pair, before anything is charged. The page's script requests it for another pair. */
function qualityLine(catalogue: RatingCatalogue, languages: Pick<PlaygroundDraft, 'source' | 'target'>): Piece {
  return html`<p id="${qualityId}" role="status" hx-get="/playground/quality" hx-include="#source, #target" hx-trigger="change from:#source, change from:#target" hx-sync="this:queue last">${qualityWords(catalogue, languages)}</p>`;
}

const words: Readonly<Record<Grade, string>> = {
  good: 'Good quality',
  fair: 'Fair quality',
  basic: 'Basic quality',
  unmeasured: 'Quality not measured',
};

export function qualityWords(catalogue: RatingCatalogue, languages: Pick<PlaygroundDraft, 'source' | 'target'>): Piece {
  const source = servedTag(catalogue, languages.source, 'source');
  const target = servedTag(catalogue, languages.target, 'target');
  const quality = source && target && catalogue.qualityOf({ source, target });
  if (quality === undefined) return html``;
  const { grade } = quality;
  return html`${gradeMark(quality, words[grade])}${grade === 'basic' ? ': gist only' : ''}`;
}

/** What the text costs; a script updates it while typing. */
function cost({ draft: { text }, balance, pack }: Playground): Piece {
  const idle = `${counted(balance, 'character')} left`;
  const price = pack && html` data-price="${pricePerCharacter(pack)}" data-currency="${pack.currency}"`;
  return html`<p class="number cost" id="cost" data-idle="${idle}" data-balance="${balance}"${price}>${text === '' ? idle : costSentence(text, balance, pack)}</p>`;
}

function costSentence(text: string, balance: Characters, pack: Pack | undefined): string {
  const count = countCharacters(text);
  const characters = counted(count, 'character');
  if (count > balance) return `${characters}, ${formatCount(count - balance)} more than you have`;
  return pack === undefined ? characters : `${characters} · about ${estimatedPrice(pack, count)}`;
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
