import { randomBytes } from 'node:crypto';

/** Stripe's objects, as far as this service reads them. Source: Stripe's API reference. */
export type StripeSession = {
  readonly id: string;
  readonly object: 'checkout.session';
  readonly url: string | null;
  status: 'open' | 'complete' | 'expired';
  payment_status: 'unpaid' | 'paid';
  payment_intent: string | null;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  readonly amount_total: number;
  readonly currency: string;
  readonly success_url: string;
  readonly cancel_url: string;
  /** Metadata of the future payment. */
  readonly payment_metadata: Record<string, string>;
  readonly product: string;
};

export type StripePayment = {
  readonly id: string;
  readonly object: 'payment_intent';
  status: 'processing' | 'succeeded' | 'requires_payment_method' | 'canceled';
  amount: number;
  amount_received: number;
  currency: string;
  metadata: Record<string, string>;
  latest_charge: string | null;
};

type StripeCharge = {
  readonly id: string;
  readonly object: 'charge';
  readonly payment_intent: string;
  readonly amount: number;
  amount_refunded: number;
  disputed: boolean;
};

export type StripeRefund = {
  readonly id: string;
  readonly object: 'refund';
  readonly payment_intent: string;
  readonly charge: string | null;
  readonly amount: number;
  status: 'pending' | 'succeeded' | 'failed' | 'canceled';
};

export type DisputeStatus =
  | 'warning_needs_response'
  | 'warning_closed'
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost';

export type StripeDispute = {
  readonly id: string;
  readonly object: 'dispute';
  readonly payment_intent: string;
  readonly charge: string | null;
  status: DisputeStatus;
};

export type StripeEvent = {
  readonly id: string;
  readonly object: 'event';
  readonly api_version: string;
  readonly created: number;
  readonly type: string;
  readonly data: { readonly object: Record<string, unknown> };
};

type Kept = StripeSession | StripePayment | StripeCharge | StripeRefund | StripeDispute;

/** The objects of one Stripe account, and the events of their changes. */
export class StripeRecords {
  readonly sessions = new Map<string, StripeSession>();
  readonly payments = new Map<string, StripePayment>();
  readonly charges = new Map<string, StripeCharge>();
  readonly refunds = new Map<string, StripeRefund>();
  readonly disputes = new Map<string, StripeDispute>();
  /** Oldest first. */
  readonly events: StripeEvent[] = [];
  readonly #onEvent: (event: StripeEvent) => void;

  constructor(onEvent: (event: StripeEvent) => void) {
    this.#onEvent = onEvent;
  }

  /** Pays on the page of a session: immediately, or in a way that takes days. */
  pay(session: StripeSession, way: 'at_once' | 'in_days' = 'at_once'): StripePayment {
    const payment: StripePayment = {
      id: newId('pi'),
      object: 'payment_intent',
      status: 'processing',
      amount: session.amount_total,
      amount_received: 0,
      currency: session.currency,
      metadata: session.payment_metadata,
      latest_charge: null,
    };
    this.payments.set(payment.id, payment);
    session.status = 'complete';
    session.payment_intent = payment.id;
    if (way === 'at_once') this.#succeed(session, payment);
    this.addEvent('checkout.session.completed', session);
    return payment;
  }

  /** Ends a payment that took days: it succeeds or fails. */
  endWait(session: StripeSession, end: 'succeeded' | 'failed'): void {
    const payment = this.paymentOf(session);
    if (end === 'succeeded') this.#succeed(session, payment);
    else payment.status = 'requires_payment_method';
    this.addEvent(`checkout.session.async_payment_${end}`, session);
  }

  expire(session: StripeSession): void {
    session.status = 'expired';
    this.addEvent('checkout.session.expired', session);
  }

  refund(payment: StripePayment, amount: number, status: StripeRefund['status'] = 'succeeded'): StripeRefund {
    const charge = this.#chargeOf(payment);
    charge.amount_refunded += amount;
    const about = { payment_intent: payment.id, charge: charge.id };
    const refund: StripeRefund = { id: newId('re'), object: 'refund', ...about, amount, status };
    this.refunds.set(refund.id, refund);
    this.addEvent('charge.refunded', charge);
    return refund;
  }

  updateRefund(refund: StripeRefund, status: StripeRefund['status']): void {
    const payment = this.payments.get(refund.payment_intent);
    if (payment !== undefined && (status === 'failed' || status === 'canceled')) {
      this.#chargeOf(payment).amount_refunded -= refund.amount;
    }
    refund.status = status;
    this.addEvent(status === 'failed' ? 'refund.failed' : 'refund.updated', refund);
  }

  dispute(payment: StripePayment, status: DisputeStatus = 'needs_response'): StripeDispute {
    const charge = this.#chargeOf(payment);
    charge.disputed = true;
    const about = { payment_intent: payment.id, charge: charge.id };
    const dispute: StripeDispute = { id: newId('du'), object: 'dispute', ...about, status };
    this.disputes.set(dispute.id, dispute);
    this.addEvent('charge.dispute.created', dispute);
    return dispute;
  }

  updateDispute(dispute: StripeDispute, status: DisputeStatus): void {
    dispute.status = status;
    const isOver = status === 'won' || status === 'lost' || status === 'warning_closed';
    this.addEvent(isOver ? 'charge.dispute.closed' : 'charge.dispute.updated', dispute);
    if (status === 'won') this.addEvent('charge.dispute.funds_reinstated', dispute);
  }

  /** Creates an event with the present state of its object. */
  addEvent(type: string, about: Kept): StripeEvent {
    const event: StripeEvent = {
      id: newId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: Math.floor(Date.now() / 1_000),
      type,
      data: { object: structuredClone(about) },
    };
    this.events.push(event);
    this.#onEvent(event);
    return event;
  }

  paymentOf(session: StripeSession): StripePayment {
    const payment = this.payments.get(session.payment_intent ?? '');
    if (payment === undefined) throw new Error('this page has no payment');
    return payment;
  }

  #succeed(session: StripeSession, payment: StripePayment): void {
    const charge: StripeCharge = {
      id: newId('ch'),
      object: 'charge',
      payment_intent: payment.id,
      amount: payment.amount,
      amount_refunded: 0,
      disputed: false,
    };
    this.charges.set(charge.id, charge);
    Object.assign(payment, { status: 'succeeded', amount_received: payment.amount, latest_charge: charge.id });
    session.payment_status = 'paid';
  }

  #chargeOf(payment: StripePayment): StripeCharge {
    const charge = this.charges.get(payment.latest_charge ?? '');
    if (charge === undefined) throw new Error('a payment that has not succeeded has no charge');
    return charge;
  }
}

/** An id in Stripe's format. */
export function newId(prefix: string): string {
  return `${prefix}_${randomBytes(12).toString('hex')}`;
}
