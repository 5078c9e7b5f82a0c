import { assert } from '../../ground/assert.ts';
import { ServiceError } from '../../ground/service-error.ts';
import type { Clock } from '../../ground/units.ts';
import type { ShopEvents } from '../events.ts';
import type { Capture, CaptureOutcome, Hold, HoldUsage, LedgerStore, SealedReply } from './ledger-store.ts';

type HeldCharactersParts = {
  readonly store: LedgerStore;
  readonly now: Clock;
  readonly events: Pick<ShopEvents, 'holdLapsed' | 'backgroundFailed'>;
};

/** Characters set aside for one request. Disposing returns what was not captured, however the request ends. */
export class HeldCharacters implements AsyncDisposable {
  readonly #parts: HeldCharactersParts;
  readonly #hold: Hold;
  #ended = false;

  constructor(parts: HeldCharactersParts, hold: Hold) {
    this.#parts = parts;
    this.#hold = hold;
  }

  /**
   * Charges the whole hold and keeps `reply`, when given, in the same step. Resolves once that is durable; `answered`
   * when another reply exists for the same key and nothing was charged.
   *
   * @throws ServiceError `store_unavailable` when the hold is gone, because its lease ended or it never became durable:
   * nothing was charged
   */
  async capture(usage: HoldUsage, reply?: SealedReply): Promise<Exclude<CaptureOutcome, 'lapsed'>> {
    assert(!this.#ended, 'a hold is captured once');
    const { store, now, events } = this.#parts;
    const hold = this.#hold;
    const at = now();
    const capture: Capture = reply === undefined ? { hold, at, usage } : { hold, at, usage, reply };
    const outcome = await store.captureHold(capture);
    if (outcome === 'lapsed') {
      events.holdLapsed({ accountId: hold.accountId });
      const late = { accountId: hold.accountId, holdId: hold.id, lateByMs: Math.max(0, at - hold.leaseUntil) };
      throw new ServiceError('store_unavailable', { detail: { reason: 'the hold has ended', ...late } });
    }
    this.#ended = true;
    return outcome;
  }

  /** Never throws: the caller's own error is more important, and after a failed release the lease ends the hold. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    const { store, now, events } = this.#parts;
    try {
      await store.releaseHold({ hold: this.#hold, at: now() });
    } catch (cause) {
      events.backgroundFailed({ task: 'release of a hold', cause });
    }
  }
}
