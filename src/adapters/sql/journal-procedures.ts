import { assert } from '../../ground/assert.ts';
import { characters } from '../../ground/units.ts';
import type { KeyId } from '../../shop/keys/key-store.ts';
import type { Purchase, PurchaseStore } from '../../shop/ledger/ledger-store.ts';
import type { OrderId } from '../../shop/orders/order.ts';
import {
  type JournalEntry,
  type JournalFilter,
  type JournalStore,
  journalBlockRows,
  journalKinds,
} from '../../shop/usage/journal-store.ts';
import { daysAfter, startOfDay, type UtcDay } from '../../shop/usage/usage-store.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { momentValue, oneOf, plainText, record, type SqlRow, wholeNumberValue } from './column-values.ts';
import { type ProceduresOf, query } from './procedure.ts';
import { type Condition, selectPage, Values } from './selection.ts';

const selectTimes = `select min(at), max(at) from journal where account_id = $1 and seq >= $2 and seq < $3
 group by seq / ${journalBlockRows} order by seq / ${journalBlockRows}`;

export const journalReads = {
  *findJournalEnd(accountId) {
    const [row] = yield query('select journal_seq from balances where account_id = $1', accountId);
    return row === undefined ? 0 : wholeNumberValue(row[0]);
  },

  *findDaysOfUse(asked) {
    const values = new Values(asked.accountId, asked.from, asked.to);
    const conditions = values.conditions(usageConditions(asked, 'usage_days'));
    const sql = `select day from usage_days where account_id = $1 and day between $2 and $3${conditions}
 group by day order by day`;
    return (yield query(sql, ...values.all)).map(([day]) => wholeNumberValue(day) as UtcDay);
  },
} satisfies ProceduresOf<JournalStore>;

/** Many of these may follow each other. */
export const journalPageReads = {
  *readBlockTimes({ accountId, first, count }) {
    const [from, before] = [first * journalBlockRows, (first + count) * journalBlockRows];
    const rows = yield query(selectTimes, accountId, from, before);
    assert(rows.length === count, 'only full blocks have times');
    return rows.map(([earliest, latest]) => [momentValue(earliest), momentValue(latest)]);
  },

  *readJournal({ accountId, range, filter, limit }) {
    const values = new Values(accountId, range.from, range.before, limit);
    const sql = selectEntries(filter, values.conditions(journalConditions(filter)));
    return (yield query(sql, ...values.all)).map(entryOf);
  },
} satisfies ProceduresOf<JournalStore>;

/** Selects the page's rows first, so that only these are joined with other tables. */
function selectEntries(filter: JournalFilter, conditions: string): string {
  const { kind, keyId, source, target } = filter;
  const isByUsage = keyId !== undefined || source !== undefined || target !== undefined;
  const joined = isByUsage ? ` join usage on usage.account_id = journal.account_id and usage.hold_id = reference` : '';
  // This exact condition lets the planner use the partial index of entries other than charges.
  const ofOthers = kind === undefined || kind === 'charge' ? '' : ` and kind <> 'charge'`;
  return `select seq, page.at, kind, amount, balance_after,
  usage.key_id, usage.source, usage.target, usage.engine, usage.api, orders.id, orders.pack_name
 from (select seq, journal.at, kind, amount, balance_after, reference from journal${joined}
  where journal.account_id = $1 and seq >= $2 and seq < $3${ofOthers}${conditions} order by seq desc limit $4) as page
 left join usage on kind = 'charge' and usage.account_id = $1 and usage.hold_id = reference
 left join purchases on kind = 'purchase' and purchases.id = reference
 left join orders on orders.account_id = $1
  and orders.id = coalesce(order_id, case when kind in ('refund', 'reinstatement') then reference end)
 order by seq desc`;
}

function usageConditions(
  { keyId, source, target }: Pick<JournalFilter, 'keyId' | 'source' | 'target'>,
  table: 'usage' | 'usage_days',
): readonly Condition[] {
  return [
    [`${table}.key_id =`, keyId],
    [`${table}.source =`, source],
    [`${table}.target =`, target],
  ];
}

function journalConditions(filter: JournalFilter): readonly Condition[] {
  const { kind, from, to } = filter;
  return [
    ['kind =', kind],
    ...usageConditions(filter, 'usage'),
    ['journal.at >=', from === undefined ? undefined : startOfDay(from)],
    ['journal.at <', to === undefined ? undefined : startOfDay(daysAfter(to, 1))],
  ];
}

function entryOf(row: SqlRow): JournalEntry {
  const [seq, at, kind, amount, balanceAfter, keyId, source, target, engine, api, orderId, packName] = row;
  const isCharge = keyId !== null;
  return {
    seq: wholeNumberValue(seq),
    at: momentValue(at),
    kind: oneOf(journalKinds, kind),
    amount: wholeNumberValue(amount),
    balanceAfter: characters(wholeNumberValue(balanceAfter)),
    usage: isCharge
      ? {
          keyId: plainText(keyId) as KeyId,
          source: plainText(source) as LanguageTag,
          target: plainText(target) as LanguageTag,
          engine: plainText(engine),
          ...(api !== null && { api: plainText(api) }),
        }
      : undefined,
    order: orderId === null ? undefined : { id: plainText(orderId) as OrderId, packName: plainText(packName) },
  };
}

const purchase = record<Omit<Purchase, 'expireUpTo'>>({
  id: 'text',
  accountId: 'text',
  orderId: 'text',
  characters: 'number',
  at: 'number',
  expiresAt: 'number',
});

export const purchaseReads = {
  *listPurchases({ accountId, after, limit }) {
    const { columns } = purchase;
    return (yield* selectPage({ table: 'purchases', columns, accountId, order: ['at', 'id'], after, limit })).map(
      purchase.read,
    );
  },
} satisfies ProceduresOf<PurchaseStore>;
