import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { type Characters, dayMs, later, type UnixMs } from '../../ground/units.ts';
import type { Account } from '../../shop/accounts/account.ts';
import type { Key } from '../../shop/keys/key-store.ts';
import { liveKeysMax } from '../../shop/keys/keys.ts';
import type { Balance } from '../../shop/ledger/ledger-store.ts';
import { formatAmount } from '../../shop/orders/currency.ts';
import type { Order, Pack } from '../../shop/orders/order.ts';
import { figuresOf } from '../../shop/requests/request-figures.ts';
import type { RequestPage, RequestRecord } from '../../shop/requests/request-store.ts';
import { sumOf, type UsageSummary } from '../../shop/usage/usage-reports.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import { attemptOf } from '../form.ts';
import { keyNameForm } from '../keys/key-form.ts';
import { requestWords, testRequestForm, trialRequest } from '../keys/new-key-page.ts';
import { trialForm } from '../packs/packs-page.ts';
import type { Page, Piece } from '../page.ts';
import { cardHead, dataTable, day, moment, notice, pageHead } from '../pieces.ts';
import { dayChart } from '../usage/day-chart.ts';
import { requestLanguages } from '../usage/requests-page.ts';
import { distance, keyName } from '../usage/words.ts';

export type Overview = {
  readonly account: Account;
  readonly balance: Balance;
  readonly usage: UsageSummary;
  readonly liveKeys: readonly Key[];
  /** Live and revoked, without the oldest revoked ones. */
  readonly keys: readonly Key[];
  /** The newest `figuresOfMax` at most, newest first. */
  readonly recent: RequestPage;
  /** Unpaid orders, newest first. */
  readonly openOrders: readonly Order[];
  /** The owner gets a notice below this balance; 0 for never. */
  readonly threshold: Characters;
  /** A free pack that the account can still get. */
  readonly trial: Pack | undefined;
  readonly catalogue: Pick<LanguageCatalogue, 'entries' | 'qualityOf'>;
  readonly now: UnixMs;
};

export function overviewPage(overview: Overview): Page {
  const { balance, usage, liveKeys, keys, recent, openOrders } = overview;
  const pace = { used: sumOf(usage.parts).characters, days: usage.to - usage.from + 1 };
  const notices = accountNotices(overview, pace);
  const isNew = balance.used === 0 && recent.requests.length === 0;
  const body = isNew
    ? html`<h1>Overview</h1>
${notices}
${firstSteps(overview)}`
    : html`${pageHead('Overview', html`<div class="actions"><a class="button" href="/playground">Open playground</a> <a class="button primary" href="/packs">Buy characters</a></div>`)}
${notices}
${figures(overview, pace)}
${usageCard(usage, keys)}
<div class="split">${requestLog(recent.requests.slice(0, requestsShown), keys)}<div class="cards">${keysCard(liveKeys)}${ordersCard(openOrders)}</div></div>`;
  return { title: 'Overview', section: '/account', scripts: [isNew ? 'keys' : 'days'], body };
}

const requestsShown = 8;

/** Characters charged in the last days. */
type Pace = { readonly used: number; readonly days: number };

/** How long before its expiry a balance gets a notice. */
const expirySoonMs = 30 * dayMs;

/** A balance that lasts fewer days gets a notice. */
const lastingDays = 7;

function accountNotices({ account, balance: { balance, expiresAt }, threshold, now }: Overview, pace: Pace): Piece {
  const { suspendedAt } = account;
  return html`${
    suspendedAt !== undefined &&
    notice(
      'bad',
      html`Your account has been suspended since ${moment(suspendedAt)}. Its keys are refused, and you cannot buy characters, create keys or use the playground. Contact support.`,
    )
  }${expiresAt !== undefined && balanceWarnings({ balance, threshold, pace, expiresAt, now }).map((words) => notice('warn', words))}`;
}

type Warned = Pick<Overview, 'threshold' | 'now'> & {
  readonly balance: Characters;
  readonly pace: Pace;
  readonly expiresAt: UnixMs;
};

