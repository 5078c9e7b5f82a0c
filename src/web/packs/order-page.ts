import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { paymentMethods } from '../../shop/billing/invoice-sheet.ts';
import { formatAmount } from '../../shop/orders/currency.ts';
import { type Order, referenceOf } from '../../shop/orders/order.ts';
import type { Page, Piece } from '../page.ts';
import { moment, notice, sample } from '../pieces.ts';
import { pauseSeconds } from '../tries.ts';
import { type OrderState, stateOf, stateText } from './orders-page.ts';

export type OrderView = {
  readonly order: Order;
  readonly email: string;
  readonly canResume: boolean;
  readonly isSuspended: boolean;
  readonly hasKey: boolean;
  readonly instructions: readonly string[];
  readonly seller: readonly string[];
  readonly supportEmail: string | undefined;
  /** The page that the visitor comes from, as a code; null for any other. */
  readonly from: string | null;
  /** How often the page has checked for the payment automatically. */
  readonly tries: number;
};

/** An order: how to pay it, its state, and its receipt. */
export function orderPage(view: OrderView): Page {
  const reference = referenceOf(view.order.id);
  const isWaiting = stateFor(view) === 'waiting';
  const body = html`<h1>Order ${reference}</h1>
<div class="order-state" id="order-state">${statePiece(view)}</div>
${isWaiting ? waitPiece(view) : ''}
${factsPiece(view)}`;
  return { title: `${stateText(stateFor(view))}: order ${reference}`, section: '/orders', scripts: ['receipt'], body };
}

export function stateFor({ order, canResume }: OrderView): OrderState {
  return stateOf(order, canResume);
}

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

const checkoutNotices: Readonly<Record<string, string>> = {
  cancel: 'You have left the payment page. Nothing was paid. You can still pay this order.',
  unavailable: 'The payment page is unreachable at the moment. Nothing was paid. You can still pay this order later.',
};

function statePiece(view: OrderView): Piece {
  const { order, from } = view;
  const { pack, refunded, clawedBack } = order;
  switch (stateFor(view)) {
    case 'waiting':
      return html`${notice('warn', checkoutNotices[from ?? ''] ?? waitingText(view))}${toDo(view)}`;
    case 'closed':
      return notice(
        'plain',
        'This order was not paid in time and can no longer be paid. A payment that you have already started still counts when it arrives. Otherwise, place a new order.',
      );
    case 'paid':
      return html`${notice('good', html`Paid. ${formatCount(pack.characters)} characters were added to your balance.`)}${
        view.hasKey
          ? ''
          : html`<p class="actions"><a class="button primary" href="/keys/new">Create your API key</a></p>`
      }${
        order.dispute === 'won'
          ? notice(
              'plain',
              'The payment was disputed. The dispute is settled, and the characters are back in your balance.',
            )
          : ''
      }`;
    case 'partly_refunded':
    case 'refunded':
      return notice(
        'plain',
        html`${formatAmount(refunded, pack.currency)} of ${money(order)} were refunded, and ${formatCount(clawedBack)} characters were taken from your balance.`,
      );
    case 'disputed':
      return notice(
        'bad',
        html`The payment is disputed, so ${formatCount(clawedBack)} characters were taken from your balance. They come back if the dispute is settled in our favour.`,
      );
  }
}

function waitingText({ order, from }: OrderView): string {
  if (order.provider === 'manual')
    return 'This order waits for your payment. This page updates when the payment arrives.';
  return from === 'checkout'
    ? 'Thank you. We are waiting for your payment. It usually takes seconds; some payment methods take days. This page updates automatically.'
    : 'This order waits for its payment.';
}

/** What the buyer can do about an unpaid order. */
function toDo(view: OrderView): Piece {
  const { order, canResume, isSuspended } = view;
  if (order.provider === 'manual') return transfer(view);
  if (isSuspended) return html`<p>Your account is suspended, so you cannot pay now. Contact support.</p>`;
  return canResume
    ? html`<form class="actions" method="post" action="/orders/${order.id}/pay"><button class="primary" id="order-pay" type="submit">Go to payment</button></form>`
    : html``;
}

function transfer({ order, instructions, supportEmail }: OrderView): Piece {
  return html`<section aria-labelledby="order-how"><h2 id="order-how">How to pay</h2>
<p>Pay <strong>${money(order)}</strong>, and state this reference so that we can find your payment:</p>
${sample('order-reference', 'Reference', referenceOf(order.id))}
${
  instructions.length === 0
    ? html`<p>${supportEmail === undefined ? 'Contact support' : html`Write to <a href="mailto:${supportEmail}">${supportEmail}</a>`} for payment details.</p>`
    : html`<p class="order-lines">${instructions.map((line) => html`<span>${line}</span>`)}</p>`
}</section>`;
}

function money({ pack: { price, currency } }: Order): string {
  return `${formatAmount(price, currency)} ${currency}`;
}

/** The facts of an order; of a paid one without an invoice, its receipt. */
function factsPiece({ order, email, seller, supportEmail }: OrderView): Piece {
  const { id, pack, createdAt, paidAt, provider, refunded, clawedBack } = order;
  const isReceipt = paidAt !== undefined && order.invoices.length === 0;
  const fact = (name: string, value: Piece | string) => html`<dt>${name}</dt><dd>${value}</dd>`;
  return html`<section class="receipt" aria-labelledby="order-receipt"><h2 id="order-receipt">${
    isReceipt ? 'Receipt' : 'Your order'
  }</h2>
${isReceipt && seller.length > 0 ? html`<p class="order-lines">${seller.map((line) => html`<span>${line}</span>`)}</p>` : ''}
<dl class="facts">
${fact('Order', html`${referenceOf(id)} <span class="id">(${id})</span>`)}
${fact('Buyer', email)}
${fact('Placed', moment(createdAt))}
${paidAt === undefined ? '' : fact('Paid', moment(paidAt))}
${fact('Pack', pack.name)}
${fact('Characters', `${formatCount(pack.characters)}, valid for ${counted(pack.validDays, 'day')} from the payment`)}
${fact('Amount', money(order))}
${fact('Payment', paymentMethods[provider] ?? provider)}
${order.invoices.map((number, index) => fact(index === 0 ? 'Invoice' : 'Credit note', invoiceLinks(number)))}
${supportEmail === undefined ? '' : fact('Questions', html`<a href="mailto:${supportEmail}">${supportEmail}</a>`)}
${refunded === 0 ? '' : fact('Refunded', `${formatAmount(refunded, pack.currency)} ${pack.currency}`)}
${clawedBack === 0 ? '' : fact('Characters taken back', formatCount(clawedBack))}
</dl>
${isReceipt ? html`<p class="actions"><button class="needs-script" type="button" data-print>Print receipt</button></p>` : ''}
${paidAt === undefined && seller.length > 0 && pack.price > 0 ? html`<p>You get an invoice when the payment arrives. <a href="/billing">Check your billing details</a></p>` : ''}</section>`;
}

function invoiceLinks(number: string): Piece {
  return html`<a href="/invoices/${number}">${number}</a> (<a href="/invoices/${number}.pdf">PDF<span class="visually-hidden"> of ${number}</span></a>)`;
}
