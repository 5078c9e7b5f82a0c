import { html, raw } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import type { Key, KeyId } from '../../shop/keys/key-store.ts';
import type { UsageSummary } from '../../shop/usage/usage-reports.ts';
import { daysAfter, type SeriesSum, type UtcDay } from '../../shop/usage/usage-store.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { Piece } from '../page.ts';
import { dayWords, keyName, pairWords } from './words.ts';

/** In CSS pixels. Horizontal sizes are in per cent, so that words keep their size on a phone. */
const plot = { top: 24, height: 200, bottom: 28 } as const;

const floor = plot.top + plot.height;

/** Longer ranges have a bar for each week, because thinner bars are hard to see, and a row for each month. */
const daysShownMax = 92;

/** With more bars, the chart is wider than a phone, so that each has at least 4 pixels. It scrolls. */
const narrowBarsMax = 35;

export type Series = { readonly name: string; readonly label: string };

/** One bar: a day, or a week from Monday on. `counts` has one number for each series. */
type Bar = { readonly first: UtcDay; readonly title: string; readonly counts: readonly number[]; readonly sum: number };

/** Returns the series of a summary with the words for each; the last one is the sum of all others, if there are any. */
export function seriesOf({ by, names, series }: UsageSummary, keys: readonly Key[]): readonly Series[] {
  const named = names.map((name) => ({
    name,
    label: by === 'key' ? keyName(name as KeyId, keys) : pairLabel(name),
  }));
  return series.some(({ name }) => name === '') ? [...named, { name: '', label: 'Other' }] : named;
}

/** @param pair as `es>en` */
function pairLabel(pair: string): string {
  const [source, target] = pair.split('>') as [LanguageTag, LanguageTag];
  return pairWords(source, target);
}

export function countsOf(sums: readonly SeriesSum[], series: readonly Series[]): readonly number[] {
  return series.map(({ name }) => sums.reduce((sum, each) => (each.name === name ? sum + each.characters : sum), 0));
}

/**
 * Characters by day, stacked by series. Each bar has its figures as a title, which a script shows in one line instead,
 * for the pointer and for arrow keys. The check boxes also hide a series without scripts.
 */
export function dayChart(summary: UsageSummary, keys: readonly Key[]): Piece {
  const series = seriesOf(summary, keys);
  const bars = barsOf(summary, series);
  const most = bars.reduce((best, each) => (each.sum > best.sum ? each : best), emptyBar);
  const ticks = roundTicks(most.sum);
  const heightOf = (count: number) => Math.round((count / (ticks.at(-1) ?? 1)) * plot.height);
  const isWide = bars.length > narrowBarsMax;
  return html`<figure class="days" data-days>
<fieldset class="legend"><legend class="visually-hidden">Series</legend>${series.map(
    ({ label, name }, index) =>
      html`<label><input type="checkbox" checked autocomplete="off" data-series="${seriesClass(name, index)}"><svg class="swatch ${seriesClass(name, index)}" width="12" height="12" aria-hidden="true"><rect width="12" height="12" rx="3"/></svg>${label}</label>`,
  )}</fieldset>
<div class="axes"><svg width="48" height="${floor + plot.bottom}" aria-hidden="true">${[0, ...ticks].map(
    (tick) => html`<text text-anchor="end" x="40" y="${floor - heightOf(tick) + 4}">${compactCount(tick)}</text>`,
  )}</svg>
<div class="plot" tabindex="0" role="group" aria-label="Chart"><svg class="${isWide ? 'wide' : ''}" width="100%" height="${floor + plot.bottom}" role="img" aria-labelledby="days-title days-desc">
<title id="days-title">Characters by ${isByDay(summary) ? 'day' : 'week'}</title>
<desc id="days-desc">From ${dayWords(summary.from)} to ${dayWords(summary.to)}, UTC. The most: ${most.title}. The table and the CSV file have the figures.</desc>
${[0, ...ticks].map((tick) => html`<line x1="0" x2="100%" y1="${floor - heightOf(tick)}" y2="${floor - heightOf(tick)}"/>`)}
${dateLabels(bars, isByDay(summary)).map(({ at, label }) => html`<text ${placed(at, bars.length, dateEdge)} y="${floor + 19}">${label}</text>`)}
${bars.map((bar, index) => barPiece(bar, { index, bars: bars.length, series, heightOf }))}
${most.sum === 0 ? '' : html`<text class="most" ${placed(bars.indexOf(most), bars.length, 0.12)} y="${floor - heightOf(most.sum) - 6}">${formatCount(most.sum)}</text>`}
</svg></div></div>
<p class="readout soft small needs-script" role="status">Point at a bar, or use the arrow keys in the chart.</p>
</figure>`;
}

const emptyBar: Bar = { first: 0 as UtcDay, title: 'nothing', counts: [], sum: 0 };

export function isByDay({ from, to }: Pick<UsageSummary, 'from' | 'to'>): boolean {
  return to - from < daysShownMax;
}

