import { assert } from '../../ground/assert.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { type Clock, later } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import type { ActId } from '../audit/audit.ts';
import type { InvoiceSettings } from '../billing/invoice.ts';
import type { LedgerMoment } from '../ledger/ledger-time.ts';
import { checkPack, idEndOf, type NewOrder, type Order, type OrderId } from './order.ts';
import {
  type OrderPage,
  type OrderQuery,
  type OrderStore,
  ordersListMax,
  type PaymentEvent,
  type TrialBound,
  type UnpaidBound,
} from './order-store.ts';

export type OrdersParts = {
  readonly store: OrderStore;
  readonly now: Clock;
  /** Default: no invoices are issued. */
  readonly invoicing?: InvoiceSettings;
  /** The moment of a payment; clocks may be wrong. */
  readonly moment: () => Promise<LedgerMoment>;
  /** Ids that are never used again and grow with time. */
  readonly newId: () => string;
};

export type OrderRequest = Pick<NewOrder, 'accountId' | 'provider' | 'pack'> & {
  /** Id of one click on a button, so that a repeated form places no second order. */
  readonly attempt?: string;
};

/** Places orders of packs, and applies reports of their payment by any provider. */
export class Orders {
  readonly #parts: OrdersParts;

  constructor(parts: OrdersParts) {
    this.#parts = parts;
  }

  /** Places an unpaid order, once per attempt. @throws ServiceError as `checkPack`; `suspended`, `no_account` */
  async place(request: OrderRequest): Promise<Order> {
    const order = await this.#place(request);
    assert(order !== undefined, 'without a bound no order is refused');
    return order;
  }

  /** As `place`. @returns undefined when the account has `max` unpaid orders of the last `ms` */
  placeWithin({ max, ms }: { readonly max: number; readonly ms: number }, request: OrderRequest) {
    return this.#place(request, { since: later(this.#parts.now(), -ms), max });
  }

  /** As `place`, for a trial pack; undefined if the person has had one. */
  placeTrial(bound: TrialBound, request: OrderRequest): Promise<Order | undefined> {
    return this.#place(request, bound);
  }

  isTrialTaken({ taker }: TrialBound): Promise<boolean> {
    return this.#parts.store.isTrialTaken(taker);
  }

  async #place(
    { accountId, provider, pack, attempt }: OrderRequest,
    bound?: UnpaidBound | TrialBound,
  ): Promise<Order | undefined> {
    const { store, now, newId } = this.#parts;
    checkPack(pack);
    const order = { id: newId() as OrderId, accountId, provider, pack, createdAt: now() };
    const outcome = await store.createOrder(order, attempt, bound);
    if (outcome === 'too_many_unpaid' || outcome === 'trial_taken') return undefined;
    if (outcome !== 'created') throw new ServiceError(outcome);
    return found(
      await (attempt === undefined ? store.findOrder(order.id) : store.findOrderByAttempt(accountId, attempt)),
    );
  }

  lookUp(id: OrderId): Promise<Order | undefined> {
    return this.#parts.store.findOrder(id);
  }

  /** @throws ServiceError `no_order` */
  async find(id: OrderId): Promise<Order> {
    return found(await this.#parts.store.findOrder(id));
  }

  findAttempt(accountId: AccountId, attempt: string): Promise<Order | undefined> {
    return this.#parts.store.findOrderByAttempt(accountId, attempt);
  }

  /** Returns the orders that a reference may mean, as written by `referenceOf` or a person; rarely more than one. */
  async findByReference(reference: string): Promise<readonly Order[]> {
    const idEnd = idEndOf(reference);
    return idEnd === undefined ? [] : this.#parts.store.findOrdersByIdEnd(idEnd);
  }

  page(page: OrderPage): Promise<readonly Order[]> {
    return this.#parts.store.pageOrders(page);
  }

  list(query: OrderQuery = {}): Promise<readonly Order[]> {
    const { limit = ordersListMax } = query;
    assert(limit >= 1 && limit <= ordersListMax, 'a list of orders is bounded');
    return this.#parts.store.listOrders(query);
  }

  /**
   * Records an event of the order's payment, and grants, takes back or gives back characters. Events may be repeated,
   * late and in any order; report one again if this fails. `by`: the actor in the audit journal, by default the
   * provider.
   * @throws ServiceError `invalid_refund` when it is not between 0 and the price; `no_order`
   */
  async reportPayment(id: OrderId, event: PaymentEvent, by?: string): Promise<Order> {
    const { store, newId, moment, invoicing } = this.#parts;
    if (event.kind === 'refunded') checkRefund(await this.find(id), event.refunded);
    const noted = { id: newId() as ActId, by };
    const report = { ...event, ...(await moment()), noted, ...(invoicing && { invoicing }) };
    return found(await store.reportPayment(id, report, newId()));
  }
}

function found(order: Order | undefined): Order {
  if (order === undefined) throw new ServiceError('no_order');
  return order;
}

function checkRefund({ pack: { price } }: Order, refunded: number): void {
  if (Number.isSafeInteger(refunded) && refunded >= 0 && refunded <= price) return;
  throw new ServiceError('invalid_refund');
}
