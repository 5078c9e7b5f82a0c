import { type Characters, characters } from '../../ground/units.ts';
import type { Order, Pack } from './order.ts';
import type { PaymentReport } from './order-store.ts';

/** The reported state of an order's payment. */
export type Payment = Pick<Order, 'paidAt' | 'refunded' | 'dispute'>;

/** Characters to take back by the reports of an order's payment since its grant, and those taken. */
export type Clawback = {
  readonly refundDue: Characters;
  /** The part of that which was left to take. */
  readonly refundTaken: Characters;
  /** Characters taken by an open dispute, or by a won one whose pack had expired before it ended. */
  readonly disputeTaken: Characters;
};

export type ClawbackStep = {
  readonly pack: Pack;
  readonly before: Payment;
  readonly after: Payment;
  readonly clawback: Clawback;
  /** The balance without held characters; undefined once the balance with the pack has expired. */
  readonly left: Characters | undefined;
};

/** The resulting clawback and the change of the balance: negative when characters are taken. */
export type ClawbackOutcome = { readonly clawback: Clawback; readonly change: Characters };

/** Adds `report` to the known state; the result does not depend on the order or repetition of reports. */
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

/** Returns the characters due for a refund of `refunded`: the refunded share of the price, rounded down. */
function charactersRefunded({ characters: whole, price }: Pack, refunded: number): Characters {
  if (price === 0) return characters(0);
  // The product exceeds the range of exact doubles.
  return characters(Number((BigInt(whole) * BigInt(refunded)) / BigInt(price)));
}

/**
 * Returns what a paid order takes from the balance, or gives back, in the step from `before` to `after`. Each character
 * of the pack is taken at most once; a won dispute takes none. What is not left is forgone, so that a later purchase
 * never pays for an earlier one. An open dispute takes the whole pack, and so covers refunds during it.
 */
export function clawBack({ pack, before, after, clawback, left }: ClawbackStep): ClawbackOutcome {
  const refundDue = charactersRefunded(pack, after.refunded);
  const dueBefore = before.paidAt === undefined ? 0 : charactersDue(pack, before, clawback.refundDue);
  const taken = Math.min(Math.max(0, charactersDue(pack, after, refundDue) - dueBefore), left ?? 0);
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

function charactersDue(pack: Pack, { dispute }: Payment, refundDue: Characters): Characters {
  return dispute === 'open' ? pack.characters : refundDue;
}
