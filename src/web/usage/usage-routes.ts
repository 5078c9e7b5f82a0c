import { pieceStream } from '../../ops/piece-stream.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { Key, KeyId } from '../../shop/keys/key-store.ts';
import { BusyAccounts } from '../../shop/limits/busy-accounts.ts';
import { formatAmount } from '../../shop/orders/currency.ts';
import type { Order } from '../../shop/orders/order.ts';
import { daysAfter, isoDay, type UtcDay, utcDayOf } from '../../shop/usage/usage-store.ts';
import type { AccountParts } from '../account-parts.ts';
import { fileReply } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';
import { readDayRange } from './day-range.ts';
import { csvOf, dayColumns, journalColumns, requestColumns, requestPages, rowsPerPage, usagePages } from './exports.ts';
import { journalPage, readJournalSearch } from './journal-page.ts';
import { type NoticesPageParts, noticeRoutes } from './notices-routes.ts';
import { readRequestSearch, requestsPage } from './requests-page.ts';
import { usagePage } from './usage-page.ts';

export type UsagePagesParts = NoticesPageParts &
  Pick<
    AccountParts,
    'catalogue' | 'keys' | 'usage' | 'orders' | 'journal' | 'requests' | 'readBalance' | 'now' | 'failed'
  >;

/** Concurrent files of one node: each reads many rows. */
const filesMax = 8;

/** How long a client may take to read a file. */
const readingMsMax = 3_600_000;

const revokedNamedMax = 200;

/** Entries on one page of the journal or of the requests. */
const entriesPerPage = 50;

/** `/usage`, its pages and files, `/requests` and `/notices`. */
export function usageRoutes(parts: UsagePagesParts): readonly PageRoute[] {
  const exports = new BusyAccounts(filesMax);
  return [
    visitors.get('/usage', (visit) => showUsage(parts, visit)),
    visitors.get('/usage/journal', (visit) => showJournal(parts, visit)),
    visitors.get('/usage/journal.csv', (visit) => sendJournal(parts, exports, visit)),
    visitors.get('/usage/days.csv', (visit) => sendDays(parts, exports, visit)),
    visitors.get('/requests', (visit) => showRequests(parts, visit)),
    visitors.get('/requests.csv', (visit) => sendRequests(parts, exports, visit)),
    ...noticeRoutes(parts),
  ];
}

async function showUsage({ pages, keys, usage, orders, readBalance, now }: UsagePagesParts, visit: SignedInVisit) {
  const { accountId } = visit.visitor;
  const range = readDayRange(visit.url, utcDayOf(now()));
  const { from, to } = range;
  const days = { accountId, from, to };
  const by = visit.url.searchParams.get('by') === 'pair' ? 'pair' : 'key';
  const before = { accountId, from: daysAfter(from, from - to - 1), to: daysAfter(from, -1) };
  const isValid = range.problems.length === 0;
  const [balance, list, report, previous, paid] = await Promise.all([
    readBalance(accountId),
    namedKeys(keys, accountId),
    isValid ? usage.summary(days, by) : undefined,
    isValid ? usage.total(before) : undefined,
    isValid ? paidInDays(orders, days) : [],
  ]);
  return pages.render(visit, usagePage({ balance, range, by, report, previous, paid, keys: list, now: now() }));
}

async function showJournal(parts: UsagePagesParts, visit: SignedInVisit): Promise<Response> {
  const keys = await searchedKeys(parts, visit);
  const search = readJournalSearch(visit.url, keys, utcDayOf(parts.now()));
  const { filter, before, problems } = search;
  const all = { accountId: visit.visitor.accountId, filter, limit: entriesPerPage };
  const asked = before === undefined ? all : { ...all, before };
  const page = problems.length > 0 ? undefined : await parts.journal.page(asked);
  return parts.pages.render(visit, journalPage({ ...search, languages: parts.catalogue.entries() }, page, keys));
}

async function showRequests(parts: UsagePagesParts, visit: SignedInVisit): Promise<Response> {
  const keys = await searchedKeys(parts, visit);
  const search = readRequestSearch(visit.url, keys);
  const { filter, before, problems } = search;
  const asked = { accountId: visit.visitor.accountId, filter, limit: entriesPerPage, ...(before && { before }) };
  const page = problems.length > 0 ? undefined : await parts.requests.listRequests(asked);
  return parts.pages.render(visit, requestsPage({ ...search, languages: parts.catalogue.entries() }, page, keys));
}

