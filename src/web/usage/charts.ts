import { html } from 'hono/html';
import type { UtcDay } from '../../core/usage/usage-store.ts';
import type { UsageOfDay } from '../../core/usage/usage-sums.ts';
import { daysAfter, isoDay } from '../../core/usage/utc-day.ts';
import type { Piece } from '../page.ts';
import { formatCount } from '../pieces.ts';

/** In CSS pixels. Horizontal sizes are in per cent, so that words keep their size on a phone. */
const plot = { top: 26, height: 150, bottom: 24 } as const;

/** Up to this number of days, each bar shows its day under the pointer; thinner bars are too narrow for one. */
const pointedDaysMax = 92;

export type DayChart = { readonly from: UtcDay; readonly to: UtcDay; readonly days: readonly UsageOfDay[] };

/**
 * Characters charged per day, one bar each. One series, so that no meaning depends on colour; the highest bar is
 * labelled.
 */
export function dayChart({ from, to, days }: DayChart): Piece {
  const count = to - from + 1;
  const most = days.reduce<UsageOfDay | undefined>(
    (best, each) => (best === undefined || each.characters > best.characters ? each : best),
    undefined,
  );
  const label = most === undefined ? 'Nothing was used.' : `${formatCount(most.characters)} on ${isoDay(most.day)}`;
  const desc = `From ${isoDay(from)} to ${isoDay(to)}, by UTC. ${most === undefined ? label : `The most: ${label}.`} The table tells every day.`;
  const bottom = plot.top + plot.height;
  const middle =
    count < 3
      ? ''
      : html`<text class="middle" x="50%" y="${bottom + 18}">${isoDay(daysAfter(from, Math.floor(count / 2)))}</text>`;
  return html`<svg class="chart" width="100%" height="${bottom + plot.bottom}" role="img" aria-labelledby="days-title days-desc">
<title id="days-title">Characters used by day</title><desc id="days-desc">${desc}</desc>
<text x="0" y="14">${most === undefined ? label : `Most: ${label}`}</text>
<line x1="0" x2="100%" y1="${plot.top}" y2="${plot.top}"/><line x1="0" x2="100%" y1="${bottom}" y2="${bottom}"/>
${days.map(({ day, characters }) => {
  const height = Math.max(2, Math.round((characters / (most?.characters ?? 1)) * plot.height));
  const place = html`x="${percent((day - from) / count)}" y="${bottom - height}" width="${percent(0.82 / count)}" height="${height}"`;
  if (count > pointedDaysMax) return html`<rect ${place}/>`;
  return html`<rect ${place}><title>${isoDay(day)}: ${formatCount(characters)}</title></rect>`;
})}
<text x="0" y="${bottom + 18}">${isoDay(from)}</text>${middle}${count < 2 ? '' : html`<text class="end" x="100%" y="${bottom + 18}">${isoDay(to)}</text>`}</svg>`;
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
