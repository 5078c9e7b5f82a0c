import { html } from 'hono/html';
import { assert } from '../../ground/assert.ts';
import { hasReason, ServiceError } from '../../ground/service-error.ts';
import type { Order, OrderId, Pack } from '../../shop/orders/order.ts';
import type { PaymentProvider } from '../../shop/payments/payment-provider.ts';
import type { Buyer, Payments, SaleOutcome, SaleRefusal } from '../../shop/payments/payments.ts';
import type { AccountParts } from '../account-parts.ts';
import { attemptOf } from '../form.ts';
import type { Page } from '../page.ts';
import { partReply, privateHeaders, sendTo } from '../reply.ts';
import { type PageAnswer, type PageRoute, visitors } from '../route.ts';
import { triesIn } from '../tries.ts';
import { nothingThere, type SignedInVisit, type Visit } from '../visit.ts';
import { type OrderView, orderPage, stateFor, waitPiece } from './order-page.ts';
import { ordersPage } from './orders-page.ts';
import { packsPage } from './packs-page.ts';

export type PacksPagesParts = Pick<
  AccountParts,
  'pages' | 'keys' | 'orders' | 'findAccount' | 'readBalance' | 'now'
> & {
  readonly packs: readonly Pack[];
  readonly payments: Payments;
  readonly provider: PaymentProvider;
  /** Lines that say how to pay without a provider. */
  readonly instructions: readonly string[];
  /** Name and address of the seller, in lines. */
  readonly seller: readonly string[];
  readonly taxName: string | undefined;
  readonly supportEmail: string | undefined;
};

/** The pages on which users buy packs and view orders, and the provider's webhook. */
export function packsRoutes(parts: PacksPagesParts): readonly PageRoute[] {
  const show = async (visit: SignedInVisit, page: Promise<Page>) => parts.pages.render(visit, await page);
  return [
    visitors.get('/packs', (visit) => show(visit, catalogue(parts, visit))),
    visitors.post('/packs', (visit) => buy(parts, visit)),
    visitors.post('/packs/trial', (visit) => takeTrial(parts, visit)),
    visitors.get('/orders', (visit) => show(visit, orderList(parts, visit))),
    visitors.get('/orders/:id', (visit) => show(visit, viewOf(parts, visit).then(orderPage))),
    visitors.get('/orders/:id/wait', (visit) => wait(parts, visit)),
    visitors.post('/orders/:id/pay', (visit) => pay(parts, visit)),
    ...webhookRoutes(parts.provider),
  ];
}

async function catalogue(
  { packs, payments, provider, findAccount, readBalance, supportEmail, taxName, now }: PacksPagesParts,
  { visitor }: SignedInVisit,
  refusal?: SaleRefusal['kind'],
): Promise<Page> {
  const { accountId } = visitor;
  const [account, balance, trial, lastBought] = await Promise.all([
    findAccount(accountId),
    readBalance(accountId),
    payments.findTrial(visitor),
    payments.findLastBought(accountId),
  ]);
  return packsPage({
    ...{ packs, trial, lastBought, supportEmail, taxName, balance, refusal },
    provider: payments.takesOrders ? provider.name : undefined,
    isSuspended: account.suspendedAt !== undefined,
    now: now(),
  });
}

async function buy(parts: PacksPagesParts, visit: SignedInVisit): Promise<Response> {
  const form = await visit.readForm();
  const choice = { offer: form.text('offer'), attempt: attemptOf(form.text('attempt')) };
  return afterSale(parts, visit, await parts.payments.buy(buyerOf(visit), choice));
}

/** Redirects to the form for a key, the next step of a new customer. */
async function takeTrial(parts: PacksPagesParts, visit: SignedInVisit): Promise<Response> {
  const sale = await parts.payments.takeTrial(visit.visitor);
  return sale.kind === 'placed' ? sendTo(visit, '/keys/new') : afterSale(parts, visit, sale);
}

async function pay(parts: PacksPagesParts, visit: SignedInVisit): Promise<Response> {
  return afterSale(parts, visit, await parts.payments.resume(buyerOf(visit), visit.id as OrderId));
}

async function afterSale(parts: PacksPagesParts, visit: SignedInVisit, sale: SaleOutcome): Promise<Response> {
  if (sale.kind !== 'placed') return parts.pages.render(visit, await catalogue(parts, visit, sale.kind));
  const { order, checkout } = sale;
  if (checkout.kind === 'redirect') return checkoutReply(parts, visit, checkout.url);
  return sendTo(visit, `/orders/${order.id}${checkout.kind === 'unavailable' ? '?from=unavailable' : ''}`);
}