/** The keys with a name, and the one in the query. */
async function searchedKeys({ keys }: UsagePagesParts, { visitor, url }: SignedInVisit): Promise<readonly Key[]> {
  const { accountId } = visitor;
  const typedKey = url.searchParams.get('key') ?? '';
  const [named, found] = await Promise.all([
    namedKeys(keys, accountId),
    typedKey === '' ? undefined : keys.findOwn(accountId, typedKey as KeyId),
  ]);
  const isNamed = found === undefined || named.some(({ id }) => id === found.id);
  return isNamed ? named : [...named, found];
}

// The files of an invalid search are its page, which shows the error.

async function sendJournal(parts: UsagePagesParts, exports: BusyAccounts, visit: SignedInVisit): Promise<Response> {
  const { accountId } = visit.visitor;
  const keys = await searchedKeys(parts, visit);
  const today = utcDayOf(parts.now());
  const { filter, problems } = readJournalSearch(visit.url, keys, today);
  if (problems.length > 0) return showJournal(parts, visit);
  const rows = () => csvOf(journalColumns(keys), parts.journal.pages({ accountId, filter, limit: rowsPerPage }));
  return sendCsv(parts, visit, { exports, name: `dragoman-journal-${isoDay(today)}.csv`, rows });
}

async function sendRequests(parts: UsagePagesParts, exports: BusyAccounts, visit: SignedInVisit): Promise<Response> {
  const { accountId } = visit.visitor;
  const keys = await searchedKeys(parts, visit);
  const { filter, problems } = readRequestSearch(visit.url, keys);
  if (problems.length > 0) return showRequests(parts, visit);
  const rows = () => csvOf(requestColumns(keys), requestPages(parts.requests, { accountId, filter }));
  return sendCsv(parts, visit, { exports, name: `dragoman-requests-${isoDay(utcDayOf(parts.now()))}.csv`, rows });
}

async function sendDays(parts: UsagePagesParts, exports: BusyAccounts, visit: SignedInVisit): Promise<Response> {
  const { accountId } = visit.visitor;
  const { from, to, problems } = readDayRange(visit.url, utcDayOf(parts.now()));
  if (problems.length > 0) return showUsage(parts, visit);
  const keys = await namedKeys(parts.keys, accountId);
  const rows = () => csvOf(dayColumns(keys), usagePages(parts.usage, { accountId, from, to }));
  return sendCsv(parts, visit, { exports, name: `dragoman-usage-${isoDay(from)}-${isoDay(to)}.csv`, rows });
}

/** An account's keys that are shown by name: older revoked keys are shown by id. */
async function namedKeys(keys: UsagePagesParts['keys'], accountId: AccountId): Promise<readonly Key[]> {
  const [live, revoked] = await Promise.all([
    keys.live(accountId),
    keys.list({ accountId, isLive: false, limit: revokedNamedMax }),
  ]);
  return [...live, ...revoked];
}

type CsvFile = { readonly name: string; readonly rows: () => AsyncGenerator<string>; readonly exports: BusyAccounts };

function sendCsv(parts: UsagePagesParts, visit: SignedInVisit, { name, rows, exports }: CsvFile): Response {
  const { visitor, exchange } = visit;
  const type = 'text/csv; charset=utf-8; header=present';
  if (exchange.req.method === 'HEAD') return fileReply(name, type, '');
  const work = exports.begin(visitor.accountId);
  return fileReply(name, type, pieceStream({ pieces: rows(), work, readingMsMax, exchange, failed: parts.failed }));
}

/** Orders read at once, and in total: the newest ones of an account. */
const [pageRows, rowsMax] = [200, 1_000];

type Days = { readonly accountId: AccountId; readonly from: UtcDay; readonly to: UtcDay };

/** Returns what was paid for packs in a range of days, less refunds, in each currency: `9.00 EUR`. */
async function paidInDays(
  orders: UsagePagesParts['orders'],
  { accountId, from, to }: Days,
): Promise<readonly string[]> {
  const sums = new Map<string, number>();
  let last: Order | undefined;
  for (let read = 0; read < rowsMax; read += pageRows) {
    const page = await orders.page({ accountId, before: last?.id, limit: pageRows });
    for (const { paidAt, refunded, pack } of page) {
      if (paidAt === undefined || utcDayOf(paidAt) < from || utcDayOf(paidAt) > to) continue;
      sums.set(pack.currency, (sums.get(pack.currency) ?? 0) + pack.price - refunded);
    }
    last = page.at(-1);
    if (page.length < pageRows) break;
  }
  return [...sums].filter(([, sum]) => sum > 0).map(([currency, sum]) => `${formatAmount(sum, currency)} ${currency}`);
}
