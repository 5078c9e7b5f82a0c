import { html } from 'hono/html';
import type { LanguagePair, LanguageTag } from '../../core/languages/language.ts';
import { formatAmount } from '../../core/orders/currency.ts';
import type { Pack } from '../../core/orders/order.ts';
import { pricePerMillion } from '../../core/orders/shop.ts';
import { choice } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { formatCount, sample } from '../pieces.ts';
import { requestSamples } from '../request-samples.ts';

export type FrontPageParts = {
  readonly baseUrl: string;
  readonly packs: readonly Pack[];
  readonly languages: Piece | string;
  readonly pairCount: number;
  readonly languageCount: number;
  readonly isWorking: boolean;
  readonly isSignedIn: boolean;
  readonly example: ExampleParts;
};

export type ExampleParts = {
  readonly baseUrl: string;
  readonly pair: LanguagePair;
  readonly text: string;
  /** Undefined while it cannot be translated. */
  readonly translation: string | undefined;
  /** Languages with an example. */
  readonly sources: readonly Named[];
  /** The targets of the chosen source. */
  readonly targets: readonly Named[];
};

export type Named = { readonly code: LanguageTag; readonly name: string; readonly direction: 'ltr' | 'rtl' };

export function frontPage(parts: FrontPageParts): Page {
  return {
    title: 'Translation for your product',
    description:
      'A translation API with prepaid characters, charged only on success, and your own glossary in every request.',
    section: '/',
    scripts: ['example'],
    body: html`<div class="hero"><h1>Translation for your product, paid by the character</h1>
<p class="lead">One request, one translation. You pay for what was translated, to the character, and for nothing that failed.
Your glossary applies to every request, and each entry is checked. Texts stay on the operator’s machines, unless the operator says otherwise.</p>
<p class="actions"><a class="button primary" href="${parts.isSignedIn ? '/account' : '/sign-up'}">${parts.isSignedIn ? 'Go to your account' : 'Sign up'}</a> <a class="button" href="/docs">Read the quick start</a></p></div>
<section aria-labelledby="example-title"><h2 id="example-title">See it work</h2>
<div id="example">${example(parts.example)}</div></section>
<section aria-labelledby="prices"><h2 id="prices">Pricing</h2>${prices(parts.packs)}</section>
<section aria-labelledby="promises"><h2 id="promises">What you can rely on</h2>${promises}</section>
<section aria-labelledby="status"><h2 id="status">Status</h2>${status(parts.isWorking)}</section>
<section aria-labelledby="languages"><h2 id="languages">Languages</h2>
<p>${formatCount(parts.languageCount)} languages in ${formatCount(parts.pairCount)} pairs. Quality is measured as chrF2 on news, travel and
encyclopedia texts, 0 to 100, more is better; <a href="/docs/languages">every pair with its score</a>.</p>${parts.languages}</section>`,
  };
}

/** A translated sentence and its request; requested alone when another pair is chosen. */
export function example({ baseUrl, pair, text, translation, sources, targets }: ExampleParts): Piece {
  const { source, target } = pair;
  const directionOf = (all: readonly Named[], code: string) => all.find((one) => one.code === code)?.direction ?? 'ltr';
  // A browser that goes back or reloads must not restore another pair than the one below.
  return html`<form class="row" method="get" action="/#example-title" autocomplete="off" hx-get="/example" hx-target="#example" hx-trigger="change" hx-request='{"timeout":10000}'>
${choice({ name: 'from', label: 'From', value: source, choices: sources.map(choiceOf) })}${choice({ name: 'to', label: 'To', value: target, choices: targets.map(choiceOf) })}
<div class="field"><button type="submit">Translate</button></div></form>
<div class="pair" aria-live="polite"><p lang="${source}" dir="${directionOf(sources, source)}">${text}</p>${
    translation === undefined
      ? html`<p class="soft">The translation is not there yet, or this pair is disturbed. Try again in a moment.</p>`
      : html`<p class="translated" lang="${target}" dir="${directionOf(targets, target)}">${translation}</p>`
  }</div>
<p class="soft small">Translated by this service, as your request would be.</p>
${requestSamples({ baseUrl, text, source, target }).map(
  ({ id, title, code }, index) =>
    html`<details name="sample"${index === 0 ? html` open` : ''}><summary>${title}</summary>${sample(`sample-${id}`, `The request with ${title}`, code)}</details>`,
)}`;
}

function choiceOf({ code, name }: Named) {
  return [code, name] as const;
}

function prices(packs: readonly Pack[]): Piece {
  if (packs.length === 0) return html`<p>Contact the operator for a pack.</p>`;
  return html`<div class="cards">${packs.map(
    (pack) => html`<div class="card"><h3>${pack.name}</h3>
<p class="figure">${formatAmount(pack.price, pack.currency)} <span class="unit">${pack.currency}</span></p>
<p>${formatCount(pack.characters)} characters, valid for ${formatCount(pack.validDays)} ${pack.validDays === 1 ? 'day' : 'days'}</p>
<p class="soft small">${pricePerMillion(pack)} ${pack.currency} for a million</p></div>`,
  )}</div><p>No subscription. A character is one code point of the text that you send. Nothing is charged for a request that fails.</p>`;
}

const promises = html`<div class="cards">
<div class="card"><h3>Exact charges</h3><p>The reply says what was charged, and your transaction history shows why. A request that fails, or that you cancel, costs nothing; a repeat with an <a href="/docs/idempotency">Idempotency-Key</a> costs nothing more.</p></div>
<div class="card"><h3>Your glossary</h3><p>Define once what your product is called in each language. It applies <a href="/docs/terminology">to every request</a>, with no id to send, and each place is checked before you get the text.</p></div>
<div class="card"><h3>Nothing lost</h3><p>Markup, placeholders, links, code and line breaks stay byte for byte. If an engine makes a mistake, the sentence is translated another way, or not charged.</p></div>
<div class="card"><h3>Errors that help</h3><p>Each names the field, what was meant, and a <a href="/docs/errors">page with the remedy</a>. A refused request says after how many seconds it succeeds.</p></div>
</div>`;

function status(isWorking: boolean): Piece {
  return isWorking
    ? html`<p><span class="badge good">Working</span> The database takes writes, and an engine has translated a sentence within the last minute.</p>`
    : html`<p><span class="badge bad">Disturbed</span> Translations may fail at the moment; none that fails is charged.</p>`;
}
