import { assert } from '../../ground/assert.ts';
import { RepeatedTask } from '../../ground/repeated-task.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { type Characters, type Clock, later, type UnixMs } from '../../ground/units.ts';
import type { ShopEvents } from '../events.ts';
import type { Capture, CaptureOutcome, Hold, HoldUsage, LedgerStore, SealedReply } from './ledger-store.ts';

type HeldCharactersParts = {
  readonly store: LedgerStore;
  readonly now: Clock;
  readonly leaseMs: number;
  readonly events: Pick<ShopEvents, 'holdLapsed' | 'backgroundFailed'>;
};

/** A hold survives two failed renewals. */
const renewalsPerLease = 4;

/** Characters set aside for one request. Disposing returns what was not captured, however the request ends. */
export class HeldCharacters implements AsyncDisposable {
  readonly #parts: HeldCharactersParts;
  #hold: Hold;
  #renewals: RepeatedTask | undefined;
  #ended = false;

  constructor(parts: HeldCharactersParts, hold: Hold) {
    this.#parts = parts;
    this.#hold = hold;
  }

  get amount(): Characters {
    return this.#hold.amount;
  }

  /** Renews the lease regularly until the hold ends, for work that takes longer than one. */
  keepAlive(): void {
    const { events, leaseMs } = this.#parts;
    const renew = () =>
      this.#change(this.amount).catch((cause) => events.backgroundFailed({ task: 'renewal of a hold', cause }));
    this.#renewals = new RepeatedTask(renew, leaseMs / renewalsPerLease);
  }

  /**
   * Gives back what the hold has beyond `amount`, which is not 0.
   *
   * @throws ServiceError `store_unavailable` when the hold is gone
   */
  async reduceTo(amount: Characters): Promise<void> {
    assert(!this.#ended && amount > 0 && amount <= this.amount, 'a hold is only made smaller');
    await this.#renewals?.[Symbol.asyncDispose]();
    if (amount < this.amount) await this.#change(amount);
  }

  async #change(amount: Characters): Promise<void> {
    const { store, now, leaseMs } = this.#parts;
    const hold = this.#hold;
    const at = now();
    const leaseUntil = later(at, leaseMs);
    if ((await store.changeHold({ hold, amount, leaseUntil, at })) === 'lapsed') this.#fail(at);
    this.#hold = { ...hold, amount, leaseUntil };
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
    if (this.#renewals !== undefined) await this.#renewals[Symbol.asyncDispose]();
    const { store, now } = this.#parts;
    const hold = this.#hold;
    const at = now();
    const capture: Capture = reply === undefined ? { hold, at, usage } : { hold, at, usage, reply };
    const outcome = await store.captureHold(capture);
    if (outcome === 'lapsed') this.#fail(at);
    this.#ended = true;
    return outcome;
  }

  #fail(at: UnixMs): never {
    const { accountId, id: holdId, leaseUntil } = this.#hold;
    // Before the end of the lease only its own request may end a hold.
    const isLost = at <= leaseUntil;
    this.#parts.events.holdLapsed({ accountId, isLost });
    const reason = isLost ? 'the database has lost the hold' : 'the hold has ended';
    const lateByMs = Math.max(0, at - leaseUntil);
    throw new ServiceError('store_unavailable', { detail: { reason, accountId, holdId, lateByMs } });
  }

  /** Never throws: the caller's own error is more important, and after a failed release the lease ends the hold. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#ended) return;
    this.#ended = true;
    await this.#renewals?.[Symbol.asyncDispose]();
    const { store, now, events } = this.#parts;
    try {
      await store.releaseHold({ hold: this.#hold, at: now() });
    } catch (cause) {
      events.backgroundFailed({ task: 'release of a hold', cause });
    }
  }
}
