import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { type Characters, countCharacters } from '../../ground/units.ts';
import { formatAmount } from '../../shop/orders/currency.ts';
import type { Pack } from '../../shop/orders/order.ts';
import { pricePerMillion } from '../../shop/orders/shop.ts';
import { nameLanguage } from '../../text/languages/language-name.ts';
import type { Brand } from '../brand.ts';
import type { Page, Piece } from '../page.ts';
import { dataTable, sample } from '../pieces.ts';
import { compatGuides } from './docs-page.ts';
import type { SearchedPage } from './docs-search.ts';
import { type EstimateParts, estimateForm, noEstimate } from './estimate.ts';
import { type ExampleParts, exampleBox } from './example-box.ts';

export type FrontPageParts = {
  readonly packs: readonly Pack[];
  /** Of the tax that prices include; undefined when no taxes are set. */
  readonly taxName: string | undefined;
  readonly languages: Piece | string;
  readonly pairCount: number;
  readonly languageCount: number;
  readonly isSignedIn: boolean;
  /** Characters that a new account gets free; undefined for none. */
  readonly trial: Characters | undefined;
  /** Names of the APIs of other vendors that are served. */
  readonly compat: readonly string[];
  readonly example: ExampleParts;
};

export function frontPage(parts: FrontPageParts): Page {
  return {
    title: 'Translation API',
    description:
      'A translation API that you can run yourself: prepaid characters, charged only for results, and your glossary in every request.',
    scripts: ['example'],
    body: html`<div class="hero"><div><h1>Translations you can audit</h1>
<p class="lead">Send text or files. Get every tag, number and glossary term back intact, or pay nothing.</p>
<p class="actions">${primaryAction(parts)} <a class="button" href="/docs">Read the docs</a></p>
${parts.trial === undefined ? '' : html`<p class="soft small">${formatCount(parts.trial)} characters free. No card, no subscription.</p>`}
<p class="own soft small">Or run it on your own machine, in a clone of its source:</p>
${sample('own-line', 'The command', 'docker compose -f compose.demo.yaml up')}</div>
<section aria-labelledby="example-title"><h2 class="visually-hidden" id="example-title">Try it</h2>
<div id="example">${exampleBox(parts.example)}</div></section></div>
${facts(parts)}
<section aria-labelledby="promises"><h2 id="promises">What you can rely on</h2>${promises(parts)}</section>
<section aria-labelledby="prices"><h2 id="prices">Pricing</h2>${prices(parts)}
<div id="estimate">${estimateForm(noEstimate)}</div></section>
<section aria-labelledby="languages"><h2 id="languages">Languages</h2>
<p>${formatCount(parts.languageCount)} languages in ${formatCount(parts.pairCount)} pairs. Quality is measured as chrF2 on news, travel and
encyclopedia texts, 0 to 100, more is better; <a href="/docs/languages">every pair with its score</a>.</p>${parts.languages}</section>
<section aria-labelledby="questions"><h2 id="questions">Questions</h2>${answers([...priceQuestions, ...questions])}</section>`,
  };
}

type PricingParts = Pick<FrontPageParts, 'packs' | 'taxName' | 'isSignedIn' | 'trial'> & {
  readonly estimate: EstimateParts;
};

export function pricingPage(parts: PricingParts): Page {
  return {
    title: 'Pricing',
    description: 'Prepaid packs of characters for all languages, charged only for results, without a subscription.',
    section: '/pricing',
    scripts: ['example'],
    body: html`<h1>Pricing</h1>
<p class="lead">Pay per character, only for results.</p>
<section aria-labelledby="packs"><h2 class="visually-hidden" id="packs">Packs</h2>${prices(parts)}
<div id="estimate">${estimateForm(parts.estimate)}</div></section>
<p class="actions">${primaryAction(parts)} <a class="button" href="/docs/limits">Limits and charging</a></p>
<section aria-labelledby="questions"><h2 id="questions">Questions</h2>${answers(priceQuestions)}</section>`,
  };
}

function answers(asked: readonly Question[]): Piece {
  return html`<div class="questions">${asked.map(
    ([question, answer]) => html`<details><summary>${question}</summary><p>${answer}</p></details>`,
  )}</div>`;
}

/** What the search of the documentation finds outside it: sections of the front page, and the operator's own pages. */
export function pagesBesideDocs(
  parts: Pick<FrontPageParts, 'packs' | 'taxName'> & { readonly brand: Brand },
): readonly SearchedPage[] {
  const { name, termsUrl, privacyUrl, imprintUrl, statusUrl } = parts.brand;
  const sections = [...priceQuestions, ...questions].map(
    ([question, answer]) => html`<h2 id="questions">${question}</h2><p>${answer}</p>`,
  );
  const linked = [
    [termsUrl, 'Terms of service'],
    [privacyUrl, 'Privacy policy'],
    [imprintUrl, 'Imprint'],
    [statusUrl ?? '/status', 'Status'],
  ] as const;
  return [
    { path: '/pricing', title: 'Pricing', body: prices({ ...parts, isSignedIn: false }) },
    { path: '/', title: 'Home page', body: html`${sections}` },
    ...linked.flatMap(([path, title]) =>
      path === undefined ? [] : [{ path, title, body: html`<p>${title} of ${name}</p>` }],
    ),
  ];
}

