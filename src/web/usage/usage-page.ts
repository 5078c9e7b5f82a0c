import { html } from 'hono/html';
import type { Key } from '../../core/keys/key-store.ts';
import type { Balance } from '../../core/ledger/ledger-store.ts';
import type { UnixMs } from '../../core/units.ts';
import type { UsageOfDays, UsageSummary } from '../../core/usage/usage-reports.ts';
import { sumOf, sumsByKey, sumsByPair, type UsageSum } from '../../core/usage/usage-sums.ts';
import { isoDay } from '../../core/usage/utc-day.ts';
import { field } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { dataTable, formatCount, moment } from '../pieces.ts';
import { barChart, dayChart, share } from './charts.ts';
import { type DayRange, dayPresets } from './day-range.ts';
import { distance, keyName } from './words.ts';

export type UsageView = {
  readonly balance: Balance;
  readonly range: DayRange;
  /** Of the range; undefined when the range is invalid. */
  readonly report: UsageSummary | undefined;
  /** Of as many days before the range. */
  readonly previous: UsageOfDays | undefined;
  /** What was paid for packs within the range: `9.00 EUR`. */
  readonly paid: readonly string[];
  readonly keys: readonly Key[];
  readonly now: UnixMs;
};

/** An account's balance and charges. */
export function usagePage(view: UsageView): Page {
  const { range, report } = view;
  const body = html`<h1>Usage</h1>
${standing(view)}
<h2 id="days">Charged by day, key and languages</h2>
${rangePicker(range)}
${report === undefined ? '' : reportPieces(report, view)}`;
  return {
    title: 'Usage',
    section: '/usage',
    body,
    scripts: ['local-times'],
    status: range.problems.length === 0 ? 200 : 400,
  };
}

function standing({ balance, now }: UsageView): Piece {
  return html`<dl class="facts">
<dt>Balance</dt><dd class="number">${formatCount(balance.balance)} characters</dd>
<dt>Expires</dt><dd>${expiry(balance, now)}</dd>
${balance.held === 0 ? '' : html`<dt>Set aside</dt><dd class="number">${formatCount(balance.held)}, for requests in progress</dd>`}
<dt>Used so far</dt><dd class="number">${formatCount(balance.used)} since the account was opened</dd>
</dl>
<ul class="links"><li><a href="/requests">Requests</a></li><li><a href="/usage/journal">Transaction history</a></li><li><a href="/notices">Notices by mail</a></li><li><a href="/packs">Buy characters</a></li></ul>`;
}

function expiry({ expiresAt }: Balance, now: UnixMs): Piece | string {
  if (expiresAt === undefined) return 'Nothing was bought yet.';
  const iso = new Date(expiresAt).toISOString();
  const isOver = expiresAt <= now;
  return html`${moment(expiresAt)}, ${distance(expiresAt - now)}${isOver ? html`: <strong>expired</strong>` : ''}
<span class="local-time soft small" data-local-time="${iso}">&nbsp;</span>`;
}

function rangePicker({ typed, preset, problems }: DayRange): Piece {
  return html`<ul class="links" aria-label="Days up to today">${dayPresets.map(
    (days) =>
      html`<li><a href="/usage?days=${days}#days"${preset === days ? html` aria-current="true"` : ''}>${days} days</a></li>`,
  )}</ul>
<form method="get" action="/usage#days" class="row">${field({ name: 'from', label: 'From (UTC)', type: 'date', value: typed.from, problems })}${field(
    { name: 'to', label: 'To, included', type: 'date', value: typed.to, problems },
  )}<button type="submit">Show</button></form>`;
}

function reportPieces(report: UsageSummary, { previous, paid, keys }: UsageView): Piece {
  const { from, to, days: sums } = report;
  const total = sumOf(sums);
  const days = `from=${isoDay(from)}&to=${isoDay(to)}`;
  const summary = html`<p><strong class="number">${formatCount(total.characters)}</strong> characters in ${requestCount(total.requests)}, from ${isoDay(from)} to ${isoDay(to)}.
<a href="/usage/days.csv?${days}" download>Download as CSV</a></p>
${previous === undefined ? '' : comparison(total, previous)}${paid.length === 0 ? '' : html`<p>Paid for <a href="/orders">packs</a> in these days: ${paid.join(', ')}.</p>`}`;
  if (sums.length === 0) return summary;
  return html`${summary}
${section('By day', dayChart({ from, to, days: sums }), to - from < dayRowsMax ? dayTable(report) : monthTable(report))}
${keyPieces(report, keys, days)}
${pairPieces(report, days)}`;
}

