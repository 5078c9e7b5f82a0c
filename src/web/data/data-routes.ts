import { html } from 'hono/html';
import { pieceStream } from '../../ops/piece-stream.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import { type Erasures, erasureMail } from '../../shop/accounts/erasures.ts';
import type { ActId } from '../../shop/audit/audit.ts';
import { BusyAccounts } from '../../shop/limits/busy-accounts.ts';
import type { Mailer } from '../../shop/mail/mailer.ts';
import type { AccountParts } from '../account-parts.ts';
import type { Page } from '../page.ts';
import { dataTable, type FormProblem } from '../pieces.ts';
import { fileReply, sendTo } from '../reply.ts';
import { anyone, fresh, type PageRoute, visitors } from '../route.ts';
import { nothingThere, type SignedInVisit } from '../visit.ts';
import { problemOf } from '../wordings.ts';
import { type AccountDocumentParts, accountDocument } from './account-document.ts';
import { activityPage, actsShown } from './activity-page.ts';
import { erasedPage, erasePage, type Losses } from './erase-page.ts';

export type DataParts = AccountDocumentParts &
  Pick<AccountParts, 'pages' | 'failed'> & {
    readonly erasures: Pick<Erasures, 'erase'>;
    readonly mailer: Pick<Mailer, 'send' | 'isConnected'>;
  };

export function dataRoutes(parts: DataParts): readonly PageRoute[] {
  const { pages } = parts;
  const exports = new BusyAccounts(exportsMax);
  return [
    visitors.get('/settings', (visit) => sendTo(visit, '/notices')),
    visitors.get('/data', (visit) => pages.render(visit, dataPage())),
    visitors.get('/data/activity', (visit) => showActivity(parts, visit)),
    fresh.get('/data/export', (visit) => pages.render(visit, exportPage())),
    fresh.post('/data/export.json', (visit) => sendExport(parts, exports, visit)),
    fresh.get('/data/erase', (visit) => showErasure(parts, visit, {})),
    fresh.post('/data/erase', (visit) => erase(parts, visit)),
    anyone.get('/data/erased', (visit) => pages.render(visit, erasedPage(parts.mailer.isConnected))),
  ];
}

async function showActivity({ pages, audit, keys, people }: DataParts, visit: SignedInVisit): Promise<Response> {
  const { accountId } = visit.visitor;
  const before = visit.url.searchParams.get('before');
  // One more than is shown, to know whether there is a next page.
  const query = { accountId, limit: actsShown + 1, ...(before === null ? {} : { before: before as ActId }) };
  const [found, ownKeys, sessions] = await Promise.all([
    audit.list(query),
    keys.list({ accountId }),
    people.listSessions(visit.caller, visit.visitor),
  ]);
  // Links on the page exist only when there is a next page.
  if (before !== null && found.length === 0) throw nothingThere();
  return pages.render(visit, activityPage({ found, accountId, keys: ownKeys, sessions, isFirst: before === null }));
}

type Refused = { readonly typed?: string; readonly problems?: readonly FormProblem[]; readonly refusal?: string };

async function showErasure(parts: DataParts, visit: SignedInVisit, refused: Refused): Promise<Response> {
  const losses = await lossesOf(parts, visit.visitor.accountId);
  const page = erasePage({ email: visit.visitor.email, losses, ...refused });
  const isRefused = refused.problems !== undefined || refused.refusal !== undefined;
  return parts.pages.render(visit, { ...page, status: isRefused ? 400 : 200 });
}

async function lossesOf({ readBalance, keys, orders }: DataParts, accountId: AccountId): Promise<Losses> {
  const [balance, live, unpaid, paid] = await Promise.all([
    readBalance(accountId),
    keys.live(accountId),
    orders.list({ accountId, isPaid: false }),
    orders.list({ accountId, isPaid: true }),
  ]);
  return {
    characters: balance.balance,
    liveKeys: live.length,
    unpaidOrders: unpaid.length,
    isDisputed: paid.some(({ dispute }) => dispute === 'open'),
  };
}

async function erase(parts: DataParts, visit: SignedInVisit): Promise<Response> {
  const { accountId, email } = visit.visitor;
  const typed = (await visit.readForm()).text('email').trim();
  if (typed.toLowerCase() !== email.toLowerCase()) {
    const message = `Type the address of this account, ${email}, to confirm.`;
    return await showErasure(parts, visit, { typed, problems: [{ param: 'email', message }] });
  }
  try {
    await parts.erasures.erase(accountId, { by: accountId });
  } catch (error) {
    return await showErasure(parts, visit, { typed, refusal: problemOf(error).message });
  }
  parts.mailer.send(erasureMail(email));
  return sendTo(visit, '/data/erased', await parts.people.signOut(visit.caller));
}

/** Concurrent exports on one node. */
const exportsMax = 8;

/** How long a client may take to read a file. */
const readingMsMax = 3_600_000;

/**
 * Sends an account as a file. The next piece is read only after the client has taken the last one.
 * @throws ServiceError `busy_with_files` while another export of the account is under way, or too many others are
 */
async function sendExport(parts: DataParts, busy: BusyAccounts, visit: SignedInVisit): Promise<Response> {
  const { visitor, exchange } = visit;
  const { accountId } = visitor;
  using work = new DisposableStack();
  work.use(busy.begin(accountId));
  await parts.audit.record({ by: accountId, act: 'account.exported', accountId });
  const rest = accountDocument(parts, visitor);
  // Before the reply begins, so that an early failure gets an error page.
  const first = await rest.next();
  const pieces = beginning(first.value ?? '', rest);
  const body = pieceStream({ pieces, work: work.move(), readingMsMax, exchange, failed: parts.failed });
  return fileReply('dragoman-account.json', 'application/json; charset=utf-8', body);
}

async function* beginning(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

function exportPage(): Page {
  const body = html`<div class="narrow"><h1>Export data</h1>
<p>One JSON file with all your data: you, your account, orders and purchases, keys (not the keys themselves: only you
have those), every change of your balance with its reason, usage by day, recent requests, glossary, approved translations, notices and activity.</p>
<p>With much usage it takes a minute. The file is created while you download it, and is not stored.</p>
<form method="post" action="/data/export.json"><p class="actions"><button class="primary" type="submit">Export data</button>
<a class="button quiet" href="/data">Back</a></p></form></div>`;
  return { title: 'Export data', section: '/data', body };
}

function dataPage(): Page {
  const body = html`<h1>Your data</h1>
<p>What this service stores about you and why, and how to export or delete it. <strong>Texts and translations are not
stored</strong>, except those that you approve: they are deleted after the reply.</p>
<div class="cards">
<section class="card"><h2>Export</h2><p>One JSON file with everything that is stored about you and your account.</p>
<p class="actions"><a class="button" href="/data/export">Export data</a></p></section>
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
sentence is not translated again. They are never written to disk. Log files contain no text, no key and no e-mail address.
<a href="/docs/security">Security and data</a> has the way of a text, and how data is protected.</p>`;
  return { title: 'Your data', section: '/data', body };
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
    'Approved translations: source, translation, note, who approved them and when',
    'so that the same text is always translated in the same way',
    'until you remove them, or delete your account',
  ],
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
