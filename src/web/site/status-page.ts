import { html } from 'hono/html';
import { counted } from '../../ground/counts.ts';
import type { DayOfReadiness } from '../../shop/health/readiness-days.ts';
import type { Page, Piece } from '../page.ts';
import { dataTable } from '../pieces.ts';
import { dayWords } from '../usage/words.ts';

/** @param history oldest first; undefined if it cannot be read */
export function statusPage(isWorking: boolean, history: readonly DayOfReadiness[] | undefined): Page {
  return {
    title: 'Status',
    description: 'Whether translation works now, and how much of the last 90 days it was ready.',
    section: '/status',
    body: html`<h1>Status</h1>
<section aria-labelledby="now"><h2 id="now">Now</h2>
<p>${
      isWorking
        ? html`<span class="badge good">Working</span> The database accepts writes, and an engine has translated a sentence within the last minute.`
        : html`<span class="badge bad">Degraded</span> Translations may fail at the moment. Failed requests cost nothing.`
    }</p></section>
<section aria-labelledby="history"><h2 id="history">Last 90 days</h2>${history === undefined ? html`<p>The records cannot be read at the moment.</p>` : historyPiece(history)}</section>`,
  };
}

function historyPiece(days: readonly DayOfReadiness[]): Piece {
  const recorded = days.filter(({ minutes }) => minutes > 0);
  const [first] = recorded;
  if (first === undefined) return html`<p>There are no records yet. The first one is written within a minute.</p>`;
  const all = recorded.reduce(
    (sum, { minutes, readyMinutes }) => ({
      ...sum,
      minutes: sum.minutes + minutes,
      readyMinutes: sum.readyMinutes + readyMinutes,
    }),
    { day: first.day, minutes: 0, readyMinutes: 0 },
  );
  const worst =
    recorded.toSorted((one, other) => one.readyMinutes / one.minutes - other.readyMinutes / other.minutes)[0] ?? first;
  const rows = days
    .toReversed()
    .map((each) => [
      dayWords(each.day),
      readyWords(each),
      each.minutes === 0 ? '' : counted(each.minutes - each.readyMinutes, 'minute'),
    ]);
  return html`<p><span class="figure">${readyWords(all)}</span> ready since ${dayWords(first.day)}</p>
<svg class="day-marks" width="100%" height="40" role="img" aria-labelledby="marks-title"><title id="marks-title">Readiness by day, in the last 90 days. The lowest: ${dayWords(worst.day)}, ${readyWords(worst)}. The table has all days.</title>${days.map((each, index) => mark(each, index))}</svg>
<p class="soft small">Each mark is a day in UTC, today at the right. A full mark: ready all day. A shorter mark: not ready for some minutes. A dash: no records.</p>
<p>A minute is ready if at least one server of this service could accept requests and translate in it. Each server checks itself every minute. A minute without a successful check counts as not ready.</p>
<details><summary>Show as table</summary>${dataTable('Readiness by day, UTC', [{ title: 'Day' }, { title: 'Ready', isNumber: true }, { title: 'Not ready', isNumber: true }], rows)}</details>`;
}

function mark(each: DayOfReadiness, index: number): Piece {
  const share = each.minutes === 0 ? 0 : each.readyMinutes / each.minutes;
  // Four heights, because one minute of a day could not be seen.
  const [kind, height] =
    each.minutes === 0 ? ['none', 4] : share === 1 ? ['good', 40] : share >= 0.99 ? ['warn', 30] : ['bad', 20];
  const x = `${((index / 90) * 100).toFixed(2)}%`;
  return html`<rect class="${kind}" x="${x}" y="${40 - height}" width="0.8%" height="${height}" rx="1"><title>${dayWords(each.day)}: ${readyWords(each)}</title></rect>`;
}

/** Rounded down, so that 100% means every minute. */
function readyWords({ minutes, readyMinutes }: DayOfReadiness): string {
  return minutes === 0 ? 'no records' : `${Math.floor((readyMinutes / minutes) * 10_000) / 100}%`;
}
