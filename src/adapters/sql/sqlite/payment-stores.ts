import type { LeaseStore } from '../../../core/leases/lease-store.ts';
import type { CheckoutStore } from '../../../core/payments/checkout-store.ts';
import type { PaymentEventStore } from '../../../core/payments/payment-event-store.ts';
import { findCheckout, listOpenCheckouts } from '../payment-procedures.ts';
import { inSteps, stepMax } from '../steps.ts';
import type { Reader } from './reader.ts';
import type { Writer } from './writer.ts';

export function createPaymentEventStore(writer: Writer): PaymentEventStore {
  return {
    beginEvent: (event) => writer.submit<'beginEvent'>(['beginEvent', event]),
    endEvent: (end) => writer.submit<'endEvent'>(['endEvent', end]),
    forgetEvents: (before) => inSteps(() => writer.submit<'forgetEvents'>(['forgetEvents', { before, stepMax }])),
  };
}

export function createCheckoutStore(writer: Writer, reader: Reader): CheckoutStore {
  return {
    findCheckout: async (orderId) => reader.read(findCheckout(orderId)),
    keepAttempt: (attempt) => writer.submit<'keepAttempt'>(['keepAttempt', attempt]),
    noteLook: (look) => writer.submit<'noteLook'>(['noteLook', look]),
    claimPayment: (orderId, payment, at) => writer.submit<'claimPayment'>(['claimPayment', { orderId, payment, at }]),
    listOpenCheckouts: async (limit) => reader.read(listOpenCheckouts(limit)),
  };
}

export function createLeaseStore(writer: Writer): LeaseStore {
  return {
    takeLease: (request) => writer.submit<'takeLease'>(['takeLease', request]),
    endLease: (end) => writer.submit<'endLease'>(['endLease', end]),
  };
}
