import { ServiceError } from '../../ground/service-error.ts';
import { type Clock, dayMs } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import type { ActId, AuditStore } from '../audit/audit.ts';
import type { ShopEvents } from '../events.ts';
import type { Order, OrderId, Pack } from '../orders/order.ts';
import type { Orders } from '../orders/orders.ts';
import { dearestPack, findOffer, offerOf } from '../orders/shop.ts';
import type { CheckoutOutcome, PaymentProvider } from './payment-provider.ts';

export type PaymentsParts = {
  readonly orders: Orders;
  readonly packs: readonly Pack[];
  /** A free pack, one for each person; undefined when there is none. */
  readonly trial: Pack | undefined;
  /** Returns a keyed hash of the mailbox that an address reaches. */
  readonly trialTaker: (email: string) => string;
  readonly provider: PaymentProvider;
  /** Whether buyers can be told how to pay. */
  readonly takesOrders: boolean;
  readonly isSuspended: (accountId: AccountId) => Promise<boolean>;
  /** Returns the absolute URL of an order's page. */
  readonly orderUrl: (id: OrderId) => string;
  readonly audit: Pick<AuditStore, 'recordAct'>;
  readonly events: Pick<ShopEvents, 'backgroundFailed'>;
  readonly now: Clock;
};

export type Buyer = { readonly accountId: AccountId; readonly email: string };

export type PackChoice = {
  /** An id from `offerOf`. */
  readonly offer: string;
  /** Id of one displayed form: however often it is sent, it places one order. */
  readonly attempt: string;
};

/**
 * Why no order was placed: the operator has set up no way to pay, the pack is no longer for sale at this price, or another
 * account of the mailbox, perhaps erased, has had the trial. `order_closed`: too old to be paid, or of another provider.
 */
export type SaleRefusal = {
  readonly kind: 'suspended' | 'takes_no_orders' | 'offer_gone' | 'too_many_unpaid' | 'trial_taken' | 'order_closed';
};

export type SaleOutcome =
  | SaleRefusal
  | {
      readonly kind: 'placed';
      readonly order: Order;
      /** `unavailable`: the provider is unreachable now; the order can be paid later. */
      readonly checkout: CheckoutOutcome | { readonly kind: 'unavailable' };
    };

/** The attempt of each account's trial order; attempts of forms are longer. */
const trialAttempt = 'trial';

/** Largest number of unpaid orders of an account per day. */
const unpaidMost = { max: 20, ms: dayMs };

/** Newest orders that are searched for the last one that was paid. */
const lastOrdersMax = 25;

/** How long an order can be paid at its price by a click. */
const payableMs = 14 * dayMs;

/** At most one query per order and interval, and at most `max` queries at a time. */
const checks = { everyMs: 3_000, max: 8 };

/** At most this many buyers wait for a provider; others get an error and can try again. */
const beginningMax = 32;

/** Sells packs: places orders and starts their payment. */
export class Payments {
  readonly #parts: PaymentsParts;
  /** When the last query of an order began, while it may not be repeated. */
  readonly #checks = new Map<OrderId, number>();
  #looking = 0;
  #beginning = 0;

  constructor(parts: PaymentsParts) {
    this.#parts = parts;
  }

  get takesOrders(): boolean {
    return this.#parts.takesOrders;
  }

