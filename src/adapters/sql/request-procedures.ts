import type { UnixMs } from '../../ground/units.ts';
import {
  examinedMax,
  type RequestPage,
  type RequestPlace,
  type RequestQuery,
  type RequestRecord,
} from '../../shop/requests/request-store.ts';
import { record, type SqlRow } from './column-values.ts';
import { change, countOf, type Procedure, query } from './procedure.ts';
import { Values } from './selection.ts';
import { stepMax } from './steps.ts';
import type { RowDialect } from './versioned-rows.ts';

const request = record<RequestRecord>({
  accountId: 'text',
  at: 'number',
  id: 'text',
  requestId: 'text',
  keyId: 'text',
  status: 'number',
  code: 'text?',
  source: 'text?',
  target: 'text?',
  characters: 'number',
  tookMs: 'number',
  engine: 'text?',
  api: 'text?',
});

const { columns } = request;

const place = record<RequestPlace>({ at: 'number', id: 'text' });

const forget = `delete from recent_requests where (account_id, at, id) in
 (select account_id, at, id from recent_requests where at < $1 order by at limit $2)`;

/** The writing of many rows, for one kind of database. */
export function requestProcedures({ rows, unchanged }: Pick<RowDialect, 'rows' | 'unchanged'>) {
  // One statement and one round trip for a batch. An erasure that begins meanwhile waits, and then finds its rows.
  const insert = `insert into recent_requests (${columns})
 select value ->> 0, cast(value ->> 1 as bigint), value ->> 2, value ->> 3, value ->> 4, cast(value ->> 5 as bigint),
  value ->> 6, value ->> 7, value ->> 8, cast(value ->> 9 as bigint), cast(value ->> 10 as bigint), value ->> 11, value ->> 12
 from ${rows('$1')}
 where exists (select 1 from accounts where accounts.id = value ->> 0 and erased_at is null ${unchanged})
 on conflict do nothing`;

  return {
    recordRequests: function* (requests: readonly RequestRecord[]): Procedure<void> {
      yield change(insert, JSON.stringify(requests.map(packed)));
    },
  };
}

function packed({ accountId, at, id, requestId, keyId, status, code, ...rest }: RequestRecord) {
  const { source, target, characters, tookMs, engine, api } = rest;
  return [accountId, at, id, requestId, keyId, status, code, source, target, characters, tookMs, engine, api];
}

export function* listRequests({ accountId, filter, before, limit }: RequestQuery): Procedure<RequestPage> {
  const values = new Values(accountId);
  const { requestId, status, keyId, source, target } = filter;
  const behind = before === undefined ? '' : ` and (at, id) < (${values.next(before.at, before.id)})`;
  // As a subquery, because SQLite would otherwise read all requests of the account in their order to find a few by id.
  const named =
    requestId === undefined
      ? ''
      : ` and (at, id) in (select at, id from recent_requests
  where account_id = $1 and request_id = ${values.next(requestId)} order by at desc, id desc limit ${examinedMax})`;
  const examined = `from recent_requests
  where account_id = $1${named}${behind} order by at desc, id desc`;
  const ofExamined = [...values.all];
  const conditions = values.conditions([
    ['status =', status === 'failed' ? undefined : status],
    ['status >=', status === 'failed' ? 400 : undefined],
    ['key_id =', keyId],
    ['source =', source],
    ['target =', target],
  ]);
  // One more than is returned, to know whether there is a next page.
  const sql = `select ${columns} from (select ${columns} ${examined} limit ${examinedMax}) as examined
 where true${conditions} order by at desc, id desc limit ${values.next(limit + 1)}`;
  const found = (yield query(sql, ...values.all)).map(requestOf);
  const requests = found.slice(0, limit);
  const last = requests.at(-1);
  if (found.length > limit && last !== undefined) return { requests, next: { at: last.at, id: last.id } };
  const [end] = yield query(`select at, id ${examined} limit 1 offset ${examinedMax - 1}`, ...ofExamined);
  return { requests, next: end && place.read(end) };
}

/** Deletes at most `stepMax` requests and returns how many. */
export function* forgetRequestsStep(before: UnixMs): Procedure<number> {
  return countOf(yield change(forget, before, stepMax));
}

function requestOf(row: SqlRow): RequestRecord {
  const { api, ...rest } = request.read(row);
  return api === undefined ? rest : { ...rest, api };
}
