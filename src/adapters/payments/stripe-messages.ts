import { z } from 'zod';
import type { Delivery, DeliveryRefusal, PaymentEventStore } from '../../shop/payments/payment-provider.ts';
import { type CheckoutParts, findSession, settleSession } from './stripe-checkout.ts';
import { findPayment, type Settlement, settlePayment } from './stripe-settlement.ts';

export type MessageParts = CheckoutParts & { readonly paymentEvents: PaymentEventStore };

/** The types of messages that may affect an order's payment. Source: Stripe's API reference, "Types of events". */
export const messageTypes = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'charge.refunded',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_withdrawn',
  'charge.dispute.funds_reinstated',
] as const;

const known: ReadonlySet<string> = new Set(messageTypes);

/** The fields that are read from a message: everything else is requested from Stripe. Ids have the store's limits. */
const messageShape = z.object({
  id: z.string().min(1).max(255),
  type: z.string(),
  data: z.object({
    object: z.object({
      id: z.string(),
      object: z.string(),
      payment_intent: z.union([z.string(), z.object({ id: z.string() })]).nullish(),
    }),
  }),
});

export type Message = z.output<typeof messageShape>;

/** Largest difference between signature and now, in seconds: Stripe signs a message again each time it sends it. */
const toleranceSeconds = 300;
/** The library would check only that a signature is not too old. */
const anyAge = 0;

/** Returns the message of a delivery, or why it is refused. */
export function openMessage(
  { stripe, now }: Pick<MessageParts, 'stripe' | 'now'>,
  { body, signature }: Delivery,
  webhookSecret: string,
): Message | 'of no matter' | DeliveryRefusal {
  if (signature === undefined) return 'unsigned';
  try {
    stripe.webhooks.signature?.verifyHeader(body, signature, webhookSecret, anyAge);
  } catch {
    // Anybody may send a header that the library cannot parse; then it throws various errors.
    return signatureForm.test(signature) ? 'wrong_signature' : 'unsigned';
  }
  const ageSeconds = now() / 1_000 - signedAt(signature);
  return Math.abs(ageSeconds) <= toleranceSeconds ? readMessage(parsed(body)) : 'wrong_time';
}

/** Source: Stripe's documentation, "Verify webhook signatures manually". */
const signatureForm = /^t=\d{1,12}(?:,v\d=[0-9a-f]{1,128})+$/;

/** In seconds since 1970, parsed as the library does. */
function signedAt(signature: string): number {
  const times = signature.split(',').filter((part) => part.startsWith('t='));
  return Number.parseInt(times.at(-1)?.slice(2) ?? '', 10);
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return undefined;
  }
}

/** A message that may affect an order's payment. */
export function readMessage(value: unknown): Message | 'of no matter' {
  const read = messageShape.safeParse(value);
  return read.success && known.has(read.data.type) ? read.data : 'of no matter';
}

/**
 * Handles a message once. It is stored first: if the process ends during the work, the next delivery repeats the work.
 * @throws ServiceError `payment_unavailable`, or an error of the store; then the message must be sent again
 */
export async function followMessage(parts: MessageParts, { id, type: kind, data }: Message): Promise<void> {
  const { paymentEvents, now, settled } = parts;
  const event = { provider: 'stripe', id };
  if ((await paymentEvents.beginEvent({ ...event, kind, at: now() })) === 'done') return;
  const settlement = await settlementOf(parts, kind, data.object);
  await paymentEvents.endEvent({ ...event, ...settlement, at: now() });
  settled(settlement);
}

const foreign: Settlement = { outcome: 'foreign', orderId: undefined };

async function settlementOf(
  parts: MessageParts,
  kind: string,
  { id, object, payment_intent: payment }: Message['data']['object'],
): Promise<Settlement> {
  if (object === 'checkout.session') {
    const session = await findSession(parts.stripe, id);
    return session === undefined ? foreign : settleSession(parts, session);
  }
  const paymentId = typeof payment === 'object' ? payment?.id : payment;
  if (paymentId === undefined) return foreign;
  const mayBeDisputed = kind.startsWith('charge.dispute.');
  const found = await findPayment(parts.stripe, paymentId);
  return found === undefined ? foreign : settlePayment(parts, found, { mayBeDisputed });
}
