import type { AccountId } from '../accounts/account.ts';
import type { SealedReply } from '../ledger/ledger-store.ts';
import { ServiceError } from '../service-error.ts';
import { type Clock, later } from '../units.ts';
import type { ReplyStore } from './reply-store.ts';
import { deriveSeal, type Seal } from './seal.ts';

/** For how long a repeat of a request gets the same reply. */
export const replyKeptMs = 24 * 60 * 60 * 1000;

/** How many requests with an Idempotency-Key may run or wait at a time, all accounts together. */
const underWayMax = 10_000;

export type IdempotentRepliesParts = { readonly store: ReplyStore; readonly now: Clock };

export type IdempotentRequest = {
  readonly accountId: AccountId;
  /** The caller's Idempotency-Key, 1 to 255 visible ASCII characters. */
  readonly key: string;
  /** Equal for two requests exactly when they ask for the same. */
  readonly request: string;
};

export type IdempotentReply = {
  readonly reply: string;
  /** Whether the reply stands for an earlier request, or for one that was under way. */
  readonly replayed: boolean;
};

/**
 * Does the work. It may `seal` its reply and hand that to the ledger, which then keeps it in the same step that
 * charges; a reply that was not sealed is kept once the work is done.
 */
export type Produce = (seal: (reply: string) => Promise<SealedReply>) => Promise<string>;

type UnderWay = {
  readonly requestHash: string;
  /** The reply, or undefined when the work failed. Never rejects. */
  readonly finished: Promise<string | undefined>;
};

/** Lets a caller repeat a request without paying, or working, twice. A failure is not kept. */
export class IdempotentReplies {
  readonly #parts: IdempotentRepliesParts;
  readonly #underWay = new Map<string, UnderWay>();
  #count = 0;

  constructor(parts: IdempotentRepliesParts) {
    this.#parts = parts;
  }

  /**
   * Runs `produce` unless a reply to the same request stands, or is under way on this node and succeeds. When one
   * under way fails, one of those that wait for it does the work itself.
   *
   * @throws ServiceError `validation_error` on `Idempotency-Key` when the key was used for another request,
   * `overloaded` when too many are under way
   * @throws the signal's reason when `signal` aborts while waiting
   * @throws whatever `produce` throws
   */
  async run(request: IdempotentRequest, signal: AbortSignal, produce: Produce): Promise<IdempotentReply> {
    if (this.#count >= underWayMax) throw new ServiceError('overloaded', { message: 'The service is busy.' });
    this.#count++;
    try {
      return await this.#follow(await deriveSeal(request), signal, produce);
    } finally {
      this.#count--;
    }
  }

  async #follow(seal: Seal, signal: AbortSignal, produce: Produce): Promise<IdempotentReply> {
    for (;;) {
      signal.throwIfAborted();
      const first = this.#underWay.get(seal.keyHash);
      if (first === undefined) return this.#lead(seal, produce);
      if (first.requestHash !== seal.requestHash) throw keyOfAnotherRequest();
      const reply = await orAborted(first.finished, signal);
      if (reply !== undefined) return { reply, replayed: true };
    }
  }

  async #lead(seal: Seal, produce: Produce): Promise<IdempotentReply> {
    const { promise: finished, resolve: finish } = Promise.withResolvers<string | undefined>();
    this.#underWay.set(seal.keyHash, { requestHash: seal.requestHash, finished });
    let outcome: IdempotentReply | undefined;
    try {
      outcome = (await this.#recall(seal)) ?? (await this.#produce(seal, produce));
      return outcome;
    } finally {
      this.#underWay.delete(seal.keyHash);
      finish(outcome?.reply);
    }
  }

  async #recall(seal: Seal): Promise<IdempotentReply | undefined> {
    const { store, now } = this.#parts;
    const kept = await store.findReply(seal.accountId, seal.keyHash, now());
    if (kept === undefined) return undefined;
    if (kept.requestHash !== seal.requestHash) throw keyOfAnotherRequest();
    return { reply: await seal.open(kept.sealed), replayed: true };
  }

  async #produce(seal: Seal, produce: Produce): Promise<IdempotentReply> {
    const { store, now } = this.#parts;
    let handedOver = false;
    const sealReply = async (reply: string): Promise<SealedReply> => {
      handedOver = true;
      const { accountId, keyHash, requestHash } = seal;
      return { accountId, keyHash, requestHash, sealed: await seal.close(reply), keepUntil: later(now(), replyKeptMs) };
    };
    const reply = await produce(sealReply);
    if (!handedOver) await store.keepReply(await sealReply(reply), now());
    return { reply, replayed: false };
  }
}

function keyOfAnotherRequest(): ServiceError {
  return new ServiceError('validation_error', {
    param: 'Idempotency-Key',
    message: 'This Idempotency-Key was used for another request. Use a new one for each request.',
  });
}

async function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
