import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import type { UnixMs } from '../../ground/units.ts';
import type { Key } from '../../shop/keys/key-store.ts';
import type { Balance } from '../../shop/ledger/ledger-store.ts';
import {
  sumOf,
  sumsByKey,
  sumsByPair,
  type UsageSum,
  type UsageSummary,
  type UsageTotal,
} from '../../shop/usage/usage-reports.ts';
import { isoDay, type SeriesQuery } from '../../shop/usage/usage-store.ts';
import { field } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { dataTable, moment } from '../pieces.ts';
import { countsOf, dayChart, isByDay, seriesOf, shareBar } from './day-chart.ts';
import { type DayRange, dayPresets } from './day-range.ts';
import { dayWords, distance, keyName, pairWords } from './words.ts';

export type UsageView = {
  readonly balance: Balance;
  readonly range: DayRange;
  readonly by: SeriesQuery['by'];
  /** Of the range; undefined when the range is invalid. */
  readonly report: UsageSummary | undefined;
  /** Of as many days before the range. */
  readonly previous: UsageTotal | undefined;
  /** What was paid for packs within the range: `9.00 EUR`. */
  readonly paid: readonly string[];
  readonly keys: readonly Key[];
  readonly now: UnixMs;
};

export function usagePage(view: UsageView): Page {
  const { range, report, by } = view;
  const body = html`<h1>Usage</h1>
${standing(view)}
<h2 id="days">Usage by day</h2>
${rangePicker(range, by)}
${report === undefined ? '' : reportPieces(report, view)}`;
  return {
    title: 'Usage',
    section: '/usage',
    body,
    scripts: ['days'],
    status: range.problems.length === 0 ? 200 : 400,
  };
}

function standing({ balance, now }: UsageView): Piece {
  return html`<dl class="facts">
<dt>Balance</dt><dd class="number">${formatCount(balance.balance)} characters</dd>
<dt>Expires</dt><dd>${expiry(balance, now)}</dd>
${balance.held === 0 ? '' : html`<dt>Reserved</dt><dd class="number">${formatCount(balance.held)}, for requests in progress</dd>`}
<dt>Used so far</dt><dd class="number">${formatCount(balance.used)} since the account was opened</dd>
</dl>`;
}

function expiry({ expiresAt }: Balance, now: UnixMs): Piece | string {
  if (expiresAt === undefined) return 'Nothing was bought yet.';
  const isOver = expiresAt <= now;
  return html`${moment(expiresAt)}, ${distance(expiresAt - now)}${isOver ? html`: <strong>expired</strong>` : ''}`;
}

/** The choices, each keeping the others. */
function rangePicker({ typed, preset, problems }: DayRange, by: SeriesQuery['by']): Piece {
  const days =
    preset === undefined
      ? `from=${encodeURIComponent(typed.from)}&to=${encodeURIComponent(typed.to)}`
      : `days=${preset}`;
  const choices = (label: string, links: readonly (readonly [query: string, text: string, isChosen: boolean])[]) =>
    html`<ul class="segments" aria-label="${label}">${links.map(
      ([query, text, isChosen]) =>
        html`<li><a href="/usage?${query}#days"${isChosen ? html` aria-current="true"` : ''}>${text}</a></li>`,
    )}</ul>`;
  return html`<div class="row spaced pickers">${choices(
    'Days up to today',
    dayPresets.map((each) => [`days=${each}&by=${by}`, `${each} days`, preset === each]),
  )}${choices('Series of the chart', [
    [`${days}&by=key`, 'By key', by === 'key'],
    [`${days}&by=pair`, 'By languages', by === 'pair'],
  ])}
<form method="get" action="/usage#days" class="row"><input type="hidden" name="by" value="${by}">${field({ name: 'from', label: 'From (UTC)', type: 'date', value: typed.from, problems })}${field(
    { name: 'to', label: 'To', type: 'date', value: typed.to, problems },
  )}<button type="submit">Show</button></form></div>`;
}

function reportPieces(report: UsageSummary, view: UsageView): Piece {
  const { previous, paid, keys } = view;
  const { from, to, parts } = report;
  const total = sumOf(parts);
  if (parts.length === 0) return emptyPiece(view);
  const days = `from=${isoDay(from)}&to=${isoDay(to)}`;
  return html`<p><strong class="figure">${formatCount(total.characters)}</strong> characters in ${counted(total.requests, 'request')}, from ${dayWords(from)} to ${dayWords(to)}.</p>
${previous === undefined ? '' : comparison(total, previous)}${paid.length === 0 ? '' : html`<p>Paid for <a href="/orders">packs</a> in these days: ${paid.join(', ')}.</p>`}
${dayChart(report, keys)}
<details><summary>Show as table</summary>${dayTable(report, keys)}</details>
<p><a href="/usage/days.csv?${days}" download>Download as CSV</a></p>
${partTable(
  ['By key', 'Key', 'Keys, the most used first'],
  sumsByKey(parts),
  ({ keyId }) => html`<a href="/usage/journal?key=${keyId}&${days}">${keyName(keyId, keys)}</a>`,
)}
${partTable(
  ['By languages', 'From → to', 'Languages, the most used first'],
  sumsByPair(parts),
  ({ source, target }) =>
    html`<a href="/usage/journal?source=${source}&target=${target}&${days}">${pairWords(source, target)}</a>`,
)}`;
}

