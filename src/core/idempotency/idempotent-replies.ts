import { orAborted, pauseFor } from '../abort.ts';
import type { AccountId } from '../accounts/account.ts';
import type { SealedReply } from '../ledger/ledger-store.ts';
import { ServiceError } from '../service-error.ts';
import { later } from '../units.ts';
import { ClaimKeeper, type ClaimKeeperParts } from './claim-keeper.ts';
import type { ReplyStore } from './reply-store.ts';
import { deriveSeal, type Seal } from './seal.ts';

/** For how long a repeat of a request gets the same reply. */
export const replyKeptMs = 24 * 60 * 60 * 1000;

/** How many requests with an Idempotency-Key may run or wait at a time, all accounts together. */
const underWayMax = 10_000;

/** Pauses between two looks at a request that another node works on; they double. */
const pauseMs = { first: 25, max: 500 };

/** Waits for so many milliseconds; rejects with the signal's reason when that aborts first. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export type IdempotentRepliesParts = ClaimKeeperParts & {
  readonly store: ReplyStore;
  /** Real time unless given. */
  readonly pause?: Pause;
};

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
 *
 * Resolves with undefined when the ledger has refused the reply because another stands: nothing was charged.
 */
export type Produce = (seal: (reply: string) => Promise<SealedReply>) => Promise<string | undefined>;

type UnderWay = {
  readonly requestHash: string;
  /** The reply, or undefined when the work failed. Never rejects. */
  readonly finished: Promise<string | undefined>;
};

/**
 * Lets a caller repeat a request without paying, or working, twice. A failure is not kept.
 *
 * On this node, one of the requests with a key leads and the others wait for it. Among nodes, a leader works only once
 * it has claimed the key, and looks again and again while another node has it. A claim saves work; that only one charges
 * is the ledger's doing, which takes a reply and its charge only where no reply stands.
 */
export class IdempotentReplies implements AsyncDisposable {
  readonly #parts: IdempotentRepliesParts;
  readonly #claims: ClaimKeeper;
  readonly #underWay = new Map<string, UnderWay>();
  #count = 0;

  constructor(parts: IdempotentRepliesParts) {
    this.#parts = parts;
    this.#claims = new ClaimKeeper(parts);
  }

  /** Stops renewing what is claimed. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#claims[Symbol.asyncDispose]();
  }

  /**
   * Runs `produce` unless a reply to the same request stands, or is under way on any node and succeeds. When one under
   * way fails, or its node is gone, one of those that wait for it does the work itself.
   *
   * @throws ServiceError `idempotency_key_reused` when the key was used for another request,
   * `overloaded` when too many are under way
   * @throws the signal's reason when `signal` aborts while waiting
   * @throws whatever `produce` throws
   */
  async run(request: IdempotentRequest, signal: AbortSignal, produce: Produce): Promise<IdempotentReply> {
    if (this.#count >= underWayMax) throw new ServiceError('overloaded');
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
      if (first === undefined) return this.#lead(seal, signal, produce);
      if (first.requestHash !== seal.requestHash) throw new ServiceError('idempotency_key_reused');
      const reply = await orAborted(first.finished, signal);
      if (reply !== undefined) return { reply, replayed: true };
    }
  }

  async #lead(seal: Seal, signal: AbortSignal, produce: Produce): Promise<IdempotentReply> {
    const { promise: finished, resolve: finish } = Promise.withResolvers<string | undefined>();
    this.#underWay.set(seal.keyHash, { requestHash: seal.requestHash, finished });
    let outcome: IdempotentReply | undefined;
    try {
      // A repeat is a read and nothing more, so it succeeds even where nothing can be written.
      outcome = (await this.#recall(seal)) ?? (await this.#claimAndProduce(seal, signal, produce));
      return outcome;
    } finally {
      this.#underWay.delete(seal.keyHash);
      finish(outcome?.reply);
    }
  }

  async #recall(seal: Seal): Promise<IdempotentReply | undefined> {
    const { store, now } = this.#parts;
    const kept = await store.findReply(seal.accountId, seal.keyHash, now());
    return kept === undefined ? undefined : open(seal, kept);
  }

  async #claimAndProduce(seal: Seal, signal: AbortSignal, produce: Produce): Promise<IdempotentReply> {
    const pause = this.#parts.pause ?? pauseFor;
    for (let ms = pauseMs.first; ; ms = Math.min(ms * 2, pauseMs.max)) {
      signal.throwIfAborted();
      const outcome = await this.#claims.claim(seal);
      if (outcome.kind === 'answered') return open(seal, outcome.reply);
      if (outcome.kind === 'under_way') {
        if (outcome.requestHash !== seal.requestHash) throw new ServiceError('idempotency_key_reused');
        await pause(ms, signal);
        continue;
      }
      const reply = await this.#produce(seal, produce);
      if (reply !== undefined) return { reply, replayed: false };
    }
  }

  /** Undefined when another's reply stands, so that this one is not kept. Either way the key is free afterwards. */
  async #produce(seal: Seal, produce: Produce): Promise<string | undefined> {
    let kept = false;
    try {
      const reply = await this.#produceAndKeep(seal, produce);
      kept = reply !== undefined;
      return reply;
    } finally {
      if (kept) this.#claims.end(seal);
      else await this.#claims.giveUp(seal);
    }
  }

  async #produceAndKeep(seal: Seal, produce: Produce): Promise<string | undefined> {
    const { store, now } = this.#parts;
    let handedOver = false;
    const sealReply = async (reply: string): Promise<SealedReply> => {
      handedOver = true;
      const { accountId, keyHash, requestHash } = seal;
      return { accountId, keyHash, requestHash, sealed: await seal.close(reply), keepUntil: later(now(), replyKeptMs) };
    };
    const reply = await produce(sealReply);
    if (reply === undefined || handedOver) return reply;
    return (await store.keepReply(await sealReply(reply), now())) === 'kept' ? reply : undefined;
  }
}

async function open(seal: Seal, { requestHash, sealed }: SealedReply): Promise<IdempotentReply> {
  if (requestHash !== seal.requestHash) throw new ServiceError('idempotency_key_reused');
  return { reply: await seal.open(sealed), replayed: true };
}
