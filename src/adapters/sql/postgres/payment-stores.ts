import type { LeaseStore } from '../../../core/leases/lease-store.ts';
import type { CheckoutStore } from '../../../core/payments/checkout-store.ts';
import type { PaymentEventStore } from '../../../core/payments/payment-event-store.ts';
import {
  beginEvent,
  claimPayment,
  endEvent,
  endLease,
  findCheckout,
  forgetEventsStep,
  keepAttempt,
  listOpenCheckouts,
  noteLook,
  takeLease,
} from '../payment-procedures.ts';
import { inSteps, stepMax } from '../steps.ts';
import type { PostgresDatabase } from './database.ts';

export function createPaymentEventStore(database: PostgresDatabase): PaymentEventStore {
  return {
    beginEvent: (event) => database.transact(() => beginEvent(event)),
    endEvent: (end) => database.transact(() => endEvent(end)),
    forgetEvents: (before) => inSteps(() => database.transact(() => forgetEventsStep({ before, stepMax }))),
  };
}

export function createCheckoutStore(database: PostgresDatabase): CheckoutStore {
  return {
    findCheckout: (orderId) => database.read(() => findCheckout(orderId)),
    keepAttempt: (attempt) => database.transact(() => keepAttempt(attempt)),
    noteLook: (look) => database.transact(() => noteLook(look)),
    claimPayment: (orderId, payment, at) => database.transact(() => claimPayment({ orderId, payment, at })),
    listOpenCheckouts: (limit) => database.read(() => listOpenCheckouts(limit)),
  };
}

export function createLeaseStore(database: PostgresDatabase): LeaseStore {
  return {
    takeLease: (request) => database.transact(() => takeLease(request)),
    endLease: (end) => database.transact(() => endLease(end)),
  };
}
