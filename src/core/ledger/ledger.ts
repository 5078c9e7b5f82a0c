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
  /** The moment of a grant, where clocks may be wrong. Default: now. */
  readonly moment?: () => Promise<LedgerMoment>;
  /** Globally unique ids that grow with time (such as UUID version 7), so that new rows are adjacent. */
  readonly newId: () => string;
  /** How long a hold may be captured; longer than any request may take. */
  readonly leaseMs: number;
  readonly events: Pick<Events, 'holdLapsed' | 'backgroundFailed'>;
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

  /**
   * Sets `amount` aside until the result is captured or disposed of, or its lease ends.
   *
   * @throws ServiceError `insufficient_balance`, with `characters_required` and `characters_balance` in its body
   */
  async hold({ accountId, keyId, amount }: HoldRequest): Promise<HeldCharacters> {
    assert(amount > 0, 'an empty hold means the caller forgot to count');
    const { store, now, newId, leaseMs } = this.#parts;
    const openedAt = now();
    const leaseUntil = later(openedAt, leaseMs);
    const hold: Hold = { id: newId() as HoldId, accountId, keyId, amount, openedAt, leaseUntil };
    const outcome = await store.openHold(hold);
    if (outcome.kind === 'insufficient') throw insufficientBalance(amount, outcome.balance);
    return new HeldCharacters(this.#parts, hold);
  }

  /**
   * Adds a paid pack, once per order however often it is reported.
   *
   * @throws ServiceError `validation_error` on an unusable pack, or on an order that was placed (its payment grants it)
   * or was granted to another account; `not_found` when there is no such account
   */
  async grant(pack: PackGrant): Promise<'granted' | 'already_granted'> {
    const { store, now, newId, moment = momentBy(now) } = this.#parts;
    const { at, expireUpTo } = await moment();
    const expiresAt = expiryOf(pack, at);
    const { accountId, orderId, characters } = pack;
    checkPackCharacters(characters);
    assert(orderId.length >= 1 && orderId.length <= 255, 'an order id has 1 to 255 characters');
    const outcome = await store.grant({ id: newId(), accountId, orderId, characters, at, expiresAt, expireUpTo });
    if (outcome === 'no_account') throw new ServiceError('not_found', { message: 'There is no such account.' });
    if (outcome === 'placed_order') {
      const message = 'This order was placed; it is granted when it is marked as paid.';
      throw new ServiceError('validation_error', { param: 'order', message });
    }
    if (outcome === 'granted_to_another') {
      const message = 'This order was granted before, to another account.';
      throw new ServiceError('validation_error', { param: 'order', message });
    }
    return outcome;
  }

  /**
   * Reverses the expiry in row `seq` of the account's journal, or the last one that was not reversed. For expiries
   * caused by a wrong clock.
   *
   * @returns the row's number, and the characters that were returned
   * @throws ServiceError `validation_error` when there is no such expiry, it was reversed before, or the balance's
   * validity has ended
   */
  async reverseExpiry(
    accountId: AccountId,
    seq?: number,
  ): Promise<{ readonly seq: number; readonly characters: Characters }> {
    const { store, now, moment = momentBy(now) } = this.#parts;
    const outcome = await store.reverseExpiry({ accountId, seq, at: (await moment()).at });
    if (outcome.kind === 'reversed') return outcome;
    throw new ServiceError('validation_error', { param: 'entry', message: notReversed[outcome.kind] });
  }

  /** Returns the account's current balance; undefined when there is no such account. */
  readBalance(accountId: AccountId): Promise<Balance | undefined> {
    return this.#parts.store.readBalance(accountId, this.#parts.now());
  }
}

const notReversed = {
  no_expiry: 'There is no such expiry in the journal of this account.',
  already_reversed: 'This expiry was reversed before.',
  ended: 'What was bought before this expiry is no longer valid: grant a pack instead.',
} as const;

/** Returns the moments of a clock that is trusted. */
export function momentBy(now: Clock): () => Promise<LedgerMoment> {
  return async () => {
    const at = now();
    return { at, expireUpTo: at };
  };
}

function insufficientBalance(required: Characters, balance: Characters): ServiceError {
  return new ServiceError('insufficient_balance', {
    message: `This text needs ${required} characters, which is more than the account has available.`,
    body: { characters_required: required, characters_balance: balance },
  });
}

function expiryOf({ validDays = packValidDays, expiresAt }: PackGrant, at: UnixMs): UnixMs {
  checkPackValidDays(validDays);
  const expiry = expiresAt ?? later(at, validDays * dayMs);
  if (expiry <= at || expiry > later(at, packValidDaysMax * dayMs)) {
    throw new ServiceError('validation_error', {
      param: 'expires_at',
      message: `A pack expires in the future, at most ${packValidDaysMax} days from now.`,
    });
  }
  return expiry;
}
