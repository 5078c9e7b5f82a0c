import type { AccountId } from '../accounts/account.ts';
import { assert } from '../assert.ts';
import type { Events } from '../events.ts';
import type { KeyId } from '../keys/key-store.ts';
import { ServiceError } from '../service-error.ts';
import { type Characters, type Clock, dayMs, later, type UnixMs } from '../units.ts';
import { HeldCharacters } from './held-characters.ts';
import type { Balance, Hold, HoldId, LedgerStore } from './ledger-store.ts';
import type { LedgerMoment } from './ledger-time.ts';
import { checkPackCharacters, checkPackValidDays, packValidDays, packValidDaysMax } from './pack.ts';

export type LedgerParts = {
  readonly store: LedgerStore;
  readonly now: Clock;
  /** When a pack is granted, where clocks may be wrong; else that is now. */
  readonly moment?: () => Promise<LedgerMoment>;
  /** Ids that are unique for good and grow with time (such as UUID version 7), so that new rows lie side by side. */
  readonly newId: () => string;
  /** For how long a hold may be captured; longer than any request may take. */
  readonly leaseMs: number;
  readonly events: Pick<Events, 'holdLapsed' | 'backgroundFailed'>;
};

export type HoldRequest = { readonly accountId: AccountId; readonly keyId: KeyId; readonly amount: Characters };

/** A paid pack. `expiresAt` goes before `validDays`; with neither it is good for 365 days. */
export type PackGrant = {
  readonly accountId: AccountId;
  readonly orderId: string;
  readonly characters: Characters;
  readonly validDays?: number;
  readonly expiresAt?: UnixMs;
};

/** Sets characters aside, charges them when work succeeds, gives them back when it does not. */
export class Ledger {
  readonly #parts: LedgerParts;

  constructor(parts: LedgerParts) {
    assert(parts.leaseMs > 0, 'a hold without a lease could never be captured');
    this.#parts = parts;
  }

  /**
   * Sets `amount` aside until the result is captured, disposed of, or its lease ends.
   *
   * @throws ServiceError `insufficient_balance`
   */
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
   *
   * @throws ServiceError `invalid_pack_...` on a pack that could not be used; `placed_order` on an order that its payment
   * grants; `granted_to_another`, `no_account`
   */
  async grant(pack: PackGrant): Promise<'granted' | 'already_granted'> {
    const { store, now, newId, moment = momentBy(now) } = this.#parts;
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
   * Takes back the expiry in row `seq` of the account's journal, or the last one that was not: a wrong clock was the cause.
   *
   * @returns the row's number, and the characters that came back
   * @throws ServiceError `no_expiry`, `already_reversed`; `validity_ended` when what was bought has expired since
   */
  async reverseExpiry(
    accountId: AccountId,
    seq?: number,
  ): Promise<{ readonly seq: number; readonly characters: Characters }> {
    const { store, now, moment = momentBy(now) } = this.#parts;
    const outcome = await store.reverseExpiry({ accountId, seq, at: (await moment()).at });
    if (outcome.kind === 'reversed') return outcome;
    throw new ServiceError(outcome.kind);
  }

  /** The account's balance as of now; undefined when there is no such account. */
  readBalance(accountId: AccountId): Promise<Balance | undefined> {
    return this.#parts.store.readBalance(accountId, this.#parts.now());
  }
}

/** Of a clock that is taken to be right. */
export function momentBy(now: Clock): () => Promise<LedgerMoment> {
  return async () => {
    const at = now();
    return { at, expireUpTo: at };
  };
}

function expiryOf({ validDays = packValidDays, expiresAt }: PackGrant, at: UnixMs): UnixMs {
  checkPackValidDays(validDays);
  const expiry = expiresAt ?? later(at, validDays * dayMs);
  if (expiry <= at || expiry > later(at, packValidDaysMax * dayMs)) throw new ServiceError('invalid_pack_expiry');
  return expiry;
}
