import type { Events } from '../events.ts';
import { type Clock, later } from '../units.ts';
import type { Claim, ClaimOutcome, ReplyStore } from './reply-store.ts';

export type ClaimKeeperParts = {
  readonly store: Pick<ReplyStore, 'claim' | 'renewClaims' | 'abandonClaim'>;
  readonly now: Clock;
  /** Unique for good among all processes that share the store. */
  readonly newId: () => string;
  /** For how long a claim outlives its process; renewed several times within it. */
  readonly leaseMs: number;
  readonly events: Pick<Events, 'backgroundFailed'>;
};

/** What a claim is about. */
export type ClaimedKey = Pick<Claim, 'accountId' | 'keyHash' | 'requestHash'>;

/** How often a claim is renewed within its lease: it survives two renewals that fail. */
const renewalsPerLease = 4;

/**
 * This process's claims: one timer renews them all while there are any. Disposing stops it, after which they lapse.
 * The timer alone does not keep the process alive.
 */
export class ClaimKeeper implements AsyncDisposable {
  readonly #parts: ClaimKeeperParts;
  /** By the hash of the key, which no two accounts share. */
  readonly #claims = new Map<string, Claim>();
  #owner: string;
  #timer: NodeJS.Timeout | undefined;
  #renewal: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(parts: ClaimKeeperParts) {
    this.#parts = parts;
    this.#owner = parts.newId();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#renewal;
  }

  /** Claims the key for this process, which renews the claim until it is ended or given up. */
  async claim({ accountId, keyHash, requestHash }: ClaimedKey): Promise<ClaimOutcome> {
    const { store, now, leaseMs } = this.#parts;
    const at = now();
    const claim: Claim = { accountId, keyHash, requestHash, owner: this.#owner, until: later(at, leaseMs) };
    try {
      const outcome = await store.claim(claim, at);
      if (outcome.kind === 'claimed') this.#keep(claim);
      return outcome;
    } catch (cause) {
      this.#disown(claim);
      throw cause;
    }
  }

  /** Forgets a claim that the store has ended, because its key is answered. */
  end({ keyHash }: ClaimedKey): void {
    this.#claims.delete(keyHash);
  }

  /** Lets others have the key. Never throws: a claim that could not be given up lapses by itself. */
  async giveUp({ keyHash }: ClaimedKey): Promise<void> {
    const { store, events } = this.#parts;
    const claim = this.#claims.get(keyHash);
    if (claim === undefined) return;
    this.#claims.delete(keyHash);
    try {
      await store.abandonClaim(claim);
    } catch (cause) {
      this.#disown(claim);
      events.backgroundFailed({ task: 'end of a claim', cause });
    }
  }

  #keep(claim: Claim): void {
    this.#claims.set(claim.keyHash, claim);
    this.#renewInTime();
  }

  /**
   * Nobody knows whether this claim stands. Renewals go by owner, so claims are made under another one from here on:
   * once the old owner's last claim has ended, nothing renews the doubtful one either.
   */
  #disown({ owner }: Claim): void {
    if (owner === this.#owner) this.#owner = this.#parts.newId();
  }

  #renewInTime(): void {
    if (this.#timer !== undefined || this.#stopped) return;
    this.#timer = setTimeout(() => {
      this.#renewal = this.#renew();
    }, this.#parts.leaseMs / renewalsPerLease);
    this.#timer.unref();
  }

  async #renew(): Promise<void> {
    const { store, now, leaseMs, events } = this.#parts;
    try {
      for (const owner of this.#owners()) await store.renewClaims(owner, later(now(), leaseMs));
    } catch (cause) {
      events.backgroundFailed({ task: 'renewal of claims', cause });
    }
    this.#timer = undefined;
    if (this.#claims.size > 0) this.#renewInTime();
  }

  #owners(): ReadonlySet<string> {
    return new Set(Array.from(this.#claims.values(), ({ owner }) => owner));
  }
}
