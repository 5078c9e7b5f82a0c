import type { AccountId } from '../accounts/account.ts';
import { checkPackCharacters, checkPackValidDays } from '../ledger/pack.ts';
import { isOneLine } from '../one-line.ts';
import { ServiceError } from '../service-error.ts';
import type { Clock } from '../units.ts';
import { isCurrency } from './currency.ts';
import type { NewOrder, Order, OrderId, Pack } from './order.ts';
import type { OrderStore, PaymentEvent } from './order-store.ts';

const packNameLengthMax = 100;

export type OrdersParts = {
  readonly store: OrderStore;
  readonly now: Clock;
  /** Ids that are unique for good and grow with time. */
  readonly newId: () => string;
};

export type OrderRequest = Pick<NewOrder, 'accountId' | 'provider' | 'pack'>;

/** Places orders of packs, and does what follows from what is told of their payment, whoever takes it. */
export class Orders {
  readonly #parts: OrdersParts;

  constructor(parts: OrdersParts) {
    this.#parts = parts;
  }

  /**
   * Places an order, which waits for its payment.
   *
   * @throws ServiceError `validation_error` on a pack that could not be sold, `not_found` when there is no such account
   */
  async place({ accountId, provider, pack }: OrderRequest): Promise<Order> {
    const { store, now, newId } = this.#parts;
    checkPack(pack);
    const order = { id: newId() as OrderId, accountId, provider, pack, createdAt: now() };
    if ((await store.createOrder(order)) === 'no_account') {
      throw new ServiceError('not_found', { message: 'There is no such account.' });
    }
    return this.find(order.id);
  }

  /** @throws ServiceError `not_found` */
  async find(id: OrderId): Promise<Order> {
    return found(await this.#parts.store.findOrder(id));
  }

  /** An account's orders, or everybody's, oldest first. */
  list(accountId?: AccountId): Promise<readonly Order[]> {
    return this.#parts.store.listOrders(accountId);
  }

  /**
   * Takes note of what is told of the order's payment, and grants, takes back or gives back what follows from it. The
   * same may be told again, late and in any order; one that fails should be.
   *
   * @returns the order as it then is
   * @throws ServiceError `validation_error` on a refund that is not between 0 and the price, `not_found` when there is
   * no such order
   */
  async reportPayment(id: OrderId, event: PaymentEvent): Promise<Order> {
    const { store, now, newId } = this.#parts;
    if (event.kind === 'refunded') checkRefund(await this.find(id), event.refunded);
    return found(await store.reportPayment(id, { ...event, at: now() }, newId()));
  }
}

function found(order: Order | undefined): Order {
  if (order === undefined) throw new ServiceError('not_found', { message: 'There is no such order.' });
  return order;
}

function checkRefund({ pack: { price } }: Order, refunded: number): void {
  if (isWithin(refunded, 0, price)) return;
  throw refused('amount', 'A refund is between nothing and the price of the order, all its refunds together.');
}

function checkPack({ name, characters, validDays, price, currency }: Pack): void {
  if (!isOneLine(name, packNameLengthMax)) {
    throw refused('pack', `A pack's name has 1 to ${packNameLengthMax} characters, all in one line.`);
  }
  checkPackCharacters(characters);
  checkPackValidDays(validDays);
  if (!isWithin(price, 0, Number.MAX_SAFE_INTEGER)) {
    throw refused('price', "A price is a whole number of its currency's smallest unit, 0 or more.");
  }
  if (!isCurrency(currency)) throw refused('currency', 'A currency is the three capital letters of ISO 4217.');
}

function isWithin(count: number, least: number, most: number): boolean {
  return Number.isSafeInteger(count) && count >= least && count <= most;
}

function refused(param: string, message: string): ServiceError {
  return new ServiceError('validation_error', { param, message });
}