function prices({ packs, taxName, isSignedIn }: Pick<FrontPageParts, 'packs' | 'taxName' | 'isSignedIn'>): Piece {
  if (packs.length === 0) return html`<p>Contact support to buy characters.</p>`;
  return html`<div class="cards">${packs.map(
    (pack) => html`<div class="card"><h3>${pack.name}</h3>
<p class="figure">${formatAmount(pack.price, pack.currency)} <span class="unit">${pack.currency}</span></p>
<p>${formatCount(pack.characters)} characters, valid for ${counted(pack.validDays, 'day')}</p>
<p class="soft small">${pricePerMillion(pack)} ${pack.currency} per million</p>
<p class="actions"><a class="button" href="${isSignedIn ? '/packs' : '/sign-up'}">Buy ${pack.name}</a></p></div>`,
  )}</div><p>${taxName === undefined ? '' : `Prices include ${taxName}. `}The price is the same for all languages. No subscription. Failed requests cost nothing.</p>`;
}

function primaryAction({ isSignedIn, trial }: Pick<FrontPageParts, 'isSignedIn' | 'trial'>): Piece {
  if (isSignedIn) return html`<a class="button primary" href="/account">Go to your account</a>`;
  return html`<a class="button primary" href="/sign-up">${trial === undefined ? 'Sign up' : 'Start free'}</a>`;
}

function facts({ languageCount, compat }: FrontPageParts): Piece {
  const served = compatGuides.filter(([path]) => compat.includes(path.slice('/docs/'.length)));
  return html`<ul class="facts-line">
<li><strong>${formatCount(languageCount)}</strong> languages, <a href="/docs/languages">scores published</a></li>
<li><strong>0</strong> characters for a failed request</li>
<li><strong>0</strong> texts stored <a href="/docs/security">unless you ask</a></li>
${served.length === 0 ? '' : html`<li>Works with clients of ${served.map(([path, name], index) => html`${index === 0 ? '' : ', '}<a href="${path}">${name.split(' ')[0]}</a>`)}</li>`}</ul>`;
}

/** Each claim with its evidence: rows of a history, a translation without and with an entry, a text with markup. */
function promises({ packs, example: { text, pair } }: FrontPageParts): Piece {
  const bought = packs[0]?.characters ?? 1_000_000;
  const used = countCharacters(text);
  const left = formatCount(bought - used);
  const columns = [{ title: 'Event' }, { title: 'Characters', isNumber: true }, { title: 'Balance', isNumber: true }];
  const rows = [
    ['Purchase', `+${formatCount(bought)}`, formatCount(bought)],
    [`${nameLanguage(pair.source).name} → ${nameLanguage(pair.target).name}`, `−${formatCount(used)}`, left],
    ['Failed request', '0', left],
  ];
  return html`<div class="cards proofs">
<div><h3>Exact charges</h3><p>A charge is a row on disk before you get the reply. A failed request costs nothing, and neither does a retry with the same <a href="/docs/idempotency">Idempotency-Key</a>.</p>
${dataTable('The sentence above in a transaction history', columns, rows)}</div>
<div><h3>Your glossary, always</h3><p>One entry applies <a href="/docs/terminology">to every request</a>, and each place is checked before you get the text.</p>
<p class="evidence bad"><span>− Without an entry</span> The new <del>library</del> is big.</p>
<p class="evidence good"><span>+ With biblioteca = media centre</span> The new <ins>media centre</ins> is big.</p></div>
<div><h3>Text intact</h3><p>Tags, placeholders, links and code stay byte for byte. If an engine damages one, the sentence is translated again, or the request fails.</p>
<p class="evidence"><span>Your text</span> <code lang="es">&lt;b&gt;{name}&lt;/b&gt;, tienes %d mensajes</code></p>
<p class="evidence"><span>Its translation</span> <code>&lt;b&gt;{name}&lt;/b&gt;, you have %d messages</code></p></div>
</div>`;
}

type Question = readonly [question: string, answer: Piece | string];

const priceQuestions: readonly Question[] = [
  [
    'What is a character?',
    'One Unicode code point of the text that you send. Spaces and line breaks count. The length of the translation does not matter.',
  ],
  [
    'What do I pay if a request fails?',
    'Nothing. Characters are reserved at the start of a request, and charged only together with a complete result.',
  ],
  [
    'Do I get an invoice with my VAT ID?',
    html`Each paid order has an invoice or a receipt. Enter your company and VAT ID under <a href="/billing">Billing details</a> first.`,
  ],
  ['Can I get a refund?', 'Contact support. The characters of a refunded payment are taken from your balance.'],
  [
    'Do characters expire?',
    'Yes, after the period that each pack states. A new pack extends the whole balance if its period ends later.',
  ],
];

const questions: readonly Question[] = [
  [
    'Privacy: is my text stored?',
    html`Your text stays private: it is not stored. Texts are translated in memory, and appear in no log. A document is stored encrypted, and deleted after an hour; <a href="/docs/security">what is stored, and for how long</a>. If you send an <a href="/docs/idempotency">Idempotency-Key</a>, the reply is stored encrypted for 24 hours, and only the same key can read it.`,
  ],
  [
    'How do I export or delete my data (GDPR)?',
    html`On the page <a href="/data">Your data</a>. It lists what is stored about you and your account, why, and for how long.`,
  ],
  [
    'What happens if I send too many requests?',
    html`The request is refused, and the reply says after how many seconds it succeeds. See <a href="/docs/limits">the limits</a>.`,
  ],
  [
    'What is the uptime?',
    html`The <a href="/status">status page</a> says whether translation works now, and how much of each of the last 90 days it was ready.`,
  ],
  [
    'How good are the translations?',
    html`Each pair is measured on the same texts. <a href="/docs/languages">All scores are public</a>, and the box above translates your own sentence.`,
  ],
];
