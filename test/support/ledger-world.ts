import assert from 'node:assert/strict';
import { type Clock, characters, later, unixMs } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { Key, KeyId } from '../../src/shop/keys/key-store.ts';
import type { LedgerParts } from '../../src/shop/ledger/ledger.ts';
import type { Hold, HoldId, HoldUsage, Purchase } from '../../src/shop/ledger/ledger-store.ts';
import type { NewOrder, OrderId } from '../../src/shop/orders/order.ts';
import type { PaymentEvent } from '../../src/shop/orders/order-store.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';
import type { OpenStores } from './stores.ts';

export const dayMs = 86_400_000;
export const leaseMs = 60_000;
export const sweepIntervalMs = 10_000;

export const spanishToEnglish: HoldUsage = {
  source: 'es' as LanguageTag,
  target: 'en' as LanguageTag,
  engine: 'apertium',
};

export const firstMoment = unixMs(Date.UTC(2026, 0, 31, 12));

let count = 0;

/** Returns an id that is unique in the whole test run, and growing. */
export function newId(): string {
  count += 1;
  return `id-${String(count).padStart(8, '0')}`;
}

/** Returns the moment of a clock that is right. */
export function momentBy(now: Clock): LedgerParts['moment'] {
  return async () => ({ at: now(), expireUpTo: now() });
}

export type LedgerWorld = Awaited<ReturnType<typeof createLedgerWorld>>;

/** One empty ledger with a separate clock and one account without characters; disposing closes the stores. */
export async function createLedgerWorld(stores: OpenStores) {
  const { ledger } = stores;
  const accountId = await openAccount(stores);
  const clock = { now: firstMoment };
  const newHold = (amount: number, options: Partial<Hold> = {}) =>
    createHold(accountId, amount, { openedAt: clock.now, ...options });
  /** Resolves once every earlier hold can be read: a hold may be answered before it is durable. */
  const settled = () => ledger.releaseHold({ hold: newHold(1), at: clock.now });
  return {
    stores,
    ledger,
    accountId,
    clock,
    newHold,
    buy: (amount: number, options: Partial<Purchase> = {}) =>
      ledger.grant(newPurchase(accountId, amount, { at: clock.now, ...options })),
    /** Opens a hold that the balance must cover. */
    async hold(amount: number, options?: Partial<Hold>) {
      const hold = newHold(amount, options);
      assert.deepEqual(await ledger.openHold(hold), { kind: 'held' });
      return hold;
    },
    capture: (hold: Hold) => ledger.captureHold({ hold, at: clock.now, usage: spanishToEnglish }),
    release: (hold: Hold) => ledger.releaseHold({ hold, at: clock.now }),
    /** Places an order of a pack that costs 100 of the smallest unit, so that a refund equals a percentage. */
    async place(amount: number, options: Partial<NewOrder> = {}) {
      const order = newOrder(accountId, amount, { createdAt: clock.now, ...options });
      assert.equal(await stores.orders.createOrder(order), 'created');
      return order;
    },
    /** Reports a payment of an existing order. */
    async report({ id }: Pick<NewOrder, 'id'>, event: PaymentEvent) {
      const order = await stores.orders.reportPayment(id, { ...event, at: clock.now }, newId());
      assert(order !== undefined);
      return order;
    },
    settled,
    async balance() {
      await settled();
      const read = await ledger.readBalance(accountId, clock.now);
      assert(read !== undefined);
      return { balance: read.balance, held: read.held, used: read.used };
    },
    async assertSound() {
      await settled();
      assert.deepEqual(await stores.breaches(clock.now, sweepIntervalMs), []);
    },
    [Symbol.asyncDispose]: () => stores[Symbol.asyncDispose](),
  };
}

export async function openAccount({ accounts }: Pick<OpenStores, 'accounts'>): Promise<AccountId> {
  const id = newId() as AccountId;
  assert(await accounts.createAccount({ id, email: `${id}@example.com`, createdAt: firstMoment }));
  return id;
}

/** Creates a hold with a lease of a minute. */
export function createHold(accountId: AccountId, amount: number, options: Partial<Hold> = {}): Hold {
  const openedAt = options.openedAt ?? firstMoment;
  return {
    id: newId() as HoldId,
    accountId,
    keyId: 'a-key' as KeyId,
    amount: characters(amount),
    openedAt,
    leaseUntil: later(openedAt, leaseMs),
    ...options,
  };
}

export function newPurchase(accountId: AccountId, amount: number, options: Partial<Purchase> = {}): Purchase {
  const at = options.at ?? firstMoment;
  const id = newId();
  return {
    id,
    accountId,
    orderId: `order of ${id}`,
    characters: characters(amount),
    at,
    expiresAt: later(at, 365 * dayMs),
    ...options,
  };
}

export function newOrder(accountId: AccountId, amount: number, options: Partial<NewOrder> = {}): NewOrder {
  const pack = { name: 'A pack', characters: characters(amount), validDays: 365, price: 100, currency: 'EUR' };
  return { id: newId() as OrderId, accountId, provider: 'manual', pack, createdAt: firstMoment, ...options };
}

export function newKey(accountId: AccountId, options: Partial<Key> = {}): Key {
  const id = newId() as KeyId;
  return {
    id,
    accountId,
    name: 'a key',
    hash: Buffer.from(id).toString('hex').padStart(64, '0'),
    start: 'dragoman_live_AbCd',
    lastFour: 'WxYz',
    createdAt: firstMoment,
    revokedAt: undefined,
    lastUsedAt: undefined,
    ...options,
  };
}
