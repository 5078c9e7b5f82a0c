import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { formatAmount } from '../../shop/orders/currency.ts';
import { type Order, referenceOf } from '../../shop/orders/order.ts';
import type { Page, Piece } from '../page.ts';
import { dataTable, moment, pageHead } from '../pieces.ts';

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

function stateBadge(state: OrderState): Piece {
  const [kind, text] = words[state];
  return html`<span class="badge ${kind}">${text}</span>`;
}

export function stateText(state: OrderState): string {
  return words[state][1];
}

export type OrderList = {
  /** Newest first. */
  readonly orders: readonly Order[];
  readonly isFirst: boolean;
  readonly hasMore: boolean;
  readonly canResume: (order: Order) => boolean;
};

const columns = [
  { title: 'Order' },
  { title: 'Placed' },
  { title: 'Pack' },
  { title: 'Characters', isNumber: true },
  { title: 'Amount', isNumber: true },
  { title: 'State' },
  { title: 'Invoice' },
];

export function ordersPage(list: OrderList): Page {
  const { orders, isFirst, hasMore } = list;
  const last = orders.at(-1);
  const body = html`${pageHead('Orders', html`<a class="button primary" href="/packs">Buy characters</a>`)}
${
  orders.length === 0
    ? html`<p>${isFirst ? 'You have not ordered anything yet.' : 'There are no older orders.'}</p>`
    : dataTable(
        'Newest first',
        columns,
        orders.map((order) => row(list, order)),
      )
}
<p class="actions">${isFirst ? '' : html`<a href="/orders">Newest orders</a>`} ${
    hasMore && last !== undefined ? html`<a href="/orders?before=${last.id}">Older orders</a>` : ''
  }</p>`;
  return { title: 'Orders', section: '/orders', body };
}

function row({ canResume }: OrderList, order: Order): readonly (Piece | string)[] {
  const { id, pack, createdAt, invoices } = order;
  return [
    html`<a class="id" href="/orders/${id}">${referenceOf(id)}</a>`,
    moment(createdAt),
    pack.name,
    formatCount(pack.characters),
    `${formatAmount(pack.price, pack.currency)} ${pack.currency}`,
    stateBadge(stateOf(order, canResume(order))),
    invoices.length === 0
      ? '-'
      : html`${invoices.map((number) => html`<a class="id" href="/invoices/${number}">${number}</a> `)}`,
  ];
}
