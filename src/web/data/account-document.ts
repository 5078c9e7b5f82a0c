import type { UnixMs } from '../../ground/units.ts';
import type { Account } from '../../shop/accounts/account.ts';
import type { AuditEntry } from '../../shop/audit/audit.ts';
import type { BillingDetails } from '../../shop/billing/billing-details.ts';
import type { Invoice } from '../../shop/billing/invoice.ts';
import { entryWords, type StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import type { Key } from '../../shop/keys/key-store.ts';
import type { Purchase } from '../../shop/ledger/ledger-store.ts';
import { memoryEntryFields } from '../../shop/memory/memory-entry.ts';
import { formatAmount } from '../../shop/orders/currency.ts';
import { type Order, referenceOf } from '../../shop/orders/order.ts';
import type { Visitor } from '../../shop/people/people.ts';
import type { JournalEntry } from '../../shop/usage/journal-store.ts';
import { daysAfter, isoDay, utcDayOf } from '../../shop/usage/usage-store.ts';
import type { AccountParts } from '../account-parts.ts';
import { requestPages, usagePages } from '../usage/exports.ts';
import { nothingThere } from '../visit.ts';

export type AccountDocumentParts = Pick<
  AccountParts,
  | ('people' | 'findAccount' | 'readBalance' | 'orders' | 'billing' | 'purchases' | 'keys')
  | ('glossaries' | 'memory' | 'notices' | 'audit' | 'usage' | 'journal' | 'requests' | 'now')
>;

/** Rows that are in memory at a time. */
const pageRows = 500;

/** What a section contains: one value, or rows by pages. */
type Section = Promise<unknown> | AsyncIterable<readonly unknown[]>;

/**
 * Yields all data of an account and its owner as JSON. Rows are read only as the reader takes pieces, and long arrays
 * by pages.
 * @throws RefusedVisit `not_found` at its end, if the account was erased during the export
 */
export async function* accountDocument(parts: AccountDocumentParts, visitor: Visitor): AsyncGenerator<string> {
  const account = await parts.findAccount(visitor.accountId);
  yield `{\n"exported_at": ${JSON.stringify(isoTime(parts.now()))}`;
  for (const [name, read] of Object.entries(sectionsOf(parts, visitor, account))) {
    yield `,\n${JSON.stringify(name)}: `;
    const content = read();
    if (content instanceof Promise) yield JSON.stringify(await content);
    else yield* arrayOf(content);
  }
  // Rows may have been deleted during the export, and a complete-looking file must be complete.
  if ((await parts.findAccount(visitor.accountId)).erasedAt !== undefined) throw nothingThere();
  yield '\n}\n';
}

async function* arrayOf(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  let before = '[\n';
  for await (const page of pages) {
    if (page.length === 0) continue;
    yield before + page.map((row) => JSON.stringify(row)).join(',\n');
    before = ',\n';
  }
  yield before === '[\n' ? '[]' : '\n]';
}

function sectionsOf(
  parts: AccountDocumentParts,
  { accountId, personId }: Visitor,
  account: Account,
): Readonly<Record<string, () => Section>> {
  const { people, keys, orders, billing, purchases, glossaries, memory, notices, audit, journal, requests } = parts;
  const page = { accountId, limit: pageRows };
  return {
    account: async () => {
      const balance = await parts.readBalance(accountId);
      return {
        ...shown(account, 'id', 'email', 'createdAt', 'suspendedAt'),
        characters_balance: balance.balance,
        characters_used: balance.used,
        characters_expires_at: isoTime(balance.expiresAt),
      };
    },
    person: async () => people.describe(personId),
    keys: () =>
      pagesOf(
        (last?: Key) => keys.list({ ...page, before: last?.id }),
        (key) => shown(key, 'id', 'name', 'start', 'lastFour', 'createdAt', 'lastUsedAt', 'revokedAt'),
      ),
    orders: () => pagesOf((last?: Order) => orders.page({ ...page, before: last?.id }), orderJson),
    billing_details: async () => detailsJson(await billing.readDetails(accountId)),
    invoices: () => pagesOf((last?: Invoice) => billing.listInvoices({ ...page, after: last?.number }), invoiceJson),
    purchases: () =>
      pagesOf(
        (last?: Purchase) => purchases.listPurchases({ ...page, after: last?.id }),
        (purchase) => shown(purchase, 'id', 'orderId', 'characters', 'at', 'expiresAt'),
      ),
    terms: () =>
      pagesOf(
        async (last?: StoredEntry) => (await glossaries.list({ ...page, after: last?.id })).entries,
        (entry) => ({
          ...shown(entry, 'id', 'source', 'target'),
          ...entryWords(entry),
          ...shown(entry, 'createdAt', 'createdBy'),
        }),
      ),
    term_changes: async () =>
      (await glossaries.history(accountId)).map((change) =>
        shown(change, 'version', 'kind', 'at', 'by', 'added', 'removed', 'undoneIn'),
      ),
    memory: () =>
      eachOf(memory.pages({ accountId }), (entry) => ({
        ...shown(entry, 'id'),
        ...memoryEntryFields(entry),
        ...shown(entry, 'createdAt', 'createdBy', 'updatedAt'),
      })),
    memory_changes: async () =>
      (await memory.history(accountId)).map((change) =>
        shown(change, 'version', 'kind', 'at', 'by', 'added', 'removed', 'undoneIn'),
      ),
    notices: async () => {
      const settings = await notices.readSettings(accountId);
      return {
        settings: {
          low_balance: settings.isNotifiedOfLowBalance,
          low_balance_threshold: settings.threshold,
          expiry: settings.isNotifiedOfExpiry,
        },
        told: (await notices.listAll(accountId)).map((notice) => shown(notice, 'kind', 'dueAt', 'sentAt')),
      };
    },
    activity: () =>
      pagesOf(
        (last?: AuditEntry) => audit.list({ ...page, ...(last && { before: last.id }) }),
        (act) => shown(act, 'seq', 'at', 'by', 'act', 'subject'),
      ),
    usage_by_day: () => {
      const to = utcDayOf(parts.now());
      // A day earlier, because a charge may be booked by a clock that is a little behind.
      const from = daysAfter(utcDayOf(account.createdAt), -1);
      return eachOf(usagePages(parts.usage, { accountId, from, to }), (row) => ({
        day: isoDay(row.day),
        ...shown(row, 'keyId', 'source', 'target', 'characters', 'requests'),
      }));
    },
    journal: () => eachOf(journal.pages({ accountId, filter: {}, limit: pageRows }), journalJson),
    recent_requests: () =>
      eachOf(requestPages(requests, { accountId, filter: {} }), (request) => ({
        ...shown(request, 'at', 'requestId', 'keyId', 'status', 'code', 'source', 'target', 'characters', 'tookMs'),
        ...shown(request, 'engine', 'api'),
      })),
  };
}

/** Members whose name in the file is not their own in snake case. */
const otherNames: Readonly<Record<string, string>> = {
  seq: 'number',
  orderId: 'order',
  keyId: 'key',
  source: 'source_lang',
  target: 'target_lang',
  tookMs: 'milliseconds',
};

/** Returns the named members as the file shows them: times in ISO format, null for undefined. */
function shown<Row extends object>(row: Row, ...names: readonly (keyof Row & string)[]): Record<string, unknown> {
  return Object.fromEntries(
    names.map((name) => {
      const value: unknown = row[name] ?? null;
      const isTime = typeof value === 'number' && /^at$|At$/.test(name);
      return [
        otherNames[name] ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        isTime ? new Date(value).toISOString() : value,
      ];
    }),
  );
}

/** Yields all pages; each is read after the previous one was taken. */
async function* pagesOf<Row>(
  read: (last: Row | undefined) => Promise<readonly Row[]>,
  json: (row: Row) => unknown,
): AsyncGenerator<readonly unknown[]> {
  for (let last: Row | undefined; ; ) {
    const rows = await read(last);
    yield rows.map(json);
    if (rows.length < pageRows) return;
    last = rows.at(-1);
  }
}

async function* eachOf<Row>(
  pages: AsyncIterable<readonly Row[]>,
  json: (row: Row) => unknown,
): AsyncGenerator<readonly unknown[]> {
  for await (const page of pages) yield page.map(json);
}

function orderJson(order: Order) {
  const { id, provider, pack, refunded, dispute, clawedBack, invoices } = order;
  return {
    id,
    reference: referenceOf(id),
    provider,
    pack: pack.name,
    characters: pack.characters,
    valid_days: pack.validDays,
    price: formatAmount(pack.price, pack.currency),
    currency: pack.currency,
    ...shown(order, 'createdAt', 'paidAt'),
    refunded: formatAmount(refunded, pack.currency),
    dispute,
    characters_taken_back: clawedBack,
    invoices,
  };
}

function detailsJson(details: BillingDetails | undefined) {
  if (details === undefined) return null;
  const { vatId, ...rest } = details;
  return { ...rest, vat_id: vatId };
}

function invoiceJson(invoice: Invoice) {
  const { currency, gross, tax, taxed, buyer } = invoice;
  return {
    ...shown(invoice, 'number', 'kind', 'orderId', 'issuedAt', 'currency'),
    total: formatAmount(gross, currency),
    tax: formatAmount(tax, currency),
    tax_name: taxed?.name ?? null,
    ...shown(invoice, 'corrects', 'seller'),
    buyer: { ...detailsJson(buyer), email: buyer.email },
  };
}

function journalJson(entry: JournalEntry) {
  const { amount, usage, order } = entry;
  return {
    ...shown(entry, 'seq', 'at', 'kind'),
    characters: amount,
    ...shown(entry, 'balanceAfter'),
    ...(usage && shown(usage, 'keyId', 'source', 'target', 'engine', 'api')),
    ...(order && { order: order.id, pack: order.packName }),
  };
}

function isoTime(time: UnixMs | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