  /** Places an order of a pack and begins its payment. @throws ServiceError `unusable_attempt` */
  async buy(buyer: Buyer, { offer, attempt }: PackChoice): Promise<SaleOutcome> {
    const { orders, packs, provider, isSuspended } = this.#parts;
    const { accountId } = buyer;
    if (!/^[0-9a-z-]{16,64}$/.test(attempt)) {
      throw new ServiceError('unusable_attempt');
    }
    if (await isSuspended(accountId)) return { kind: 'suspended' };
    const placed = await orders.findAttempt(accountId, attempt);
    if (placed !== undefined) {
      await this.#record(placed);
      return this.#begin(buyer, placed);
    }
    if (!this.#parts.takesOrders) return { kind: 'takes_no_orders' };
    const pack = findOffer(packs, offer);
    if (pack === undefined) return { kind: 'offer_gone' };
    const order = await orders.placeWithin(unpaidMost, { accountId, provider: provider.name, pack, attempt });
    if (order === undefined) return { kind: 'too_many_unpaid' };
    await this.#record(order);
    return this.#begin(buyer, order);
  }

  /** Returns the pack that the account bought last; undefined when it bought none, or the pack is no longer for sale. */
  async findLastBought(accountId: AccountId): Promise<Pack | undefined> {
    const { packs, orders } = this.#parts;
    const newest = await orders.page({ accountId, before: undefined, limit: lastOrdersMax });
    const bought = newest.find(({ paidAt, pack }) => paidAt !== undefined && pack.price > 0);
    return bought && findOffer(packs, offerOf(bought.pack));
  }

  /** Returns the pack with which an account probably pays: the last bought, else the dearest per character. */
  async findLikelyPack(accountId: AccountId): Promise<Pack | undefined> {
    return (await this.findLastBought(accountId)) ?? dearestPack(this.#parts.packs);
  }

  /** Returns the trial pack; undefined when there is none, or the person has had it. */
  async findTrial({ accountId, email }: Buyer): Promise<Pack | undefined> {
    const { trial, orders, trialTaker } = this.#parts;
    if (trial === undefined) return undefined;
    const order = await orders.findAttempt(accountId, trialAttempt);
    const isTaken =
      order === undefined ? await orders.isTrialTaken({ taker: trialTaker(email) }) : order.paidAt !== undefined;
    return isTaken ? undefined : trial;
  }

  /** Orders the trial pack, paid at once. Further calls of an account return the same order. */
  async takeTrial({ accountId, email }: Buyer): Promise<SaleOutcome> {
    const { orders, trial, trialTaker, isSuspended } = this.#parts;
    if (trial === undefined) return { kind: 'offer_gone' };
    if (await isSuspended(accountId)) return { kind: 'suspended' };
    const request = { accountId, provider: 'trial', pack: trial, attempt: trialAttempt };
    const order = await orders.placeTrial({ taker: trialTaker(email) }, request);
    if (order === undefined) return { kind: 'trial_taken' };
    await this.#record(order);
    const paid = await orders.reportPayment(order.id, { kind: 'paid' });
    return { kind: 'placed', order: paid, checkout: { kind: 'paid' } };
  }

  /** Goes on with the payment of an order that is the buyer's own. @throws ServiceError `no_order` */
  async resume(buyer: Buyer, id: OrderId): Promise<SaleOutcome> {
    const order = await this.findOwn(buyer.accountId, id);
    if (order === undefined) throw new ServiceError('no_order');
    if (await this.#parts.isSuspended(buyer.accountId)) return { kind: 'suspended' };
    return this.canResume(order) || order.paidAt !== undefined ? this.#begin(buyer, order) : { kind: 'order_closed' };
  }

  /** Returns whether an unpaid order can still be paid by a click. */
  canResume({ provider, createdAt, paidAt }: Order): boolean {
    const { provider: taker, now } = this.#parts;
    return paidAt === undefined && provider === taker.name && now() < createdAt + payableMs;
  }

  /** Returns an order of the account; undefined for an unknown id or another account's order. */
  async findOwn(accountId: AccountId, id: OrderId): Promise<Order | undefined> {
    const order = await this.#parts.orders.lookUp(id);
    return order?.accountId === accountId ? order : undefined;
  }

  /** Queries the provider soon, without waiting, for a waiting buyer: the provider's message may be late or lost. */
  checkSoon(order: Order): void {
    const { provider, events } = this.#parts;
    const { remote } = provider;
    if (remote === undefined || order.provider !== provider.name || order.paidAt !== undefined) return;
    if (!this.#mayCheck(order.id)) return;
    this.#looking += 1;
    remote
      .check(order)
      .catch((cause: unknown) => events.backgroundFailed({ task: 'payment look', cause }))
      .finally(() => {
        this.#looking -= 1;
      });
  }

  #mayCheck(id: OrderId): boolean {
    const at = performance.now();
    for (const [each, since] of this.#checks) {
      if (at - since < checks.everyMs) break;
      this.#checks.delete(each);
    }
    if (this.#looking >= checks.max || this.#checks.has(id)) return false;
    this.#checks.set(id, at);
    return true;
  }

  /** Recorded under the order's own id: once, even after two clicks or an interruption. */
  #record({ id, accountId, createdAt }: Order): Promise<void> {
    const act = { id: id as string as ActId, at: createdAt, by: accountId, act: 'order.placed' } as const;
    return this.#parts.audit.recordAct({ ...act, accountId, subject: id });
  }

  async #begin({ email }: Buyer, order: Order): Promise<SaleOutcome> {
    const { provider, orders, orderUrl, events } = this.#parts;
    if (order.paidAt !== undefined) return { kind: 'placed', order, checkout: { kind: 'paid' } };
    if (order.provider !== provider.name) return { kind: 'order_closed' };
    if (this.#beginning >= beginningMax) return { kind: 'placed', order, checkout: { kind: 'unavailable' } };
    this.#beginning += 1;
    try {
      const checkout = await provider.begin({ order, email, returnUrl: orderUrl(order.id) });
      const paid = checkout.kind === 'paid' ? await orders.reportPayment(order.id, { kind: 'paid' }) : order;
      return { kind: 'placed', order: paid, checkout };
    } catch (cause) {
      if (!(cause instanceof ServiceError) || cause.code !== 'payment_unavailable') throw cause;
      events.backgroundFailed({ task: 'checkout', cause });
      return { kind: 'placed', order, checkout: { kind: 'unavailable' } };
    } finally {
      this.#beginning -= 1;
    }
  }
}