/** What will be here, and the next step that leads to it. */
function emptyPiece({ balance, keys, range, paid }: UsageView): Piece {
  if (balance.used > 0) {
    return html`<p>Nothing was used from ${dayWords(range.from)} to ${dayWords(range.to)}. <a href="/usage?days=365#days">Show 365 days</a>.</p>
${paid.length === 0 ? '' : html`<p>Paid for <a href="/orders">packs</a> in these days: ${paid.join(', ')}.</p>`}`;
  }
  const [path, act] =
    balance.expiresAt === undefined
      ? ['/packs', 'Buy characters']
      : keys.length === 0
        ? ['/keys/new', 'Create key']
        : ['/docs', 'Send a request'];
  return html`<section class="card empty"><p>A chart of your characters by day will be here, by key and by languages, with the same figures as a table and as CSV.</p>
<p class="actions"><a class="button primary" href="${path}">${act}</a></p></section>`;
}

function comparison({ characters: count }: UsageSum, { from, to, characters: before }: UsageTotal): Piece | string {
  if (before === 0) return '';
  const change = Math.round((count / before - 1) * 100);
  const words =
    change === 0 ? 'About as much as' : `${formatCount(Math.abs(change))}% ${change > 0 ? 'more' : 'less'} than`;
  return html`<p>${words} from ${dayWords(from)} to ${dayWords(to)}: ${formatCount(before)} characters.</p>`;
}

const [characters, requests, part] = [
  { title: 'Characters', isNumber: true },
  { title: 'Requests', isNumber: true },
  { title: 'Share' },
];

/** The figures by day, or by month of a long range, newest first; each day leads to the journal, each month to its days. */
function dayTable(report: UsageSummary, keys: readonly Key[]): Piece {
  const { from, to, series: sums } = report;
  const series = seriesOf(report, keys);
  const hasDays = isByDay(report);
  const groups = [...Map.groupBy(sums, ({ day }) => isoDay(day).slice(0, hasDays ? undefined : 7))].toReversed();
  const cells = groups.map(([when, group]) => {
    const first = hasDays ? when : latest(`${when}-01`, isoDay(from));
    const last = hasDays ? when : earliest(lastOfMonth(when), isoDay(to));
    const path = hasDays
      ? `/usage/journal?from=${first}&to=${last}`
      : `/usage?from=${first}&to=${last}&by=${report.by}#days`;
    return [html`<a href="${path}">${when}</a>`, ...figures(sumOf(group)), ...countsOf(group, series).map(formatCount)];
  });
  const columns = series.map(({ label }) => ({ title: label, isNumber: true }));
  const [caption, title] = hasDays ? ['Days', 'Day (UTC)'] : ['Months', 'Month (UTC)'];
  return dataTable(`${caption} with a charge, newest first`, [{ title }, characters, requests, ...columns], cells);
}

/** @param month as in `2026-02`, whose last day is `2026-02-28` */
function lastOfMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}

// ISO days sort by time when they sort as text.
const latest = (one: string, other: string): string => (one > other ? one : other);
const earliest = (one: string, other: string): string => (one < other ? one : other);

/** Further rows are only in the CSV file. */
const partsShownMax = 100;

/** @param sums largest first */
function partTable<Sum extends UsageSum>(
  [heading, title, caption]: readonly [heading: string, title: string, caption: string],
  sums: readonly Sum[],
  name: (sum: Sum) => Piece,
): Piece {
  const { characters: total } = sumOf(sums);
  const cells = sums
    .slice(0, partsShownMax)
    .map((sum) => [name(sum), ...figures(sum), shareBar(sum.characters, total)]);
  const others = sums.length - cells.length;
  return html`<h3>${heading}</h3>${dataTable(caption, [{ title }, characters, requests, part], cells)}
${others === 0 ? '' : html`<p class="soft small">The CSV file also has the other ${formatCount(others)}.</p>`}`;
}

function figures({ characters: amount, requests: count }: UsageSum): readonly string[] {
  return [formatCount(amount), formatCount(count)];
}
