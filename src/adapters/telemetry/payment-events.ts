import type { Registry } from 'prom-client';
import type { Events } from './events.ts';
import type { RepeatedLines } from './repeated-lines.ts';
import { Tally } from './series.ts';

/** Counts providers' reports of payments, and logs those that an operator should check. */
export function countPayments(
  registry: Registry,
  lines: RepeatedLines,
): Pick<Events, 'paymentSettled' | 'paymentMessageRefused'> {
  const payments = new Tally(registry, {
    name: 'dragoman_payment_events_total',
    help: 'Reports of payments by provider and outcome: settled, unpaid, foreign (no order of this service); mismatch, second_payment and unaccounted need an operator.',
    labels: ['provider', 'outcome'],
  });
  const refused = new Tally(registry, {
    name: 'dragoman_payment_messages_refused_total',
    help: 'Refused messages to the webhook by provider and reason: unsigned and wrong_signature, which anybody can send, wrong_time.',
    labels: ['provider', 'reason'],
  });
  return {
    paymentMessageRefused: ({ provider, reason }) => {
      refused.add(`${provider} ${reason}`, () => [provider, reason]);
      if (reason === 'unsigned') return;
      const message = 'a message of the payment provider was refused: see STRIPE_WEBHOOK_SECRET and the clock';
      lines.write('warn', message, { fields: { provider, reason }, linesMax: 1 });
    },
    paymentSettled: ({ provider, outcome, orderId }) => {
      payments.add(`${provider} ${outcome}`, () => [provider, outcome]);
      const fields = { provider, order: orderId };
      switch (outcome) {
        case 'settled':
          return lines.write('info', 'a payment was gone through', { fields });
        case 'unpaid':
        case 'foreign':
          return;
        case 'mismatch':
          return lines.write('error', 'a payment is not of its order: nothing was granted', { fields });
        case 'second_payment':
          return lines.write('error', 'an order was paid twice: pay the second payment back', { fields });
        case 'unaccounted':
          return lines.write('error', 'money of an order moved in a way that the ledger does not follow', { fields });
      }
    },
  };
}
