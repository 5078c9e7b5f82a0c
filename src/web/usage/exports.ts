import { byteOrderMark, csvCell } from '../../ops/csv-cell.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { Key } from '../../shop/keys/key-store.ts';
import type { RequestFilter, RequestPlace, RequestRecord, RequestStore } from '../../shop/requests/request-store.ts';
import type { JournalEntry } from '../../shop/usage/journal-store.ts';
import type { UsageReport, UsageReports } from '../../shop/usage/usage-reports.ts';
import { daysAfter, isoDay, type UtcDay } from '../../shop/usage/usage-store.ts';
import { keyName } from './words.ts';

/** Rows, or days, read at once. */
export const rowsPerPage = 500;
const daysPerPage = 20;

/** Numbers are whole and never negative. */
type Cell = string | number | undefined;

/** The columns of a file: for each name, the cell of a row. */
type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

/** Yields a header and the rows of all pages, as RFC 4180. */
export async function* csvOf<Row>(columns: Columns<Row>, pages: AsyncIterable<readonly Row[]>): AsyncGenerator<string> {
  yield byteOrderMark + csvRow(Object.keys(columns));
  const cells = Object.values(columns);
  for await (const page of pages) {
    if (page.length > 0) yield page.map((row) => csvRow(cells.map((cell) => cell(row)))).join('');
  }
}

export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map((cell) => csvCell(String(cell ?? ''))).join(',')}\r\n`;
}

export const journalColumns = (keys: readonly Key[]): Columns<JournalEntry> => ({
  number: ({ seq }) => seq,
  time: ({ at }) => new Date(at).toISOString(),
  kind: ({ kind }) => kind,
  characters_added: ({ amount }) => Math.max(0, amount),
  characters_taken: ({ amount }) => Math.max(0, -amount),
  characters_balance: ({ balanceAfter }) => balanceAfter,
  key_id: ({ usage }) => usage?.keyId,
  key_name: ({ usage }) => usage && keyName(usage.keyId, keys),
  source_lang: ({ usage }) => usage?.source,
  target_lang: ({ usage }) => usage?.target,
  engine: ({ usage }) => usage?.engine,
  order_id: ({ order }) => order?.id,
  api: ({ usage }) => usage?.api,
});

export const requestColumns = (keys: readonly Key[]): Columns<RequestRecord> => ({
  time: ({ at }) => new Date(at).toISOString(),
  request_id: ({ requestId }) => requestId,
  key_id: ({ keyId }) => keyId,
  key_name: ({ keyId }) => keyName(keyId, keys),
  status: ({ status }) => status,
  code: ({ code }) => code,
  source_lang: ({ source }) => source,
  target_lang: ({ target }) => target,
  characters_charged: ({ characters }) => characters,
  milliseconds: ({ tookMs }) => tookMs,
  engine: ({ engine }) => engine,
  api: ({ api }) => api,
});

export const dayColumns = (keys: readonly Key[]): Columns<UsageReport['rows'][number]> => ({
  day: ({ day }) => isoDay(day),
  key_id: ({ keyId }) => keyId,
  key_name: ({ keyId }) => keyName(keyId, keys),
  source_lang: ({ source }) => source,
  target_lang: ({ target }) => target,
  characters_charged: ({ characters }) => characters,
  requests: ({ requests }) => requests,
});

/** Yields all pages; each is read after the previous one was taken. */
export async function* requestPages(
  { listRequests }: Pick<RequestStore, 'listRequests'>,
  asked: { readonly accountId: AccountId; readonly filter: RequestFilter },
): AsyncGenerator<readonly RequestRecord[]> {
  for (let before: RequestPlace | undefined; ; ) {
    const { requests, next } = await listRequests({ ...asked, limit: rowsPerPage, ...(before && { before }) });
    yield requests;
    if (next === undefined) return;
    before = next;
  }
}

/** Yields the usage of a range by some days, the oldest first. */
export async function* usagePages(
  usage: Pick<UsageReports, 'report'>,
  { accountId, from, to }: { readonly accountId: AccountId; readonly from: UtcDay; readonly to: UtcDay },
): AsyncGenerator<UsageReport['rows']> {
  for (let first = from; first <= to; first = daysAfter(first, daysPerPage)) {
    const last = Math.min(to, daysAfter(first, daysPerPage - 1)) as UtcDay;
    yield (await usage.report({ accountId, from: first, to: last })).rows;
  }
}