const pageSize = 25;

async function orderList({ orders, payments }: PacksPagesParts, visit: SignedInVisit): Promise<Page> {
  const { accountId } = visit.visitor;
  const before = visit.url.searchParams.get('before');
  if (before !== null && (await payments.findOwn(accountId, before as OrderId)) === undefined) throw nothingThere();
  const query = { accountId, before: (before ?? undefined) as OrderId | undefined, limit: pageSize + 1 };
  const found = await orders.page(query);
  return ordersPage({
    orders: found.slice(0, pageSize),
    isFirst: before === null,
    hasMore: found.length > pageSize,
    canResume: (order) => payments.canResume(order),
  });
}

async function wait(parts: PacksPagesParts, visit: SignedInVisit): Promise<Response> {
  // After signing in again, a visitor gets the whole page.
  if (!visit.wantsPart) return sendTo(visit, `/orders/${(await ownOrder(parts, visit)).id}`);
  const view = await viewOf(parts, visit);
  if (stateFor(view) === 'waiting') return partReply(waitPiece(view));
  // A full reload keeps the scroll position, and screen readers read the new title.
  return new Response(null, { status: 204, headers: { ...privateHeaders, 'HX-Refresh': 'true' } });
}

async function viewOf(parts: PacksPagesParts, visit: SignedInVisit): Promise<OrderView> {
  const { payments, keys, findAccount, instructions, seller, supportEmail } = parts;
  const { email, accountId } = visit.visitor;
  const [order, account, live] = await Promise.all([
    ownOrder(parts, visit),
    findAccount(accountId),
    keys.live(accountId),
  ]);
  payments.checkSoon(order);
  const from = visit.url.searchParams.get('from') ?? '';
  return {
    ...{ order, email, instructions, seller, supportEmail },
    canResume: payments.canResume(order),
    isSuspended: account.suspendedAt !== undefined,
    hasKey: live.length > 0,
    from: ['checkout', 'cancel', 'unavailable'].includes(from) ? from : null,
    tries: triesIn(visit.url),
  };
}

async function ownOrder({ payments }: PacksPagesParts, visit: SignedInVisit): Promise<Order> {
  const order = await payments.findOwn(visit.visitor.accountId, visit.id as OrderId);
  if (order === undefined) throw nothingThere();
  return order;
}

function buyerOf({ visitor: { accountId, email } }: SignedInVisit): Buyer {
  return { accountId, email };
}

/**
 * Sends a buyer to the provider's payment page. The content security policy lets forms redirect only to the provider's
 * usual origin; for another one, such as a custom domain with Stripe, the buyer follows a link.
 */
function checkoutReply({ pages, provider }: PacksPagesParts, visit: SignedInVisit, url: string): PageAnswer {
  const { origin, protocol } = new URL(url);
  assert(protocol === 'https:' || origin === provider.checkoutOrigin, 'a payment page is reached by HTTPS');
  if (origin === provider.checkoutOrigin) {
    return new Response(null, { status: 303, headers: { ...privateHeaders, Location: url } });
  }
  const body = html`<div class="narrow"><h1>Pay</h1>
<p>Your order is placed. You pay on another page, which brings you back here.</p>
<p class="actions"><a class="button primary" href="${url}">Go to payment</a></p></div>`;
  return pages.render(visit, { title: 'Pay', section: '/packs', body });
}

/** Far more than a message from Stripe has. */
const messageBytesMax = 1_048_576;

/** The webhook of a payment provider; no route when the provider sends no messages. */
function webhookRoutes({ name, remote }: PaymentProvider): readonly PageRoute[] {
  if (remote === undefined) return [];
  return [{ method: 'POST', path: `/webhooks/${name}`, audience: 'machine', answer: (visit) => take(visit, remote) }];
}

/** Any status but 200 makes the provider send the message again, for some days. */
async function take(visit: Visit, remote: NonNullable<PaymentProvider['remote']>): Promise<Response> {
  const body = await visit.readBytes(messageBytesMax);
  const signature = visit.exchange.req.headers['stripe-signature'];
  const delivery = { body, signature: typeof signature === 'string' ? signature : undefined };
  // Any failure is the service's own, and goes to the log.
  const answer = await remote.receive(delivery).catch((cause: unknown) => {
    throw hasReason(cause, 'payment_unavailable') ? cause : new ServiceError('server_error', { cause });
  });
  return answer === 'taken' ? plain(200, 'taken') : plain(400, 'not signed as it should be');
}

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { ...privateHeaders, 'Content-Type': 'text/plain' } });
}
