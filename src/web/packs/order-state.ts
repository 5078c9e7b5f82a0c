import { html } from 'hono/html';
import type { Order } from '../../shop/orders/order.ts';
import type { Piece } from '../page.ts';

export type OrderState = 'waiting' | 'closed' | 'paid' | 'partly_refunded' | 'refunded' | 'disputed';

/** @param canResume whether its buyer can pay it with a click; an order paid to the operator stays open */
export function stateOf({ provider, paidAt, dispute, refunded, pack }: Order, canResume: boolean): OrderState {
  if (paidAt === undefined) return provider === 'manual' || canResume ? 'waiting' : 'closed';
  if (dispute === 'open') return 'disputed';
  if (refunded === 0) return 'paid';
  return refunded < pack.price ? 'partly_refunded' : 'refunded';
}

const words: Readonly<Record<OrderState, readonly [kind: string, text: string]>> = {
  waiting: ['warn', 'Waiting for payment'],
  closed: ['', 'Not paid'],
  paid: ['good', 'Paid'],
  partly_refunded: ['warn', 'Partly refunded'],
  refunded: ['', 'Refunded'],
  disputed: ['bad', 'Disputed'],
};

export function stateBadge(state: OrderState): Piece {
  const [kind, text] = words[state];
  return html`<span class="badge ${kind}">${text}</span>`;
}

export function stateText(state: OrderState): string {
  return words[state][1];
}