function barsOf(summary: UsageSummary, series: readonly Series[]): readonly Bar[] {
  const { from, to, series: sums } = summary;
  const hasDays = isByDay(summary);
  // 1970-01-01 was a Thursday.
  const firstOf = (day: UtcDay) => (hasDays ? day : (Math.max(from, day - ((day + 3) % 7)) as UtcDay));
  const groups = Map.groupBy(sums, ({ day }) => firstOf(day));
  const days = Array.from({ length: to - from + 1 }, (_, index) => daysAfter(from, index));
  return [...new Set(days.map(firstOf))].map((first) => {
    const counts = countsOf(groups.get(first) ?? [], series);
    const sum = counts.reduce((total, count) => total + count, 0);
    const parts = series.flatMap(({ label }, index) =>
      counts[index] ? [`${label}: ${formatCount(counts[index])}`] : [],
    );
    const when = hasDays ? dayWords(first) : `Week from ${dayWords(first)}`;
    const title = sum === 0 ? `${when}: nothing` : `${when}: ${counted(sum, 'character')}; ${parts.join(', ')}`;
    return { first, title, counts, sum };
  });
}

type Scale = {
  readonly index: number;
  readonly bars: number;
  readonly series: readonly Series[];
  readonly heightOf: (count: number) => number;
};

/** The style sheet places the parts in their bar. They are numbers and fixed names, so they need no escaping. */
function barPiece({ title, counts, sum }: Bar, { index, bars, series, heightOf }: Scale): Piece {
  let below = 0;
  let y = floor;
  const parts = counts.map((count, each) => {
    if (count === 0) return '';
    below += count;
    // The smallest bar is still visible.
    const height = Math.max(count === sum ? 2 : 1, heightOf(below) - (floor - y));
    y -= height;
    return `<rect class="part ${seriesClass(series[each]?.name ?? '', each)}" y="${y}" height="${height}"/>`;
  });
  return html`<svg class="bar" x="${percent(index / bars)}" width="${percent(1 / bars)}"><title>${title}</title><rect class="column" y="${plot.top}" height="${plot.height}"/>${raw(parts.join(''))}</svg>`;
}

/** Without the one of the rest. */
const coloursMax = 4;

function seriesClass(name: string, index: number): string {
  return name === '' || index >= coloursMax ? 'rest' : `s${index}`;
}

const dateEdge = 0.08;

/** The first days of weeks or of months, or some days of a short range; none at the end, where words would collide. */
function dateLabels(
  bars: readonly Bar[],
  hasDays: boolean,
): readonly { readonly at: number; readonly label: string }[] {
  const isShort = bars.length <= 14;
  const isMonthly = !hasDays || bars.length > narrowBarsMax;
  const shown = bars.slice(0, Math.ceil(bars.length * (1 - dateEdge)));
  return shown.flatMap(({ first }, at) => {
    const [date = '', month = '', year = ''] = dayWords(first).split(' ');
    const before = at === 0 ? undefined : bars[at - 1]?.first;
    if (isMonthly) {
      const isNew = before !== undefined && !dayWords(before).includes(month);
      return isNew ? [{ at, label: month === 'Jan' ? year : month }] : [];
    }
    const isDue = isShort ? at % Math.ceil(bars.length / 4) === 0 : (first + 3) % 7 === 0;
    return isDue ? [{ at, label: `${date} ${month}` }] : [];
  });
}

/** Words under or above a bar; near the edges, within this share of the width, they stay inside the chart. */
function placed(at: number, bars: number, edge: number): Piece {
  const middle = (at + 0.5) / bars;
  if (middle < edge) return html`x="${percent(at / bars)}"`;
  if (middle > 1 - edge) return html`text-anchor="end" x="${percent((at + 1) / bars)}"`;
  return html`text-anchor="middle" x="${percent(middle)}"`;
}

/** Returns three or four round numbers above zero, fewer for a few characters; the last one is at least `most`. */
function roundTicks(most: number): readonly number[] {
  if (most === 0) return [];
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = Math.ceil(([1, 2, 2.5, 5, 10].find((each) => each * power * 4 >= most) ?? 10) * power);
  return Array.from({ length: Math.ceil(most / step) }, (_, index) => (index + 1) * step);
}

const compact = new Intl.NumberFormat('en', { notation: 'compact' });

function compactCount(count: number): string {
  return count < 10_000 ? formatCount(count) : compact.format(count);
}

/** `45%`, beside a bar of this length. */
export function shareBar(count: number, total: number): Piece {
  const width = percent(Math.max(0.003, count / Math.max(1, total)));
  return html`<span class="share"><span>${share(count, total)}</span><svg width="100%" height="8" aria-hidden="true"><rect class="whole" width="100%" height="8" rx="4"/><rect width="${width}" height="8" rx="4"/></svg></span>`;
}

/** `45%`; a share that rounds to 0 is shown as less than 1%. */
function share(count: number, total: number): string {
  if (count === 0 || total === 0) return '0%';
  const rounded = Math.round((count / total) * 100);
  return rounded === 0 ? 'under 1%' : `${rounded}%`;
}

function percent(part: number): string {
  return `${Number((part * 100).toFixed(3))}%`;
}
