import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { type Characters, dayMs, later, type UnixMs } from '../../ground/units.ts';
import type { Account } from '../../shop/accounts/account.ts';
import type { Key } from '../../shop/keys/key-store.ts';
import { liveKeysMax } from '../../shop/keys/keys.ts';
import type { Balance } from '../../shop/ledger/ledger-store.ts';
import { formatAmount } from '../../shop/orders/currency.ts';
import type { Order, Pack } from '../../shop/orders/order.ts';
import type { RequestRecord } from '../../shop/requests/request-store.ts';
import { sumOf, type UsageSummary } from '../../shop/usage/usage-reports.ts';
import { trialForm } from '../packs/packs-page.ts';
import type { Page, Piece } from '../page.ts';
import { day, moment, notice } from '../pieces.ts';
import { dayChart } from '../usage/day-chart.ts';
import { requestTable } from '../usage/requests-page.ts';
import { distance } from '../usage/words.ts';

export type Overview = {
  readonly account: Account;
  readonly balance: Balance;
  readonly usage: UsageSummary;
  readonly liveKeys: readonly Key[];
  /** Live and revoked, without the oldest revoked ones. */
  readonly keys: readonly Key[];
  /** The newest, newest first. */
  readonly requests: readonly RequestRecord[];
  /** Unpaid orders, newest first. */
  readonly openOrders: readonly Order[];
  /** The owner gets a notice below this balance; 0 for never. */
  readonly threshold: Characters;
  /** A free pack that the account can still get. */
  readonly trial: Pack | undefined;
  readonly now: UnixMs;
};

export function overviewPage(overview: Overview): Page {
  const { balance, usage, liveKeys, keys, requests, openOrders, trial, now } = overview;
  const pace = { used: sumOf(usage.parts).characters, days: usage.to - usage.from + 1 };
  const progress = {
    hasBought: balance.expiresAt !== undefined,
    hasKey: keys.length > 0,
    hasCalled: balance.used > 0,
    trial,
  };
  const body = html`<h1>Overview</h1>
${accountNotices(overview, pace)}
${isUnderWay(progress) ? '' : firstSteps(progress)}
<div class="cards">${balanceCard(balance, { now, lasting: forecast(overview, pace), isMain: isUnderWay(progress) })}${keysCard(liveKeys)}${openOrders.length === 0 ? '' : ordersCard(openOrders)}</div>
${usageCard(usage, keys)}
${requests.length === 0 ? '' : requestsSection(requests, keys)}`;
  return { title: 'Overview', section: '/account', scripts: ['days'], body };
}

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

function requestsSection(requests: readonly RequestRecord[], keys: readonly Key[]): Piece {
  return html`<section><h2>Recent requests</h2>${requestTable(requests, keys)}<p><a href="/requests">All requests</a></p></section>`;
}

type Standing = {
  readonly now: UnixMs;
  readonly lasting: Piece | undefined;
  /** Whether to buy is the main action of the page. */
  readonly isMain: boolean;
};

function balanceCard({ balance, used, expiresAt }: Balance, { now, lasting, isMain }: Standing): Piece {
  return html`<section class="card"><h2>Balance</h2>
<p class="figure">${formatCount(balance)}</p><p>characters left</p>
${expiresAt === undefined || expiresAt <= now ? '' : html`<p>Expires on ${moment(expiresAt)}, ${distance(expiresAt - now)}.</p>`}
${lasting === undefined ? '' : html`<p>${lasting}</p>`}
<p class="soft">${formatCount(used)} used since the account was opened.</p>
<p class="actions"><a class="button${isMain ? ' primary' : ''}" href="/packs">Buy characters</a> <a href="/orders">Orders</a></p></section>`;
}

function usageCard(usage: UsageSummary, keys: readonly Key[]): Piece {
  const { characters, requests } = sumOf(usage.parts);
  return html`<section class="card"><h2>Last ${usage.to - usage.from + 1} days</h2>
<p class="figure">${formatCount(characters)}</p>
<p>characters used in ${counted(requests, 'request')}</p>
${characters === 0 ? html`<p class="soft">A chart of your characters by day will be here.</p>` : dayChart(usage, keys)}
<p><a href="/usage">Usage</a></p></section>`;
}

function keysCard(live: readonly Key[]): Piece {
  return html`<section class="card"><h2>API keys</h2>
<p>${counted(live.length, 'active key')} (limit: ${liveKeysMax})</p>
${
  live.length === 0
    ? ''
    : html`<ul class="plain lines">${live.map(
        ({ name, lastUsedAt }) =>
          html`<li>${name} <span class="soft small">${lastUsedAt === undefined ? 'never used' : html`last used ${moment(lastUsedAt)}`}</span></li>`,
      )}</ul>`
}
<p><a href="/keys">${live.length === 0 ? 'Create key' : 'API keys'}</a></p></section>`;
}

const ordersShown = 5;

function ordersCard(orders: readonly Order[]): Piece {
  return html`<section class="card"><h2>Open orders</h2><ul class="plain">${orders.slice(0, ordersShown).map(
    ({ id, pack, createdAt }) =>
      html`<li><a href="/orders/${id}">${pack.name}</a>, ${formatAmount(pack.price, pack.currency)} ${pack.currency}<br>
<span class="soft small">ordered on ${day(createdAt)}, payment pending</span></li>`,
  )}</ul>
<p><a href="/orders">All orders</a></p></section>`;
}

type StepsDone = {
  readonly hasBought: boolean;
  readonly hasKey: boolean;
  readonly hasCalled: boolean;
  /** A free pack that the account can still get. */
  readonly trial: Pack | undefined;
};

function isUnderWay({ hasBought, hasKey, hasCalled }: Omit<StepsDone, 'trial'>): boolean {
  return hasBought && hasKey && hasCalled;
}

/** The first steps of a new account, in order; the next one is a button. */
function firstSteps({ hasBought, hasKey, hasCalled, trial }: StepsDone): Piece {
  const buy = stepButton('/packs', 'Buy characters');
  const steps = [
    { isDone: hasBought, what: 'Get characters', button: trial === undefined ? buy : trialStep(trial) },
    { isDone: hasKey, what: 'Create key', button: stepButton('/keys/new', 'Create key') },
    { isDone: hasCalled, what: 'Send your first request', button: stepButton('/docs', 'Send your first request') },
  ];
  const next = steps.find(({ isDone }) => !isDone);
  return html`<section class="card steps"><h2>First steps</h2><ol>${steps.map(
    (step) =>
      html`<li>${
        step.isDone
          ? html`<span class="badge good"><span aria-hidden="true">✓ </span>done</span> ${step.what}`
          : html`<span class="badge">to do</span> ${step === next ? step.button : step.what}`
      }</li>`,
  )}</ol>
${hasBought && !hasCalled ? html`<p>Or see a translation first, in the <a href="/playground">playground</a>.</p>` : ''}</section>`;
}

function stepButton(href: string, what: string): Piece {
  return html`<a class="button primary" href="${href}">${what}</a>`;
}

function trialStep({ characters }: Pack): Piece {
  return html`Get characters${trialForm(characters)}<p class="soft">Or <a href="/packs">buy characters</a> now.</p>`;
}
