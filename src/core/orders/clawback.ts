import { type Characters, characters } from '../units.ts';
import type { Order, Pack } from './order.ts';
import type { PaymentReport } from './order-store.ts';

/** What has been reported of an order's payment. */
export type Payment = Pick<Order, 'paidAt' | 'refunded' | 'dispute'>;

/** What the reports of an order's payment have asked back since it was granted, and what they got. */
export type Clawback = {
  /** What refunds have asked for. */
  readonly refundDue: Characters;
  /** Of that, what was left to take. */
  readonly refundTaken: Characters;
  /** What an open dispute has taken, or one that was won after the pack had expired. */
  readonly disputeTaken: Characters;
};

export type ClawbackStep = {
  readonly pack: Pack;
  readonly before: Payment;
  readonly after: Payment;
  readonly clawback: Clawback;
  /** What the balance has that is not held; undefined once the pack, with all that stood beside it, has expired. */
  readonly left: Characters | undefined;
};

/** The clawback as it then is, and the change of the balance: negative when characters are taken. */
export type ClawbackOutcome = { readonly clawback: Clawback; readonly change: Characters };

/** Adds `report` to what is known; the sum of reports is the same in whatever order they come, and however often. */
export function noteReport(payment: Payment, report: PaymentReport): Payment {
  switch (report.kind) {
    case 'paid':
      return { ...payment, paidAt: payment.paidAt ?? report.at };
    case 'refunded':
      return { ...payment, refunded: Math.max(payment.refunded, report.refunded) };
    case 'disputed':
      return payment.dispute === 'none' ? { ...payment, dispute: 'open' } : payment;
    case 'dispute_won':
      return { ...payment, dispute: 'won' };
  }
}

/** The part of the pack that a refund of `refunded` asks back: the same part as of the price, rounded down. */
function charactersRefunded({ characters: whole, price }: Pack, refunded: number): Characters {
  if (price === 0) return characters(0);
  // The product leaves the range in which a double is exact.
  return characters(Number((BigInt(whole) * BigInt(refunded)) / BigInt(price)));
}

/**
 * What a paid order takes from the balance, or gives back, after the step from `before` to `after`.
 *
 * Each character of the pack is asked for once; a dispute that is won has not asked. What was not there then is forgone,
 * so that a later purchase never pays for an earlier one. An open dispute asks for the whole pack; a refund that comes
 * meanwhile therefore asks for nothing more, and has its part of what the dispute found.
 */
export function clawBack({ pack, before, after, clawback, left }: ClawbackStep): ClawbackOutcome {
  const refundDue = charactersRefunded(pack, after.refunded);
  const askedBefore = before.paidAt === undefined ? 0 : asked(pack, before, clawback.refundDue);
  const taken = Math.min(Math.max(0, asked(pack, after, refundDue) - askedBefore), left ?? 0);
  const found = clawback.disputeTaken + taken;
  const forRefunds = Math.min(refundDue - clawback.refundDue, found);
  const forDispute = found - forRefunds;
  const reinstated = after.dispute === 'won' && left !== undefined ? forDispute : 0;
  return {
    clawback: {
      refundDue,
      refundTaken: characters(clawback.refundTaken + forRefunds),
      disputeTaken: characters(forDispute - reinstated),
    },
    change: characters(reinstated - taken),
  };
}

function asked(pack: Pack, { dispute }: Payment, refundDue: Characters): Characters {
  return dispute === 'open' ? pack.characters : refundDue;
}
