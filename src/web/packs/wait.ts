import { html } from 'hono/html';
import type { Piece } from '../page.ts';
import { pauseSeconds } from '../tries.ts';
import type { OrderView } from './order-view.ts';

/** After so many checks, a quarter of an hour, the page stops checking. */
const triesMax = 40;

/** Makes the page check for the payment, at growing intervals; without scripts it reloads. */
export function waitPiece({ order, tries, from }: Pick<OrderView, 'order' | 'tries' | 'from'>): Piece {
  const query = from === null ? '' : `&from=${encodeURIComponent(from)}`;
  if (tries >= triesMax) {
    return html`<p id="order-wait" class="order-state soft small">This page no longer checks for the payment. <a href="/orders/${order.id}">Check again</a></p>`;
  }
  const next = `?try=${tries + 1}${query}`;
  const seconds = pauseSeconds(tries);
  return html`<div id="order-wait" class="order-state" hx-get="/orders/${order.id}/wait${next}" hx-trigger="load delay:${seconds}s" hx-swap="outerHTML">
<p class="soft small">This page checks for the payment automatically.</p>
<noscript><meta http-equiv="refresh" content="${Math.max(5, seconds)};url=/orders/${order.id}${next}"></noscript></div>`;
}
