import type { Clock, UnixMs } from '../../ground/units.ts';
import type { Account, AccountId } from '../../shop/accounts/account.ts';
import type { AuditEntry } from '../../shop/audit/audit.ts';
import type { AuditJournal } from '../../shop/audit/audit-journal.ts';
import type { BillingDetails } from '../../shop/billing/billing-details.ts';
import type { BillingStore } from '../../shop/billing/billing-store.ts';
import type { Invoice } from '../../shop/billing/invoice.ts';
import type { AccountGlossaries } from '../../shop/glossaries/account-glossaries.ts';
import type { GlossaryChange } from '../../shop/glossaries/glossary-store.ts';
import { entryWords, type StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import type { Key } from '../../shop/keys/key-store.ts';
import type { Keys } from '../../shop/keys/keys.ts';
import type { Balance, Purchase } from '../../shop/ledger/ledger-store.ts';
import type { PurchaseStore } from '../../shop/ledger/purchase-store.ts';
import type { Notices } from '../../shop/notices/notices.ts';
import { formatAmount } from '../../shop/orders/currency.ts';
import type { Order } from '../../shop/orders/order.ts';
import type { Orders } from '../../shop/orders/orders.ts';
import { referenceOf } from '../../shop/orders/reference.ts';
import type { People, Visitor } from '../../shop/people/people.ts';
import type { RequestRecord, RequestStore } from '../../shop/requests/request-store.ts';
import type { Journal } from '../../shop/usage/journal.ts';
import type { JournalEntry } from '../../shop/usage/journal-store.ts';
import type { UsageReports } from '../../shop/usage/usage-reports.ts';
import type { DailyUsage, UtcDay } from '../../shop/usage/usage-store.ts';
import { daysAfter, isoDay, utcDayOf } from '../../shop/usage/utc-day.ts';
import { requestPages } from '../usage/exports.ts';
import { nothingThere } from '../visit.ts';

export type AccountDocumentParts = {
  readonly people: Pick<People, 'describe'>;
  readonly findAccount: (accountId: AccountId) => Promise<Account>;
  readonly readBalance: (accountId: AccountId) => Promise<Balance | undefined>;
  readonly orders: Pick<Orders, 'page'>;
  readonly billing: Pick<BillingStore, 'readDetails' | 'listInvoices'>;
  readonly purchases: PurchaseStore;
  readonly keys: Pick<Keys, 'list'>;
  readonly glossaries: Pick<AccountGlossaries, 'list' | 'history'>;
  readonly notices: Pick<Notices, 'readSettings' | 'listAll'>;
  readonly audit: Pick<AuditJournal, 'list'>;
  readonly usage: Pick<UsageReports, 'report'>;
  readonly journal: Pick<Journal, 'pages'>;
  readonly requests: Pick<RequestStore, 'listRequests'>;
  readonly now: Clock;
};

/** Rows that are in memory at a time. */
const pageRows = 500;

/** Days whose usage is in memory at a time. */
const pageDays = 31;

type Section = readonly [name: string, content: () => Promise<unknown> | AsyncIterable<readonly unknown[]>];

/**
 * Yields all data of an account and its owner as JSON. Rows are read only as the reader takes pieces, and long arrays
 * by pages.
 *
 * @throws RefusedVisit `not_found` at its end, if the account was erased during the export
 */
export async function* accountDocument(parts: AccountDocumentParts, visitor: Visitor): AsyncGenerator<string> {
  const account = await parts.findAccount(visitor.accountId);
  const exportedAt = JSON.stringify(isoTime(parts.now()));
  yield `{\n"exported_at": ${exportedAt}`;
  for (const [name, read] of sectionsOf(parts, visitor, account)) {
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
): readonly Section[] {
  const { people, keys, orders, billing, purchases, glossaries, audit } = parts;
  const page = { accountId, limit: pageRows };
  return [
    ['account', async () => accountJson(account, await parts.readBalance(accountId))],
    ['person', async () => people.describe(personId)],
    ['keys', () => pagesOf((last?: Key) => keys.list({ ...page, before: last?.id }), keyJson)],
    ['orders', () => pagesOf((last?: Order) => orders.page({ ...page, before: last?.id }), orderJson)],
    ['billing_details', async () => detailsJson(await billing.readDetails(accountId))],
    [
      'invoices',
      () => pagesOf((last?: Invoice) => billing.listInvoices({ ...page, after: last?.number }), invoiceJson),
    ],
    [
      'purchases',
      () => pagesOf((last?: Purchase) => purchases.listPurchases({ ...page, after: last?.id }), purchaseJson),
    ],
    ['terms', () => pagesOf((last?: StoredEntry) => glossaries.list({ ...page, after: last?.id }), entryJson)],
    ['term_changes', async () => (await glossaries.history(accountId)).map(glossaryChangeJson)],
    ['notices', async () => noticesJson(parts, accountId)],
    [
      'activity',
      () => pagesOf((last?: AuditEntry) => audit.list({ ...page, ...(last && { before: last.id }) }), actJson),
    ],
    ['usage_by_day', () => usagePages(parts, account)],
    ['journal', () => journalPages(parts, accountId)],
    ['recent_requests', () => recentRequests(parts, accountId)],
  ];
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

async function* usagePages({ usage, now }: AccountDocumentParts, account: Account): AsyncGenerator<readonly unknown[]> {
  const last = utcDayOf(now());
  // A day earlier, because a charge may be booked by a clock that is a little behind.
  for (let from = daysAfter(utcDayOf(account.createdAt), -1); from <= last; from = daysAfter(from, pageDays)) {
    const to = Math.min(daysAfter(from, pageDays - 1), last) as UtcDay;
    yield (await usage.report({ accountId: account.id, from, to })).rows.map(usageJson);
  }
}

async function* journalPages(
  { journal }: AccountDocumentParts,
  accountId: AccountId,
): AsyncGenerator<readonly unknown[]> {
  for await (const page of journal.pages({ accountId, filter: {}, limit: pageRows })) yield page.map(journalJson);
}

async function* recentRequests(
  { requests }: AccountDocumentParts,
  accountId: AccountId,
): AsyncGenerator<readonly unknown[]> {
  for await (const page of requestPages(requests, { accountId, filter: {} })) yield page.map(requestJson);
}

function accountJson({ id, email, createdAt, suspendedAt }: Account, balance: Balance | undefined) {
  return {
    id,
    email,
    created_at: isoTime(createdAt),
    suspended_at: isoTime(suspendedAt),
    characters_balance: balance?.balance ?? 0,
    characters_used: balance?.used ?? 0,
    characters_expires_at: isoTime(balance?.expiresAt),
  };
}

function keyJson({ id, name, start, lastFour, createdAt, revokedAt, lastUsedAt }: Key) {
  return {
    id,
    name,
    start,
    last_four: lastFour,
    created_at: isoTime(createdAt),
    last_used_at: isoTime(lastUsedAt),
    revoked_at: isoTime(revokedAt),
  };
}

function orderJson({ id, provider, pack, createdAt, paidAt, refunded, dispute, clawedBack, invoices }: Order) {
  return {
    id,
    reference: referenceOf(id),
    provider,
    pack: pack.name,
    characters: pack.characters,
    valid_days: pack.validDays,
    price: formatAmount(pack.price, pack.currency),
    currency: pack.currency,
    created_at: isoTime(createdAt),
    paid_at: isoTime(paidAt),
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

function invoiceJson({ number, kind, orderId, issuedAt, currency, gross, tax, ...printed }: Invoice) {
  const { seller, buyer, taxed, corrects } = printed;
  return {
    number,
    kind,
    order: orderId,
    issued_at: isoTime(issuedAt),
    currency,
    total: formatAmount(gross, currency),
    tax: formatAmount(tax, currency),
    tax_name: taxed?.name ?? null,
    corrects: corrects ?? null,
    seller,
    buyer: { ...detailsJson(buyer), email: buyer.email },
  };
}

function purchaseJson({ id, orderId, characters, at, expiresAt }: Purchase) {
  return { id, order: orderId, characters, at: isoTime(at), expires_at: isoTime(expiresAt) };
}

function entryJson(entry: StoredEntry) {
  return {
    id: entry.id,
    source_lang: entry.source,
    target_lang: entry.target,
    ...entryWords(entry),
    created_at: isoTime(entry.createdAt),
    created_by: entry.createdBy,
  };
}

function glossaryChangeJson({ version, kind, at, by, added, removed, undoneIn }: GlossaryChange) {
  return { version, kind, at: isoTime(at), by, added, removed, undone_in: undoneIn ?? null };
}

async function noticesJson({ notices }: AccountDocumentParts, accountId: AccountId) {
  const settings = await notices.readSettings(accountId);
  const sentNotices = await notices.listAll(accountId);
  return {
    settings: {
      low_balance: settings.isNotifiedOfLowBalance,
      low_balance_threshold: settings.threshold,
      expiry: settings.isNotifiedOfExpiry,
    },
    told: sentNotices.map(({ kind, dueAt, sentAt }) => ({ kind, due_at: isoTime(dueAt), sent_at: isoTime(sentAt) })),
  };
}

function actJson({ seq, at, by, act, subject }: AuditEntry) {
  return { number: seq, at: isoTime(at), by, act, subject: subject ?? null };
}

function usageJson({ day, keyId, source, target, characters, requests }: DailyUsage) {
  return { day: isoDay(day), key: keyId, source_lang: source, target_lang: target, characters, requests };
}

function journalJson({ seq, at, kind, amount, balanceAfter, usage, order }: JournalEntry) {
  return {
    number: seq,
    at: isoTime(at),
    kind,
    characters: amount,
    balance_after: balanceAfter,
    ...(usage === undefined
      ? {}
      : {
          ...{ key: usage.keyId, source_lang: usage.source, target_lang: usage.target, engine: usage.engine },
          api: usage.api ?? null,
        }),
    ...(order === undefined ? {} : { order: order.id, pack: order.packName }),
  };
}

function requestJson({ at, requestId, keyId, status, code, source, target, ...rest }: RequestRecord) {
  return {
    at: isoTime(at),
    request_id: requestId,
    key: keyId,
    status,
    code: code ?? null,
    source_lang: source ?? null,
    target_lang: target ?? null,
    characters: rest.characters,
    milliseconds: rest.tookMs,
    engine: rest.engine ?? null,
    api: rest.api ?? null,
  };
}

function isoTime(time: UnixMs): string;
function isoTime(time: UnixMs | undefined): string | null;
function isoTime(time: UnixMs | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString();
}
