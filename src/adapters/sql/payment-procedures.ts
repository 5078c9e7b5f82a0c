import { assert } from '../../ground/assert.ts';
import type { UnixMs } from '../../ground/units.ts';
import type { LeaseStore } from '../../shop/leases/lease-store.ts';
import type { OrderId } from '../../shop/orders/order.ts';
import type { CheckoutRecord, CheckoutStore } from '../../shop/payments/checkout-store.ts';
import type { PaymentEventStore } from '../../shop/payments/payment-provider.ts';
import { momentValue, optional, plainText, type SqlRow, wholeNumberValue } from './column-values.ts';
import { change, changed, countOf, type Procedure, type ProceduresOf, query } from './procedure.ts';
import { stepMax } from './steps.ts';

const insertEvent = `insert into payment_events (provider, id, kind, received_at) values ($1, $2, $3, $4)
 on conflict (provider, id) do nothing`;

const endOfEvent = `update payment_events set ended_at = $3, outcome = $4, order_id = $5
 where provider = $1 and id = $2 and ended_at is null`;

const forget = `delete from payment_events where (provider, id) in
 (select provider, id from payment_events where received_at < $1 order by received_at limit $2)`;

export const paymentEventChanges = {
  *beginEvent({ provider, id, kind, at }) {
    if (changed(yield change(insertEvent, provider, id, kind, at))) return 'open';
    const rows = yield query('select ended_at from payment_events where provider = $1 and id = $2', provider, id);
    return rows[0]?.[0] == null ? 'open' : 'done';
  },

  *endEvent({ provider, id, outcome, orderId, at }) {
    yield change(endOfEvent, provider, id, at, outcome, orderId ?? null);
  },
} satisfies ProceduresOf<PaymentEventStore>;

/** Deletes at most `stepMax` events and returns how many. */
export function* forgetEventsStep(before: UnixMs): Procedure<number> {
  return countOf(yield change(forget, before, stepMax));
}

const findOne = `select order_id, attempt, reference, closed_at, payment from checkouts where order_id = $1`;

// An existing checkout page is kept: a second one of the same attempt is the same page, by its idempotency key.
const insertAttempt = `insert into checkouts (order_id, attempt, reference, looked_at) values ($1, $2, $3, $4)
 on conflict (order_id) do update
 set attempt = excluded.attempt, reference = excluded.reference, closed_at = null, looked_at = excluded.looked_at
 where checkouts.attempt < excluded.attempt or (checkouts.attempt = excluded.attempt and checkouts.reference is null)`;

const updateCheckout = `update checkouts set looked_at = $3, closed_at = $4 where order_id = $1 and attempt = $2`;

const claim = `insert into checkouts (order_id, attempt, looked_at, payment) select $1, 0, $3, $2
 where not exists (select 1 from checkouts where payment = $2 and order_id <> $1)
 on conflict (order_id) do update set payment = excluded.payment where checkouts.payment is null`;

const listOpen = `select order_id from checkouts where reference is not null and closed_at is null
 order by looked_at limit $1`;

export const checkoutReads = {
  *findCheckout(orderId) {
    return (yield query(findOne, orderId)).map(checkoutOf)[0];
  },

  *listOpenCheckouts(limit) {
    return (yield query(listOpen, limit)).map(([id]) => plainText(id) as OrderId);
  },
} satisfies ProceduresOf<CheckoutStore>;

export const checkoutChanges = {
  *keepAttempt({ orderId, attempt, reference, at }) {
    yield change(insertAttempt, orderId, attempt, reference ?? null, at);
    const [row] = yield query(findOne, orderId);
    assert(row !== undefined, 'a stored checkout exists');
    return checkoutOf(row);
  },

  *noteCheck({ orderId, attempt, isOpen, at }) {
    yield change(updateCheckout, orderId, attempt, at, isOpen ? null : at);
  },

  *claimPayment(orderId, payment, at) {
    if (changed(yield change(claim, orderId, payment, at))) return true;
    const [row] = yield query(findOne, orderId);
    return row !== undefined && checkoutOf(row).payment === payment;
  },
} satisfies ProceduresOf<CheckoutStore>;

function checkoutOf([orderId, attempt, reference, closedAt, payment]: SqlRow): CheckoutRecord {
  return {
    orderId: plainText(orderId) as OrderId,
    attempt: wholeNumberValue(attempt),
    reference: optional(reference, plainText),
    isOpen: reference !== null && closedAt === null,
    payment: optional(payment, plainText),
  };
}

const take = `insert into leases (task, holder, lease_until) values ($1, $2, $4)
 on conflict (task) do update set holder = excluded.holder, lease_until = excluded.lease_until
 where (leases.lease_until <= $3 or leases.holder = excluded.holder)
  and (leases.done_at is null or leases.done_at <= $5)`;

// Released by a lease that ends immediately.
const end = `update leases set lease_until = 0, done_at = coalesce($3, done_at) where task = $1 and holder = $2`;

export const leaseChanges = {
  *takeLease({ task, holder, at, until, unlessDoneAfter }) {
    if (!changed(yield change(take, task, holder, at, until, unlessDoneAfter))) return undefined;
    const [row] = yield query('select done_at from leases where task = $1', task);
    return { doneAt: row?.[0] == null ? undefined : momentValue(row[0]) };
  },

  *endLease({ task, holder, doneAt }) {
    yield change(end, task, holder, doneAt ?? null);
  },
} satisfies ProceduresOf<LeaseStore>;
