import { assert } from '../../ground/assert.ts';
import type { Capture } from '../../shop/ledger/ledger-store.ts';
import {
  type DailyUsage,
  type PartSum,
  type SeriesSum,
  seriesNamesMax,
  type UsageStore,
  utcDayOf,
} from '../../shop/usage/usage-store.ts';
import { record } from './column-values.ts';
import { change, type ProceduresOf, type Query, query } from './procedure.ts';

const addToDay = `insert into usage_days (account_id, day, key_id, source, target, characters, requests)
 values ($1, $2, $3, $4, $5, $6, 1)
 on conflict (account_id, day, key_id, source, target) do update
 set characters = usage_days.characters + excluded.characters, requests = usage_days.requests + 1`;

const sums = { characters: 'number', requests: 'number' } as const;

const partSum = record<PartSum>({ keyId: 'text', source: 'text', target: 'text', ...sums });

const dailyUsage = record<DailyUsage>({ day: 'number', keyId: 'text', source: 'text', target: 'text', ...sums });

const seriesSum = record<SeriesSum>({ day: 'number', name: 'text', ...sums });

const selectDays = `select ${dailyUsage.columns} from usage_days
 where account_id = $1 and day between $2 and $3 order by day, key_id, source, target`;

const selectPartSums = `select key_id, source, target, sum(characters), sum(requests) from usage_days
 where account_id = $1 and day between $2 and $3 group by key_id, source, target`;

const selectSeries = (name: string) =>
  `select day, case when ${name} in ($4, $5, $6, $7, $8) then ${name} else '' end, sum(characters), sum(requests)
 from usage_days where account_id = $1 and day between $2 and $3 group by 1, 2 order by 1, 2`;

const seriesOf = { key: selectSeries('key_id'), pair: selectSeries("(source || '>' || target)") } as const;

/** Adds a charge to the sums of its day; part of the transaction that charges. */
export function addToUsageOfDay({ hold, at, usage }: Pick<Capture, 'hold' | 'at' | 'usage'>): Query {
  const { accountId, keyId, amount } = hold;
  return change(addToDay, accountId, utcDayOf(at), keyId, usage.source, usage.target, amount);
}

export const usageReads = {
  *usageByDay({ accountId, from, to }) {
    return (yield query(selectDays, accountId, from, to)).map(dailyUsage.read);
  },

  *sumBySeries({ accountId, from, to, by, names }) {
    assert(names.length <= seriesNamesMax, 'a caller names a few series');
    const named = Array.from({ length: seriesNamesMax }, (_, index) => names[index] ?? '');
    return (yield query(seriesOf[by], accountId, from, to, ...named)).map(seriesSum.read);
  },

  *sumByPart({ accountId, from, to }) {
    return (yield query(selectPartSums, accountId, from, to)).map(partSum.read);
  },
} satisfies ProceduresOf<UsageStore>;