/** The most serious first. */
function balanceWarnings({ balance, threshold, pace, expiresAt, now }: Warned): readonly Piece[] {
  const buy = html`<a href="/packs">Buy characters</a>`;
  if (expiresAt <= now) return [html`Your characters expired on ${moment(expiresAt)}. ${buy} to continue.`];
  if (balance === 0) return [html`You have no characters left. ${buy} to continue.`];
  const warnings: Piece[] = [];
  const days = lastsDays(balance, pace);
  if (days < lastingDays) {
    const lasting = days < 1 ? 'less than a day' : counted(days, 'day');
    warnings.push(html`At this pace, your balance lasts ${lasting}. ${buy}`);
  } else if (balance < threshold) {
    warnings.push(
      html`Your balance is below ${formatCount(threshold)} characters. ${buy}, or change the <a href="/notices">threshold</a>.`,
    );
  }
  if (expiresAt - now <= expirySoonMs) {
    warnings.push(
      html`Your characters expire ${distance(expiresAt - now)}. If you <a href="/packs">buy characters</a> before then, all of them stay valid longer.`,
    );
  }
  return warnings;
}

/** Returns how many whole days a balance lasts; infinite without any use. */
function lastsDays(balance: Characters, { used, days }: Pace): number {
  return used === 0 ? Number.POSITIVE_INFINITY : Math.floor((balance / used) * days);
}

/** Returns until when a balance lasts at its pace; undefined when nothing was used, or a notice already says it. */
function forecast({ balance: { balance, expiresAt }, now }: Overview, pace: Pace): Piece | undefined {
  const days = lastsDays(balance, pace);
  if (expiresAt === undefined || expiresAt <= now || days < lastingDays || pace.used === 0) return undefined;
  const end = later(now, days * dayMs);
  if (end < expiresAt) return html`At this pace, they last about ${formatCount(days)} days, until ${day(end)}.`;
  const left = balance - Math.ceil((pace.used / pace.days) * ((expiresAt - now) / dayMs));
  return html`At this pace, about ${roughCount(Math.max(0, left))} will be unused when they expire.`;
}

/** `849 characters`, `3.1 M characters`. */
function roughCount(count: number): string {
  if (count < 1_000_000) return counted(count, 'character');
  return `${formatCount(Math.round(count / 100_000) / 10)} M characters`;
}

function figures(overview: Overview, pace: Pace): Piece {
  const { balance, usage, recent, now } = overview;
  const { characters: used, requests } = sumOf(usage.parts);
  const { succeeded, failed, medianMs, slowMs } = figuresOf(recent.requests);
  const those = `${recent.next === undefined ? '' : 'the last '}${formatCount(succeeded + failed)}`;
  const granted = balance.balance + balance.used;
  const lasting = forecast(overview, pace);
  const figure = (title: string, value: Piece | string, notes: Piece) =>
    html`<div><dt>${title}</dt><dd class="figure">${value}</dd>${notes}</div>`;
  return html`<dl class="figures">
${figure(
  'Balance',
  formatCount(balance.balance),
  html`<dd><meter max="${granted}" value="${balance.balance}" aria-label="Left of ${counted(granted, 'character')}"></meter></dd>
${balance.expiresAt === undefined || balance.expiresAt <= now ? '' : html`<dd>Expires ${day(balance.expiresAt)}, ${distance(balance.expiresAt - now)}</dd>`}`,
)}
${figure(`Used in ${pace.days} days`, formatCount(used), html`<dd>${counted(requests, 'request')}</dd>${lasting && html`<dd>${lasting}</dd>`}`)}
${figure('Successful requests', percentOf(succeeded, succeeded + failed), html`<dd>${failed === 0 ? `None of ${those} failed` : html`<a href="/requests?status=failed">${formatCount(failed)} of ${those} failed</a>`}</dd>`)}
${figure('Response time', medianMs === undefined ? '–' : html`${formatCount(medianMs)} <span class="unit">ms</span>`, medianMs === undefined ? html`<dd>No successful requests</dd>` : html`<dd>Median of ${formatCount(succeeded)} successful requests</dd><dd>95% within ${formatCount(slowMs ?? 0)} ms</dd>`)}
</dl>`;
}

/** `93.4%`. */
function percentOf(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((part / whole) * 100).toFixed(part === whole ? 0 : 1)}%`;
}

function usageCard(usage: UsageSummary, keys: readonly Key[]): Piece {
  const isUsed = usage.parts.length > 0;
  return html`<section class="card">${cardHead('Characters by day', '/usage', 'All usage')}
