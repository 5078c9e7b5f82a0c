import { ServiceError } from '../../ground/service-error.ts';
import type { UnixMs } from '../../ground/units.ts';
import { checkPage } from './stripe-checkout.ts';
import { ask } from './stripe-client.ts';
import { followMessage, type MessageParts, messageTypes, readMessage } from './stripe-messages.ts';

/** Messages in one page of Stripe's list, and pages per run: far more than three days have. */
const pages = { size: 100, max: 500 };

/** Pages of orders checked per run, the least recently checked first. */
const checkoutsMax = 500;

/**
 * Handles Stripe's messages since `since` as if they had just arrived, and checks each payment page that is still open.
 * This finds lost messages and completes interrupted work. A failure does not stop the rest.
 *
 * @throws the first failure, after everything was tried
 */
export async function reconcileStripe(parts: MessageParts, since: UnixMs, signal: AbortSignal): Promise<void> {
  const failures: unknown[] = [];
  const attempt = async (work: () => Promise<unknown>): Promise<void> => {
    signal.throwIfAborted();
    await work().catch((cause: unknown) => failures.push(cause));
  };
  const hasReadAll = await readMessages(parts, since, attempt);
  for (const orderId of await parts.checkouts.listOpenCheckouts(checkoutsMax)) {
    await attempt(async () => {
      const record = await parts.checkouts.findCheckout(orderId);
      if (record?.isOpen === true) await checkPage(parts, { id: orderId }, record);
    });
  }
  if (failures.length > 0) throw failures[0];
  if (!hasReadAll) {
    const reason = 'Stripe has more messages than one run goes through';
    throw new ServiceError('payment_unavailable', { detail: { reason } });
  }
}

/** Newest first; false when there are more than one run reads. */
async function readMessages(
  parts: MessageParts,
  since: UnixMs,
  attempt: (work: () => Promise<unknown>) => Promise<void>,
): Promise<boolean> {
  const created = { gte: Math.floor(since / 1_000) };
  let after: string | undefined;
  for (let page = 0; page < pages.max; page++) {
    const { data, has_more: hasMore } = await ask(
      parts.stripe.events.list({
        created,
        types: [...messageTypes],
        limit: pages.size,
        ...(after === undefined ? {} : { starting_after: after }),
      }),
    );
    for (const event of data) {
      const message = readMessage(event);
      if (message !== 'of no matter') await attempt(() => followMessage(parts, message));
    }
    after = data.at(-1)?.id;
    if (!hasMore || after === undefined) return true;
  }
  return false;
}
