import { byteOrderMark, csvCell } from '../../ops/csv-cell.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { Key } from '../../shop/keys/key-store.ts';
import type { RequestFilter, RequestPlace, RequestRecord, RequestStore } from '../../shop/requests/request-store.ts';
import type { Journal } from '../../shop/usage/journal.ts';
import type { JournalEntry, JournalFilter } from '../../shop/usage/journal-store.ts';
import type { UsageReports } from '../../shop/usage/usage-reports.ts';
import type { UtcDay } from '../../shop/usage/usage-store.ts';
import { daysAfter, isoDay } from '../../shop/usage/utc-day.ts';
import { keyName } from './words.ts';

/** Rows, or days, read at once. */
const [rowsPerPage, daysPerPage] = [500, 20];

const journalHeader = [
  'number',
  'time',
  'kind',
  'characters_added',
  'characters_taken',
  'characters_balance',
  'key_id',
  'key_name',
  'source_lang',
  'target_lang',
  'engine',
  'order_id',
  'api',
];

export type JournalExport = {
  readonly accountId: AccountId;
  readonly filter: JournalFilter;
  readonly keys: readonly Key[];
};

/** Yields an account's journal as CSV, newest first. */
export async function* journalCsv(journal: Journal, { keys, ...asked }: JournalExport): AsyncGenerator<string> {
  yield csvHeader(journalHeader);
  for await (const entries of journal.pages({ ...asked, limit: rowsPerPage })) {
    if (entries.length > 0) yield entries.map((entry) => journalRow(entry, keys)).join('');
  }
}

function journalRow({ seq, at, kind, amount, balanceAfter, usage, order }: JournalEntry, keys: readonly Key[]): string {
  return csvRow([
    seq,
    new Date(at).toISOString(),
    kind,
    Math.max(0, amount),
    Math.max(0, -amount),
    balanceAfter,
    usage?.keyId,
    usage === undefined ? undefined : keyName(usage.keyId, keys),
    usage?.source,
    usage?.target,
    usage?.engine,
    order?.id,
    usage?.api,
  ]);
}

const requestsHeader = [
  'time',
  'request_id',
  'key_id',
  'key_name',
  'status',
  'code',
  'source_lang',
  'target_lang',
  'characters_charged',
  'milliseconds',
  'engine',
  'api',
];

export type RequestsExport = {
  readonly accountId: AccountId;
  readonly filter: RequestFilter;
  readonly keys: readonly Key[];
};

/** Yields an account's recent requests as CSV, newest first. */
export async function* requestsCsv(
  requests: Pick<RequestStore, 'listRequests'>,
  { keys, ...asked }: RequestsExport,
): AsyncGenerator<string> {
  yield csvHeader(requestsHeader);
  for await (const page of requestPages(requests, asked)) {
    if (page.length > 0) yield page.map((request) => requestRow(request, keys)).join('');
  }
}

/** Yields all pages; each is read after the previous one was taken. */
export async function* requestPages(
  { listRequests }: Pick<RequestStore, 'listRequests'>,
  asked: Pick<RequestsExport, 'accountId' | 'filter'>,
): AsyncGenerator<readonly RequestRecord[]> {
  for (let before: RequestPlace | undefined; ; ) {
    const { requests, next } = await listRequests({ ...asked, limit: rowsPerPage, ...(before && { before }) });
    yield requests;
    if (next === undefined) return;
    before = next;
  }
}

function requestRow(request: RequestRecord, keys: readonly Key[]): string {
  const { at, requestId, keyId, status, code, source, target, characters, tookMs, engine, api } = request;
  const time = new Date(at).toISOString();
  return csvRow([
    ...[time, requestId, keyId, keyName(keyId, keys), status],
    ...[code, source, target, characters, tookMs, engine, api],
  ]);
}

const daysHeader = ['day', 'key_id', 'key_name', 'source_lang', 'target_lang', 'characters_charged', 'requests'];

export type DaysExport = {
  readonly accountId: AccountId;
  readonly from: UtcDay;
  readonly to: UtcDay;
  readonly keys: readonly Key[];
};

/** Yields the sums of each day, key and language pair as CSV, oldest first. */
export async function* daysCsv(
  usage: Pick<UsageReports, 'report'>,
  { accountId, from, to, keys }: DaysExport,
): AsyncGenerator<string> {
  yield csvHeader(daysHeader);
  for (let first = from; first <= to; first = daysAfter(first, daysPerPage)) {
    const last = Math.min(to, daysAfter(first, daysPerPage - 1)) as UtcDay;
    const { rows } = await usage.report({ accountId, from: first, to: last });
    if (rows.length === 0) continue;
    yield rows
      .map(({ day, keyId, source, target, characters, requests }) =>
        csvRow([isoDay(day), keyId, keyName(keyId, keys), source, target, characters, requests]),
      )
      .join('');
  }
}

/** Numbers are whole and never negative. */
type Cell = string | number | undefined;

/** Returns the first row of a file. */
const csvHeader = (names: readonly string[]): string => byteOrderMark + csvRow(names);

/** Returns one row of RFC 4180 with its line break. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map((cell) => csvCell(String(cell ?? ''))).join(',')}\r\n`;
}
