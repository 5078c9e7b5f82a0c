import { assert } from '../../ground/assert.ts';
import { RepeatedTask } from '../../ground/repeated-task.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { type Characters, type Clock, dayMs, later, type UnixMs } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import type { ShopEvents } from '../events.ts';
import type { KeyId } from '../keys/key-store.ts';
import type {
  Balance,
  Capture,
  CaptureOutcome,
  Hold,
  HoldId,
  HoldUsage,
  LedgerStore,
  SealedReply,
} from './ledger-store.ts';
import type { LedgerMoment } from './ledger-time.ts';
import { checkPackCharacters, checkPackValidDays, packValidDays, packValidDaysMax } from './pack.ts';

export type LedgerParts = {
  readonly store: LedgerStore;
  readonly now: Clock;
  /** The moment of a grant; clocks may be wrong. */
  readonly moment: () => Promise<LedgerMoment>;
  /** Globally unique ids that grow with time (such as UUID version 7), so that new rows are adjacent. */
  readonly newId: () => string;
  /** How long a hold may be captured; longer than any request may take. */
  readonly leaseMs: number;
  readonly events: Pick<ShopEvents, 'holdLapsed' | 'backgroundFailed'>;
};

export type HoldRequest = { readonly accountId: AccountId; readonly keyId: KeyId; readonly amount: Characters };

/** A paid pack. `expiresAt` takes precedence over `validDays`; the default is 365 days. */
export type PackGrant = {
  readonly accountId: AccountId;
  readonly orderId: string;
  readonly characters: Characters;
  readonly validDays?: number;
  readonly expiresAt?: UnixMs;
};

/** Holds characters, charges them when work succeeds, and gives them back when it fails. */
export class Ledger {
  readonly #parts: LedgerParts;

  constructor(parts: LedgerParts) {
    assert(parts.leaseMs > 0, 'a hold without a lease could never be captured');
    this.#parts = parts;
  }

  /** Sets `amount` aside until captured, disposed of, or its lease ends. @throws ServiceError `insufficient_balance` */
  async hold({ accountId, keyId, amount }: HoldRequest): Promise<HeldCharacters> {
    assert(amount > 0, 'an empty hold means the caller forgot to count');
    const { store, now, newId, leaseMs } = this.#parts;
    const openedAt = now();
    const leaseUntil = later(openedAt, leaseMs);
    const hold: Hold = { id: newId() as HoldId, accountId, keyId, amount, openedAt, leaseUntil };
    const outcome = await store.openHold(hold);
    if (outcome.kind === 'insufficient') {
      throw new ServiceError('insufficient_balance', { data: { required: amount, balance: outcome.balance } });
    }
    return new HeldCharacters(this.#parts, hold);
  }

  /**
   * Adds a paid pack, once per order however often it is reported.
   * @throws ServiceError `invalid_pack_...`; `placed_order` if a payment grants it; `granted_to_another`, `no_account`
   */
  async grant(pack: PackGrant): Promise<'granted' | 'already_granted'> {
    const { store, newId, moment } = this.#parts;
    const { at, expireUpTo } = await moment();
    const expiresAt = expiryOf(pack, at);
    const { accountId, orderId, characters } = pack;
    checkPackCharacters(characters);
    assert(orderId.length >= 1 && orderId.length <= 255, 'an order id has 1 to 255 characters');
    const outcome = await store.grant({ id: newId(), accountId, orderId, characters, at, expiresAt, expireUpTo });
    if (outcome === 'granted' || outcome === 'already_granted') return outcome;
    throw new ServiceError(outcome);
  }

  /**
   * Reverses the expiry in row `seq` of the account's journal, by default the last one that was not reversed.
   * For expiries that a wrong clock caused.
   * @throws ServiceError `no_expiry`, `already_reversed`; `validity_ended` when what was bought has expired since
   */
  async reverseExpiry(
    accountId: AccountId,
    seq?: number,
  ): Promise<{ readonly seq: number; readonly characters: Characters }> {
    const { store, moment } = this.#parts;
    const outcome = await store.reverseExpiry({ accountId, seq, at: (await moment()).at });
    if (outcome.kind === 'reversed') return outcome;
    throw new ServiceError(outcome.kind);
  }

  readBalance(accountId: AccountId): Promise<Balance | undefined> {
    return this.#parts.store.readBalance(accountId, this.#parts.now());
  }
}

function expiryOf({ validDays = packValidDays, expiresAt }: PackGrant, at: UnixMs): UnixMs {
  checkPackValidDays(validDays);
  const expiry = expiresAt ?? later(at, validDays * dayMs);
  if (expiry <= at || expiry > later(at, packValidDaysMax * dayMs)) throw new ServiceError('invalid_pack_expiry');
  return expiry;
}

type HeldCharactersParts = Pick<LedgerParts, 'store' | 'now' | 'leaseMs' | 'events'>;

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

  /** Gives back what exceeds `amount`, which is not 0. @throws ServiceError `store_unavailable`: the hold is gone */
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
   * Charges the whole hold durably and keeps `reply` in that step. `answered`: another reply exists, no charge.
   * @throws ServiceError `store_unavailable` when the hold is gone (its lease ended, or it was lost): no charge
   */
  async capture(usage: HoldUsage, reply?: SealedReply): Promise<Exclude<CaptureOutcome, 'lapsed'>> {
    assert(!this.#ended, 'a hold is captured once');
    await this.#renewals?.[Symbol.asyncDispose]();
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
