import { orAborted, pauseFor } from '../../ground/abort.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { later } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import type { SealedReply } from '../ledger/ledger-store.ts';
import { ClaimKeeper, type ClaimKeeperParts } from './claim-keeper.ts';
import type { ReplyStore } from './reply-store.ts';
import { deriveSeal, type Seal } from './seal.ts';

/** How long a repeat of a request gets the same reply. */
export const replyKeptMs = 24 * 60 * 60 * 1000;

/** Requests with an Idempotency-Key that may run or wait, over all accounts. */
const underWayMax = 10_000;

/** Pause between two checks of a request that another node handles; it doubles. */
const pauseMs = { first: 25, max: 500 };

/** Waits for `ms` milliseconds; rejects with the signal's reason when it aborts first. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

export type IdempotentRepliesParts = ClaimKeeperParts & {
  readonly store: ReplyStore;
  /** Default: real time. */
  readonly pause?: Pause;
};

export type IdempotentRequest = {
  readonly accountId: AccountId;
  /** The caller's Idempotency-Key, 1 to 255 visible ASCII characters. */
  readonly key: string;
  /** Equal for two requests exactly when they request the same. */
  readonly request: string;
  /** How long the reply is kept; a day by default. */
  readonly keptMs?: number;
};

export type IdempotentReply = {
  readonly reply: string;
  /** Whether the reply comes from an earlier or a concurrent request. */
  readonly replayed: boolean;
};

/**
 * Does the work. It may `seal` its reply for the ledger, which keeps it in the step that charges; else it is kept after
 * the work. Undefined: the ledger rejected the reply because another exists, and charged nothing.
 */
export type Produce = (seal: (reply: string) => Promise<SealedReply>) => Promise<string | undefined>;

type UnderWay = {
  readonly requestHash: string;
  /** Resolves with the reply, or undefined when the work failed. Never rejects. */
  readonly finished: Promise<string | undefined>;
};

/**
 * Lets a caller repeat a request without paying or translating twice. Failures are not kept. On one node, the first
 * request with a key does the work and the others wait. Across nodes, a node first claims the key, and polls while
 * another has it. Claims only save work: the ledger guarantees a single charge, because it accepts a reply with its
 * charge only where none exists.
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

  /** Stops renewing claims. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.#claims[Symbol.asyncDispose]();
  }

  /**
   * Runs `produce` unless a reply to the same request exists, or a concurrent request on any node succeeds. When that
   * one fails, or its node has stopped, a waiting request does the work.
   * @throws ServiceError `idempotency_key_reused`: the key had another request; `overloaded`: too many are under way
   * @throws the signal's reason when it aborts while waiting; any error of `produce`
   */
  async run(request: IdempotentRequest, signal: AbortSignal, produce: Produce): Promise<IdempotentReply> {
    if (this.#count >= underWayMax) throw new ServiceError('overloaded');
    this.#count++;
    try {
      return await this.#follow(await sealOf(request), signal, produce);
    } finally {
      this.#count--;
    }
  }

  async find(request: IdempotentRequest): Promise<string | undefined> {
    return (await this.#recall(await sealOf(request)))?.reply;
  }

  /** Stores a reply that cost nothing, unless there is one: a request that is under way is then not charged. */
  async keep(request: IdempotentRequest, reply: string): Promise<'kept' | 'answered'> {
    return this.#parts.store.keepReply(await this.#sealed(await sealOf(request), reply), this.#parts.now());
  }

  async #follow(seal: KeptSeal, signal: AbortSignal, produce: Produce): Promise<IdempotentReply> {
    for (;;) {
      signal.throwIfAborted();
      const first = this.#underWay.get(seal.keyHash);
      if (first === undefined) return this.#lead(seal, signal, produce);
      if (first.requestHash !== seal.requestHash) throw new ServiceError('idempotency_key_reused');
      const reply = await orAborted(first.finished, signal);
      if (reply !== undefined) return { reply, replayed: true };
    }
  }

  async #lead(seal: KeptSeal, signal: AbortSignal, produce: Produce): Promise<IdempotentReply> {
    const { promise: finished, resolve: finish } = Promise.withResolvers<string | undefined>();
    this.#underWay.set(seal.keyHash, { requestHash: seal.requestHash, finished });
    let outcome: IdempotentReply | undefined;
    try {
      // A repeat only reads, so it succeeds even when the database cannot be written.
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

  async #claimAndProduce(seal: KeptSeal, signal: AbortSignal, produce: Produce): Promise<IdempotentReply> {
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

  /** Returns undefined when another reply exists, so that this one is not kept. Frees the key in both cases. */
  async #produce(seal: KeptSeal, produce: Produce): Promise<string | undefined> {
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

  async #produceAndKeep(seal: KeptSeal, produce: Produce): Promise<string | undefined> {
    const { store, now } = this.#parts;
    let isPassedOn = false;
    const sealReply = (reply: string): Promise<SealedReply> => {
      isPassedOn = true;
      return this.#sealed(seal, reply);
    };
    const reply = await produce(sealReply);
    if (reply === undefined || isPassedOn) return reply;
    return (await store.keepReply(await this.#sealed(seal, reply), now())) === 'kept' ? reply : undefined;
  }

  async #sealed(seal: KeptSeal, reply: string): Promise<SealedReply> {
    const { accountId, keyHash, requestHash, keptMs } = seal;
    const sealed = await seal.close(encoder.encode(reply));
    return { accountId, keyHash, requestHash, sealed, keepUntil: later(this.#parts.now(), keptMs) };
  }
}

const encoder = new TextEncoder();

type KeptSeal = Seal & { readonly keptMs: number };

async function sealOf({ keptMs = replyKeptMs, ...request }: IdempotentRequest): Promise<KeptSeal> {
  return { ...(await deriveSeal(request)), keptMs };
}

async function open(seal: Seal, { requestHash, sealed }: SealedReply): Promise<IdempotentReply> {
  if (requestHash !== seal.requestHash) throw new ServiceError('idempotency_key_reused');
  return { reply: new TextDecoder().decode(await seal.open(sealed)), replayed: true };
}
