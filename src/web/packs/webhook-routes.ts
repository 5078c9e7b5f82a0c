import { hasReason, ServiceError } from '../../ground/service-error.ts';
import type { PaymentProvider } from '../../shop/payments/payment-provider.ts';
import { privateHeaders } from '../reply.ts';
import type { PageRoute } from '../route.ts';
import type { Visit } from '../visit.ts';

/** Far more than a message from Stripe has. */
const messageBytesMax = 1_048_576;

/** The webhook of a payment provider; no route when the provider sends no messages. */
export function webhookRoutes({ name, remote }: PaymentProvider): readonly PageRoute[] {
  if (remote === undefined) return [];
  return [{ method: 'POST', path: `/webhooks/${name}`, audience: 'machine', answer: (visit) => take(visit, remote) }];
}

/** Any status but 200 makes the provider send the message again, for some days. */
async function take(visit: Visit, remote: NonNullable<PaymentProvider['remote']>): Promise<Response> {
  const body = await visit.readBytes(messageBytesMax);
  const signature = visit.exchange.req.headers['stripe-signature'];
  const answer = await received(remote, { body, signature: typeof signature === 'string' ? signature : undefined });
  return answer === 'taken' ? plain(200, 'taken') : plain(400, 'not signed as it should be');
}

/** Any failure is the service's own, and goes to the log. */
async function received(
  remote: NonNullable<PaymentProvider['remote']>,
  delivery: Parameters<NonNullable<PaymentProvider['remote']>['receive']>[0],
): Promise<'taken' | 'refused'> {
  try {
    return await remote.receive(delivery);
  } catch (cause) {
    if (hasReason(cause, 'payment_unavailable')) throw cause;
    throw new ServiceError('server_error', { cause });
  }
}

function plain(status: number, text: string): Response {
  return new Response(`${text}\n`, { status, headers: { ...privateHeaders, 'Content-Type': 'text/plain' } });
}
