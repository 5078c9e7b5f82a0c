import { characters } from '../../src/ground/units.ts';
import {
  IdempotentReplies,
  type IdempotentRepliesParts,
  type IdempotentRequest,
  type Produce,
} from '../../src/shop/idempotency/idempotent-replies.ts';
import type { KeyId } from '../../src/shop/keys/key-store.ts';
import { Ledger } from '../../src/shop/ledger/ledger.ts';
import { createLedgerWorld, leaseMs, momentBy, newId, spanishToEnglish } from './ledger-world.ts';
import { noEvents, type OpenStores } from './stores.ts';

/** How long a claim outlives its node. */
export const claimMs = 15_000;

export type IdempotentNodes = Awaited<ReturnType<typeof openIdempotentNodes>>;

/** Several nodes on one store, with an account of 1,000 characters. */
export async function openIdempotentNodes(open: () => Promise<OpenStores>) {
  await using opening = new AsyncDisposableStack();
  const stores = opening.use(await open());
  const world = await createLedgerWorld(stores);
  await world.buy(1_000);
  const { accountId } = world;
  const now = () => world.clock.now;
  const events = { ...noEvents, holdLapsed: () => undefined };
  const ledger = new Ledger({ store: world.ledger, now, moment: momentBy(now), newId, leaseMs: 100 * leaseMs, events });
  const opened = opening.move();
  return {
    ...world,
    now,
    /** Creates a node; `parts` replaces what the test observes. Closed with the rest. */
    node: (parts: Partial<IdempotentRepliesParts> = {}) =>
      opened.use(
        new IdempotentReplies({ store: stores.replies, now, newId, leaseMs: claimMs, events: noEvents, ...parts }),
      ),
    request: (options: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
      ...{ accountId, key: 'order-1', request: 'hola' },
      ...options,
    }),
    /** Charges 10 and keeps the reply in one step, as a translation does. Runs `beforeCharge` first. */
    charge:
      (reply: string, beforeCharge?: () => Promise<void>): Produce =>
      async (seal) => {
        await using held = await ledger.hold({ accountId, keyId: 'a-key' as KeyId, amount: characters(10) });
        await beforeCharge?.();
        const outcome = await held.capture(spanishToEnglish, await seal(reply));
        return outcome === 'answered' ? undefined : reply;
      },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}
