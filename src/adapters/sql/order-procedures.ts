import { assert } from '../../ground/assert.ts';
import { characters, dayMs, later } from '../../ground/units.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { Act } from '../../shop/audit/audit.ts';
import type { LedgerMoment } from '../../shop/ledger/ledger-time.ts';
import { type Clawback, clawBack, noteReport } from '../../shop/orders/clawback.ts';
import type { Order, Pack } from '../../shop/orders/order.ts';
import {
  type OrderStore,
  ordersListMax,
  type PaymentReport,
  type TrialBound,
  type UnpaidBound,
} from '../../shop/orders/order-store.ts';
import { lockAccount, recordAct } from './account-procedures.ts';
import { oneOf, optional, plainText, record, type SqlRow, wholeNumberValue } from './column-values.ts';
import { issueInvoices } from './invoice-procedures.ts';
import { bookChange, expire, grantPack } from './ledger-procedures.ts';
import { change, changed, countOf, type Procedure, type ProceduresOf, query } from './procedure.ts';
import { selectPage } from './selection.ts';

type StoredOrder = Omit<Order, 'clawedBack' | 'invoices'> & Clawback & { readonly grantedEpoch: number | undefined };

type OrderRow = Omit<StoredOrder, 'pack'> & Omit<Pack, 'name'> & { readonly packName: string };

const orderRow = record<OrderRow>({
  id: 'text',
  accountId: 'text',
  provider: 'text',
  packName: 'text',
  characters: 'number',
  validDays: 'number',
  price: 'number',
  currency: 'text',
  createdAt: 'number',
  paidAt: 'number?',
  grantedEpoch: 'number?',
  refunded: 'number',
  dispute: (value) => oneOf(['none', 'open', 'won'], value),
  refundDue: 'number',
  refundTaken: 'number',
  disputeTaken: 'number',
});

const insert = `insert into orders
 (id, account_id, provider, pack_name, characters, valid_days, price, currency, created_at, attempt)
 values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
 on conflict do nothing`;

const listed = `${orderRow.columns},
 (select string_agg(invoices.id, ' ' order by year, position) from invoices where order_id = orders.id)`;

const findSame = 'select 1 from orders where id = $1 or (account_id = $2 and attempt = $3)';

const find = (condition: string) => `select ${listed} from orders where ${condition}`;

const byAge = { table: 'orders', columns: listed, order: ['created_at', 'id'] };

const countUnpaidSince = 'select count(*) from orders where account_id = $1 and created_at >= $2 and paid_at is null';

// Changes nothing, but locks the row: concurrent reports of one order are handled one after the other.
const lock = `update orders set refunded = refunded where id = $1 returning ${orderRow.columns}`;

const update = `update orders set paid_at = $2, granted_epoch = $3, refunded = $4, dispute = $5,
 refund_due = $6, refund_taken = $7, dispute_taken = $8
 where id = $1`;

// Changes nothing, but locks the row: no hold is opened or ended until this transaction ends.
const lockBalance = 'update balances set held = held where account_id = $1 returning settled - held, epoch';

export const orderReads = {
  *findOrder(id) {
    return (yield query(find('id = $1'), id)).map(readOrder)[0];
  },

  *findOrderByAttempt(accountId, attempt) {
    return (yield query(find('account_id = $1 and attempt = $2'), accountId, attempt)).map(readOrder)[0];
  },

  *findOrdersByIdEnd(idEnd) {
    return (yield query(find('substr(id, length(id) - 11) = $1 order by id limit 10'), idEnd)).map(readOrder);
  },

  *isTrialTaken(taker) {
    return (yield query('select 1 from trial_takers where taker = $1', taker)).length > 0;
  },

  *pageOrders({ accountId, before, limit }) {
    const rows = yield* selectPage({ ...byAge, accountId, descending: true, after: before, limit });
    return rows.map(readOrder);
  },

  *listOrders({ accountId, isPaid, after, limit = ordersListMax } = {}) {
    const condition = isPaid === undefined ? undefined : `paid_at is ${isPaid ? 'not null' : 'null'}`;
    return (yield* selectPage({ ...byAge, accountId, condition, after, limit })).map(readOrder);
  },
} satisfies ProceduresOf<OrderStore>;