${isUsed ? dayChart(usage, keys) : html`<p class="soft">No characters were used in ${usage.to - usage.from + 1} days.</p>`}</section>`;
}

const logColumns = [
  { title: 'Status and languages' },
  { title: 'Key', isPlain: true },
  { title: 'Characters', isNumber: true },
  { title: 'ms', isNumber: true },
  { title: 'Time', isPlain: true },
];

function requestLog(requests: readonly RequestRecord[], keys: readonly Key[]): Piece {
  const rows = requests.map(({ requestId, status, code, source, target, keyId, characters: count, tookMs, at }) => [
    html`<span class="badge ${status < 400 ? 'good' : 'bad'}">${status}</span><a href="/requests?id=${requestId}">${requestLanguages({ source, target })}</a>`,
    html`<span class="soft">${keyName(keyId, keys)}${code === undefined ? '' : ` · ${code}`}</span>`,
    count === 0 ? '–' : formatCount(count),
    formatCount(tookMs),
    html`<span class="soft">${moment(at)}</span>`,
  ]);
  return html`<section class="card">${cardHead('Recent requests', '/requests', 'All requests')}
${requests.length === 0 ? html`<p class="soft">No requests in 30 days.</p>` : dataTable('Requests, newest first', logColumns, rows)}</section>`;
}

function keysCard(live: readonly Key[]): Piece {
  return html`<section class="card">${cardHead('API keys', '/keys', 'Manage')}
${
  live.length === 0
    ? html`<p><a href="/keys/new">Create key</a></p>`
    : html`<ul class="plain lines">${live.map(
        ({ name, lastUsedAt }) =>
          html`<li>${name} <span class="soft small">${lastUsedAt === undefined ? 'never used' : html`last used ${moment(lastUsedAt)}`}</span></li>`,
      )}</ul>`
}
<p class="soft small">${live.length} of ${liveKeysMax} keys in use</p></section>`;
}

const ordersShown = 5;

function ordersCard(orders: readonly Order[]): Piece {
  return html`<section class="card">${cardHead('Open orders', '/orders', 'All orders')}${orderList(orders)}
<p class="soft small">${orders.length === 0 ? 'None' : html`${counted(orders.length, 'order')}, payment pending`}</p></section>`;
}

function orderList(orders: readonly Order[]): Piece {
  return html`<ul class="plain">${orders.slice(0, ordersShown).map(
    ({ id, pack, createdAt }) =>
      html`<li><a href="/orders/${id}">${pack.name}</a>, ${formatAmount(pack.price, pack.currency)} ${pack.currency}<br>
<span class="soft small">ordered on ${day(createdAt)}</span></li>`,
  )}</ul>`;
}

/** The first steps of a new account, in order, with the form of the next one. */
function firstSteps({ balance, keys, openOrders, trial, catalogue }: Overview): Piece {
  const request = trialRequest(catalogue);
  const steps = [
    { isDone: balance.expiresAt !== undefined, what: 'Get characters', form: charactersForm(trial, openOrders) },
    {
      isDone: keys.length > 0,
      what: 'Create key',
      form: keyNameForm({ attempt: attemptOf(undefined), name: 'Default', problems: [] }),
    },
    {
      isDone: false,
      what: 'Send your first request',
      form: html`<p>${requestWords(request)}</p>${testRequestForm(request)}<p class="soft">Or <a href="/docs">send it from a program</a>.</p>`,
    },
  ];
  const next = steps.find(({ isDone }) => !isDone);
  return html`<section class="card steps"><h2>First steps</h2><ol>${steps.map(
    (step) =>
      html`<li>${step.what} <span class="badge${step.isDone ? ' good' : ''}">${step.isDone ? 'done' : 'to do'}</span>${step === next ? html`<div>${step.form}</div>` : ''}</li>`,
  )}</ol></section>`;
}

function charactersForm(trial: Pack | undefined, openOrders: readonly Order[]): Piece {
  if (openOrders.length > 0) return orderList(openOrders);
  if (trial === undefined) return html`<a class="button primary" href="/packs">Buy characters</a>`;
  return html`${trialForm(trial.characters)}<p class="soft">Or <a href="/packs">buy characters</a> now.</p>`;
}
