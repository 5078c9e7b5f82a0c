import { html } from 'hono/html';
import { pieceStream } from '../../ops/piece-stream.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import { erasureMail } from '../../shop/accounts/erasure-mail.ts';
import type { Erasures } from '../../shop/accounts/erasures.ts';
import type { ActId } from '../../shop/audit/audit.ts';
import { BusyAccounts } from '../../shop/limits/busy-accounts.ts';
import type { Mailer } from '../../shop/mail/mailer.ts';
import type { AccountParts } from '../account-parts.ts';
import type { Page } from '../page.ts';
import type { FormProblem } from '../pieces.ts';
import { fileReply, sendTo } from '../reply.ts';
import { anyone, fresh, type PageRoute, visitors } from '../route.ts';
import { nothingThere, type SignedInVisit } from '../visit.ts';
import { problemOf } from '../wordings.ts';
import { type AccountDocumentParts, accountDocument } from './account-document.ts';
import { activityPage, actsShown } from './activity-page.ts';
import { dataPage } from './data-page.ts';
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
    visitors.get('/settings', (visit) => pages.render(visit, settingsPage())),
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
  const work = busy.begin(accountId);
  try {
    await parts.audit.record({ by: accountId, act: 'account.exported', accountId });
    const rest = accountDocument(parts, visitor);
    // Before the reply begins, so that an early failure gets an error page.
    const first = await rest.next();
    const pieces = beginning(first.value ?? '', rest);
    const body = pieceStream({ pieces, work, readingMsMax, exchange, failed: parts.failed });
    return fileReply('dragoman-account.json', 'application/json; charset=utf-8', body);
  } catch (error) {
    work[Symbol.dispose]();
    throw error;
  }
}

async function* beginning(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first;
  yield* rest;
}

function exportPage(): Page {
  const body = html`<div class="narrow"><h1>Export data</h1>
<p>One JSON file with all your data: you, your account, orders and purchases, keys (not the keys themselves: only you
have those), every change of your balance with its reason, usage by day, recent requests, glossary, notices and activity.</p>
<p>With much usage it takes a minute. The file is created while you download it, and is not stored.</p>
<form method="post" action="/data/export.json"><p class="actions"><button class="primary" type="submit">Export data</button>
<a class="button quiet" href="/data">Back</a></p></form></div>`;
  return { title: 'Export data', section: '/settings', body };
}

const settings = [
  ['/notices', 'E-mail notifications', 'A mail before your characters run out or expire.'],
  ['/data/activity', 'Recent activity', 'Who did what to the account: sign-ins, keys, orders, glossary.'],
  ['/data', 'Your data', 'What is stored, and why. Export it, or delete the account.'],
] as const;

function settingsPage(): Page {
  const body = html`<h1>Settings</h1>
<div class="cards">${settings.map(
    ([path, title, words]) =>
      html`<section class="card"><h2><a href="${path}">${title}</a></h2><p>${words}</p></section>`,
  )}</div>`;
  return { title: 'Settings', section: '/settings', body };
}
