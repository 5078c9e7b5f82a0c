import { html } from 'hono/html';
import type { Page } from '../page.ts';
import { dataTable } from '../pieces.ts';

export function dataPage(): Page {
  const body = html`<h1>Your data</h1>
<p>What this service stores about you and why, and how to export or delete it. <strong>Texts and translations are not
stored</strong>: they are deleted after the reply.</p>
<div class="cards">
<section class="card"><h2>Export</h2><p>One JSON file with everything that is stored about you and your account.</p>
<p class="actions"><a class="button" href="/data/export">Export data</a></p></section>
<section class="card"><h2>Recent activity</h2><p>Who did what to your account: sign-ins, keys, orders, glossary.</p>
<p class="actions"><a class="button" href="/data/activity">Show activity</a></p></section>
<section class="card"><h2>Delete</h2><p>Your account and all your data, permanently.</p>
<p class="actions"><a class="button" href="/data/erase">Delete account</a></p></section>
</div>
<h2>What is stored, and why</h2>
${dataTable(
  'Data stored about you and your account',
  [{ title: 'What' }, { title: 'Why' }, { title: 'For how long' }],
  kept.map((row) => [...row]),
)}
<p>Texts are in memory while they are translated. Translated sentences may stay in memory for a while, so that a repeated
sentence is not translated again. They are never written to disk. Log files contain no text, no key and no e-mail address.</p>`;
  return { title: 'Your data', section: '/settings', body };
}

const untilErased = 'until you delete your account';

const kept = [
  [
    'E-mail address; password as a hash; two-factor secret and passkeys, if you set them up',
    'so that only you can sign in, and so that we can write to you',
    untilErased,
  ],
  ['Sessions: when, from which address, with which browser', 'so that you can see and end them', 'until they end'],
  [
    'Keys: name, first and last characters, a hash, when created, used and revoked',
    'so that you can tell them apart, and so that requests are answered',
    `the name ${untilErased}; the rest stays`,
  ],
  [
    'Orders and payments: pack, price, when; card numbers never reach us',
    'bookkeeping, refunds, disputes',
    'stays, without your name and address',
  ],
  [
    'If you take a trial: a hash of your e-mail address',
    'so that each person has one trial; it is used for nothing else',
    'stays, without your account and the time',
  ],
  ['Billing details: company, address, country, VAT ID, reference', 'for your invoices', untilErased],
  [
    'Invoices and credit notes, as they were issued',
    'bookkeeping, which the law requires',
    'stay, with the details that are printed on them',
  ],
  [
    'Transaction history and usage: how many characters, which languages, which key, when',
    'so that every character that you paid for is accounted for',
    'stays, without your name and address',
  ],
  [
    'Recent requests: time, request id, key, status, error code, languages, characters, duration, engine',
    'so that you can find out why a request failed',
    '30 days',
  ],
  ['Glossary', 'so that your translations follow it', 'until you remove it, or delete your account'],
  [
    'Replies to requests with an Idempotency-Key, encrypted so that only the same request can read them',
    'so that a request that is repeated is not charged twice',
    '24 hours',
  ],
  ['Notices: which you want by mail, and which were sent', 'so that each is sent once', untilErased],
  [
    'Activity: who did what to your account, and when',
    'so that you can check every act',
    'stays, without your name and address',
  ],
] as const;
