import { html } from 'hono/html';
import type { UtcDay } from '../../core/usage/usage-store.ts';
import type { UsageOfDay } from '../../core/usage/usage-sums.ts';
import { daysAfter, isoDay } from '../../core/usage/utc-day.ts';
import type { Piece } from '../page.ts';
import { formatCount } from '../pieces.ts';

/** In CSS pixels. Horizontal sizes are in per cent, so that words keep their size on a phone. */
const plot = { top: 40, height: 150, bottom: 24 } as const;

/** Up to this number of days, each bar shows its day under the pointer; thinner bars are too narrow for one. */
const pointedDaysMax = 92;

export type DayChart = { readonly from: UtcDay; readonly to: UtcDay; readonly days: readonly UsageOfDay[] };

/**
 * Characters charged per day, one bar each. One series, so that no meaning depends on colour; the highest bar is
 * labelled.
 */
export function dayChart({ from, to, days }: DayChart): Piece {
  const length = to - from + 1;
  const most = days.reduce<UsageOfDay | undefined>(
    (best, each) => (best === undefined || each.characters > best.characters ? each : best),
    undefined,
  );
  const label = most === undefined ? 'Nothing was used.' : `${formatCount(most.characters)} on ${isoDay(most.day)}`;
  const desc = `From ${isoDay(from)} to ${isoDay(to)}, by UTC. ${most === undefined ? label : `The most: ${label}.`} The table tells every day.`;
  const bottom = plot.top + plot.height;
  const ticks = roundTicks(most?.characters ?? 0);
  const levelOf = (count: number) => bottom - Math.round((count / (ticks.at(-1) ?? 1)) * plot.height);
  const middle =
    length < 3
      ? ''
      : html`<text class="middle" x="50%" y="${bottom + 18}">${isoDay(daysAfter(from, Math.floor(length / 2)))}</text>`;
  return html`<svg class="chart" width="100%" height="${bottom + plot.bottom}" role="img" aria-labelledby="days-title days-desc">
<title id="days-title">Characters used by day</title><desc id="days-desc">${desc}</desc>
<text x="0" y="14">${most === undefined ? label : `Most: ${label}`}</text>
<line x1="0" x2="100%" y1="${bottom}" y2="${bottom}"/>${ticks.map((tick) => html`<line x1="0" x2="100%" y1="${levelOf(tick)}" y2="${levelOf(tick)}"/>`)}
${days.map(({ day, characters }) => {
  const height = Math.max(2, bottom - levelOf(characters));
  const place = html`x="${percent((day - from) / length)}" y="${bottom - height}" width="${percent(0.82 / length)}" height="${height}"`;
  if (length > pointedDaysMax) return html`<rect ${place}/>`;
  return html`<rect ${place}><title>${isoDay(day)}: ${formatCount(characters)}</title></rect>`;
})}
${ticks.map((tick) => html`<text class="tick" x="0" y="${levelOf(tick) - 3}">${formatCount(tick)}</text>`)}
<text x="0" y="${bottom + 18}">${isoDay(from)}</text>${middle}${length < 2 ? '' : html`<text class="end" x="100%" y="${bottom + 18}">${isoDay(to)}</text>`}</svg>`;
}

/** Returns three or four round numbers above zero, fewer for a few characters; the last one is at least `most`. */
function roundTicks(most: number): readonly number[] {
  if (most === 0) return [];
  const power = 10 ** Math.floor(Math.log10(most / 4));
  const step = Math.ceil(([1, 2, 2.5, 5, 10].find((each) => each * power * 4 >= most) ?? 10) * power);
  return Array.from({ length: Math.ceil(most / step) }, (_, index) => (index + 1) * step);
}

export type Bar = { readonly name: string; readonly count: number };

const bar = { step: 46, textAt: 16, top: 24, height: 12 } as const;

/** More would be too thin to compare; the last one is the sum of the rest. */
const barsMax = 8;

/** The table has longer names in full. */
const nameLengthMax = 26;

/** Shares of a total, the largest first, each with its name and figure above a bar on a line of 100%. `id` is the page's own. */
export function barChart(id: string, title: string, all: readonly Bar[]): Piece {
  const bars = all.length <= barsMax ? all : [...all.slice(0, barsMax - 1), rest(all.slice(barsMax - 1))];
  const total = all.reduce((sum, { count }) => sum + count, 0);
  const desc = `${bars.map(({ name, count }) => `${name}: ${share(count, total)}`).join(', ')}.`;
  return html`<svg class="chart" width="100%" height="${bars.length * bar.step}" role="img" aria-labelledby="${id}-title ${id}-desc">
<title id="${id}-title">${title}</title><desc id="${id}-desc">${desc}</desc>
${bars.map(({ name, count }, index) => {
  const top = index * bar.step;
  return html`<text x="0" y="${top + bar.textAt}">${shortened(name)}</text><text class="end" x="100%" y="${top + bar.textAt}">${share(count, total)}</text>
<rect x="0" y="${top + bar.top}" width="${percent(Math.max(0.003, count / Math.max(1, total)))}" height="${bar.height}"/>
<line x1="0" x2="100%" y1="${top + bar.top + bar.height}" y2="${top + bar.top + bar.height}"/>`;
})}</svg>`;
}

/** `45%`; a share that rounds to 0 is shown as less than 1%. */
export function share(count: number, total: number): string {
  if (count === 0 || total === 0) return '0%';
  const rounded = Math.round((count / total) * 100);
  return rounded === 0 ? 'under 1%' : `${rounded}%`;
}

function rest(bars: readonly Bar[]): Bar {
  return { name: `${bars.length} others`, count: bars.reduce((sum, { count }) => sum + count, 0) };
}

function shortened(name: string): string {
  const letters = [...name];
  return letters.length <= nameLengthMax ? name : `${letters.slice(0, nameLengthMax - 1).join('')}…`;
}

function percent(part: number): string {
  return `${Number((part * 100).toFixed(3))}%`;
}
