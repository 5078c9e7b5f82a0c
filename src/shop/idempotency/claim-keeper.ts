import { RepeatedTask } from '../../ground/repeated-task.ts';
import { type Clock, later } from '../../ground/units.ts';
import type { ShopEvents } from '../events.ts';
import type { ClaimOutcome, ReplyClaim, ReplyStore } from './reply-store.ts';

export type ClaimKeeperParts = {
  readonly store: Pick<ReplyStore, 'claim' | 'renewClaims' | 'abandonClaim'>;
  readonly now: Clock;
  /** Returns ids that are unique among all processes on the same store. */
  readonly newId: () => string;
  /** How long a claim outlives its process; it is renewed several times within this time. */
  readonly leaseMs: number;
  readonly events: Pick<ShopEvents, 'backgroundFailed'>;
};

export type ClaimedKey = Pick<ReplyClaim, 'accountId' | 'keyHash' | 'requestHash'>;

/** How often a claim is renewed within its lease: it survives two failed renewals. */
const renewalsPerLease = 4;

/** Holds this process's claims and renews them together. Disposing ends that; the claims then lapse. */
export class ClaimKeeper implements AsyncDisposable {
  readonly #parts: ClaimKeeperParts;
  /** By key hash, which is different for each account. */
  readonly #claims = new Map<string, ReplyClaim>();
  readonly #renewals: RepeatedTask;
  #owner: string;

  constructor(parts: ClaimKeeperParts) {
    this.#parts = parts;
    this.#owner = parts.newId();
    this.#renewals = new RepeatedTask(() => this.#renew(), parts.leaseMs / renewalsPerLease);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#renewals[Symbol.asyncDispose]();
  }

  /** Claims the key for this process, and renews the claim until it is ended or given up. */
  async claim({ accountId, keyHash, requestHash }: ClaimedKey): Promise<ClaimOutcome> {
    const { store, now, leaseMs } = this.#parts;
    const at = now();
    const claim: ReplyClaim = { accountId, keyHash, requestHash, owner: this.#owner, until: later(at, leaseMs) };
    try {
      const outcome = await store.claim(claim, at);
      if (outcome.kind === 'claimed') this.#claims.set(keyHash, claim);
      return outcome;
    } catch (cause) {
      this.#replaceOwner(claim);
      throw cause;
    }
  }

  /** Removes a claim that the store has ended because its key is answered. */
  end({ keyHash }: ClaimedKey): void {
    this.#claims.delete(keyHash);
  }

  /** Releases the key. Never throws: a claim that could not be released lapses. */
  async giveUp({ keyHash }: ClaimedKey): Promise<void> {
    const { store, events } = this.#parts;
    const claim = this.#claims.get(keyHash);
    if (claim === undefined) return;
    this.#claims.delete(keyHash);
    try {
      await store.abandonClaim(claim);
    } catch (cause) {
      this.#replaceOwner(claim);
      events.backgroundFailed({ task: 'end of a claim', cause });
    }
  }

  /**
   * Called when a claim may exist. Renewals are by owner, so new claims get a new owner: the doubtful one ends with the
   * last known claim of the old owner.
   */
  #replaceOwner({ owner }: ReplyClaim): void {
    if (owner === this.#owner) this.#owner = this.#parts.newId();
  }

  async #renew(): Promise<void> {
    const { store, now, leaseMs, events } = this.#parts;
    const owners = new Set(Array.from(this.#claims.values(), ({ owner }) => owner));
    try {
      for (const owner of owners) await store.renewClaims(owner, later(now(), leaseMs));
    } catch (cause) {
      events.backgroundFailed({ task: 'renewal of claims', cause });
    }
  }
}