/** Compares a sum with that of as many days before. */
function comparison({ characters: count }: UsageSum, { from, to, days }: UsageOfDays): Piece | string {
  const { characters: before } = sumOf(days);
  if (before === 0) return '';
  const change = Math.round((count / before - 1) * 100);
  const words =
    change === 0 ? 'About as much as' : `${formatCount(Math.abs(change))}% ${change > 0 ? 'more' : 'less'} than`;
  return html`<p>${words} from ${isoDay(from)} to ${isoDay(to)}: ${formatCount(before)} characters.</p>`;
}

function section(title: string, chart: Piece, table: Piece): Piece {
  return html`<section class="beside"><h3>${title}</h3><div>${chart}</div>${table}</section>`;
}

const [characters, requests, part] = [
  { title: 'Characters', isNumber: true },
  { title: 'Requests', isNumber: true },
  { title: 'Share', isNumber: true },
];

/** Longer ranges show months, with links to their days. */
const dayRowsMax = 93;

/** Newest first, as in the journal to which each day leads. */
function dayTable({ days }: UsageSummary): Piece {
  const cells = days.toReversed().map(({ day, ...sum }) => {
    const iso = isoDay(day);
    return [html`<a href="/usage/journal?from=${iso}&to=${iso}">${iso}</a>`, ...figures(sum)];
  });
  return dataTable('Days with a charge, newest first', [{ title: 'Day (UTC)' }, characters, requests], cells);
}

/** Newest first; each links to its days within the range. */
function monthTable({ from, to, days }: UsageSummary): Piece {
  const months = [...Map.groupBy(days, ({ day }) => isoDay(day).slice(0, 7))].toReversed();
  const cells = months.map(([month, sums]) => {
    const [first, last] = [`${month}-01`, lastOfMonth(month)];
    const range = `from=${latest(first, isoDay(from))}&to=${earliest(last, isoDay(to))}`;
    return [html`<a href="/usage?${range}#days">${month}</a>`, ...figures(sumOf(sums))];
  });
  return dataTable('Months with a charge, newest first', [{ title: 'Month (UTC)' }, characters, requests], cells);
}

/** @param month as in `2026-02`, whose last day is `2026-02-28` */
function lastOfMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

// ISO days sort by time when they sort as text.
const latest = (one: string, other: string): string => (one > other ? one : other);
const earliest = (one: string, other: string): string => (one < other ? one : other);

function keyPieces({ parts }: UsageSummary, keys: readonly Key[], days: string): Piece {
  const sums = sumsByKey(parts);
  const { characters: total } = sumOf(parts);
  const bars = sums.map(({ keyId, characters: count }) => ({ name: keyName(keyId, keys), count }));
  const cells = sums.map(({ keyId, ...sum }) => [
    html`<a href="/usage/journal?key=${keyId}&${days}">${keyName(keyId, keys)}</a>`,
    ...figures(sum),
    share(sum.characters, total),
  ]);
  const table = dataTable('Keys, the most used first', [{ title: 'Key' }, characters, requests, part], cells);
  return section('By key', barChart('keys', 'Share of characters by key', bars), table);
}

function pairPieces({ parts }: UsageSummary, days: string): Piece {
  const sums = sumsByPair(parts);
  const { characters: total } = sumOf(parts);
  const bars = sums.map(({ source, target, characters: count }) => ({ name: `${source} → ${target}`, count }));
  const cells = sums.map(({ source, target, ...sum }) => [
    html`<a href="/usage/journal?source=${source}&target=${target}&${days}">${source} → ${target}</a>`,
    ...figures(sum),
    share(sum.characters, total),
  ]);
  const table = dataTable(
    'Languages, the most used first',
    [{ title: 'From → to' }, characters, requests, part],
    cells,
  );
  return section('By languages', barChart('pairs', 'Share of characters by languages', bars), table);
}

function figures({ characters: amount, requests: count }: UsageSum): readonly string[] {
  return [formatCount(amount), formatCount(count)];
}

function requestCount(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'request' : 'requests'}`;
}
