import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import type { UtcDay } from '../../shop/usage/usage-store.ts';
import type { Piece } from '../page.ts';
import { dayWords } from '../usage/words.ts';

export type DayCount = { readonly day: UtcDay; readonly count: number };

/** In CSS pixels. */
const size = { height: 24, step: 4, bar: 3 } as const;

/** One bar for each day; the smallest count is still visible. Its label says the same in words for screen readers. */
export function sparkline(days: readonly DayCount[]): Piece {
  const most = days.reduce((best, each) => (each.count > best.count ? each : best), days[0] ?? nothing);
  const width = days.length * size.step;
  const bars = days.map(({ count }, index) => {
    const height = count === 0 ? 1 : Math.max(3, Math.round((count / most.count) * size.height));
    return html`<rect${count === 0 ? html` class="none"` : ''} x="${index * size.step}" y="${size.height - height}" width="${size.bar}" height="${height}"/>`;
  });
  return html`<svg class="sparkline" viewBox="0 0 ${width} ${size.height}" width="${width}" height="${size.height}" role="img" aria-label="${describe(days, most)}">${bars}</svg>`;
}

const nothing: DayCount = { day: 0 as UtcDay, count: 0 };

function describe(days: readonly DayCount[], most: DayCount): string {
  if (most.count === 0) return `Characters used a day: none in ${days.length} days.`;
  return `Characters used a day: at most ${formatCount(most.count)}, on ${dayWords(most.day)}.`;
}