export const orderChanges = {
  *createOrder({ id, accountId, provider, pack, createdAt }, named?, bound?) {
    const attempt = named ?? null;
    // A concurrent order of the same account waits here and then counts this one.
    const account = yield* lockAccount(accountId);
    if ((yield query(findSame, id, accountId, attempt)).length > 0) return 'created';
    if (account === undefined || account.erasedAt !== undefined) return 'no_account';
    if (account.suspendedAt !== undefined) return 'suspended';
    const refusal = bound && (yield* refusalBy(bound, accountId));
    if (refusal !== undefined) return refusal;
    const { name, characters: amount, validDays, price, currency } = pack;
    yield change(insert, id, accountId, provider, name, amount, validDays, price, currency, createdAt, attempt);
    return 'created';
  },

  *reportPayment(id, report, purchaseId) {
    const [found] = yield query(lock, id);
    if (found === undefined) return undefined;
    const order = storedOrderOf(found);
    // Locked before the balance, in the order of an erasure, to avoid a deadlock.
    const account = yield* lockAccount(order.accountId);
    assert(account !== undefined, 'an order has its account');
    const settled = yield* settle(order, report, purchaseId);
    const { paidAt = null, grantedEpoch = null, refunded, dispute, refundDue, refundTaken, disputeTaken } = settled;
    yield change(update, id, paidAt, grantedEpoch, refunded, dispute, refundDue, refundTaken, disputeTaken);
    yield* noteChange(order, settled, report);
    const isNewlyPaid = order.paidAt === undefined && settled.paidAt !== undefined;
    const { at, invoicing: settings } = report;
    const invoices = yield* issueInvoices({ order, isNewlyPaid, refunded, account, settings, at });
    return orderOf(settled, invoices);
  },
} satisfies ProceduresOf<OrderStore>;

const keepTaker = 'insert into trial_takers (taker) values ($1) on conflict do nothing';

function* refusalBy(
  bound: UnpaidBound | TrialBound,
  accountId: AccountId,
): Procedure<'too_many_unpaid' | 'trial_taken' | undefined> {
  if ('taker' in bound) return changed(yield change(keepTaker, bound.taker)) ? undefined : 'trial_taken';
  const unpaidCount = countOf(yield query(countUnpaidSince, accountId, bound.since));
  return unpaidCount >= bound.max ? 'too_many_unpaid' : undefined;
}

/** Records the change in the audit journal; a report without news leaves no act. */
function* noteChange(before: StoredOrder, after: StoredOrder, { kind, at, noted }: PaymentReport): Procedure<void> {
  const { id: subject, accountId, provider } = after;
  const isNews =
    before.paidAt !== after.paidAt || before.refunded !== after.refunded || before.dispute !== after.dispute;
  if (!isNews || noted === undefined) return;
  yield* recordAct({ id: noted.id, at, by: noted.by ?? provider, act: acts[kind], accountId, subject });
}

const acts: Readonly<Record<PaymentReport['kind'], Act>> = {
  paid: 'order.marked_paid',
  refunded: 'order.refunded',
  disputed: 'order.disputed',
  dispute_won: 'order.dispute_won',
};

/** Books the characters that follow from `report`. */
function* settle(order: StoredOrder, report: PaymentReport, purchaseId: string): Procedure<StoredOrder> {
  const { id, accountId, pack } = order;
  const payment = noteReport(order, report);
  const { at, expireUpTo = at } = report;
  if (payment.paidAt === undefined) return { ...order, ...payment };
  if (order.paidAt === undefined) yield* fulfil(order, purchaseId, { at, expireUpTo });
  else yield* expire(accountId, { at, expireUpTo });
  const [balance] = yield query(lockBalance, accountId);
  assert(balance !== undefined, 'an order needs a balance');
  const epoch = wholeNumberValue(balance[1]);
  const grantedEpoch = order.grantedEpoch ?? epoch;
  const left = grantedEpoch === epoch ? characters(wholeNumberValue(balance[0])) : undefined;
  const outcome = clawBack({ pack, before: order, after: payment, clawback: order, left });
  if (outcome.change !== 0) {
    const kind = outcome.change < 0 ? 'refund' : 'reinstatement';
    yield* bookChange({ accountId, kind, amount: outcome.change, reference: id, at });
  }
  return { ...order, ...payment, ...outcome.clawback, grantedEpoch };
}

function* fulfil(order: StoredOrder, purchaseId: string, { at, expireUpTo }: LedgerMoment): Procedure<void> {
  const { id: orderId, accountId, pack } = order;
  const expiresAt = later(at, pack.validDays * dayMs);
  const purchase = { id: purchaseId, accountId, orderId, characters: pack.characters, at, expiresAt, expireUpTo };
  const isNew = yield* grantPack(purchase);
  assert(isNew, 'a placed order is granted only by its payment');
}

function readOrder(row: SqlRow): Order {
  const numbers = optional(row.at(-1), plainText);
  return orderOf(storedOrderOf(row), numbers?.split(' ') ?? []);
}

function orderOf(stored: StoredOrder, invoices: readonly string[]): Order {
  const { id, accountId, provider, pack, createdAt, paidAt, refunded, dispute, refundTaken, disputeTaken } = stored;
  const clawedBack = characters(refundTaken + disputeTaken);
  return { id, accountId, provider, pack, createdAt, paidAt, refunded, dispute, clawedBack, invoices };
}

function storedOrderOf(row: SqlRow): StoredOrder {
  const { packName: name, characters: amount, validDays, price, currency, ...order } = orderRow.read(row);
  return { ...order, pack: { name, characters: amount, validDays, price, currency } };
}
