import { assert } from '../../ground/assert.ts';
import { characters } from '../../ground/units.ts';
import type { KeyId } from '../../shop/keys/key-store.ts';
import type { Capture } from '../../shop/ledger/ledger-store.ts';
import {
  type DailyUsage,
  type PartSum,
  type SeriesQuery,
  type SeriesSum,
  seriesNamesMax,
  type UsageQuery,
  type UtcDay,
} from '../../shop/usage/usage-store.ts';
import type { UsageSum } from '../../shop/usage/usage-sums.ts';
import { utcDayOf } from '../../shop/usage/utc-day.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { change, type Procedure, plainText, type Query, query, type SqlRow, wholeNumberValue } from './procedure.ts';

const addToDay = `insert into usage_days (account_id, day, key_id, source, target, characters, requests)
 values ($1, $2, $3, $4, $5, $6, 1)
 on conflict (account_id, day, key_id, source, target) do update
 set characters = usage_days.characters + excluded.characters, requests = usage_days.requests + 1`;

const selectDays = `select day, key_id, source, target, characters, requests from usage_days
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

export function* usageByDay({ accountId, from, to }: UsageQuery): Procedure<readonly DailyUsage[]> {
  const rows = yield query(selectDays, accountId, from, to);
  return rows.map(([day, ...part]) => ({ day: wholeNumberValue(day) as UtcDay, ...partOf(part) }));
}

export function* sumBySeries({ accountId, from, to, by, names }: SeriesQuery): Procedure<readonly SeriesSum[]> {
  assert(names.length <= seriesNamesMax, 'a caller names a few series');
  const named = Array.from({ length: seriesNamesMax }, (_, index) => names[index] ?? '');
  const rows = yield query(seriesOf[by], accountId, from, to, ...named);
  return rows.map(([day, name, ...sums]) => ({
    day: wholeNumberValue(day) as UtcDay,
    name: plainText(name),
    ...sumsOf(sums),
  }));
}

export function* sumByPart({ accountId, from, to }: UsageQuery): Procedure<readonly PartSum[]> {
  return (yield query(selectPartSums, accountId, from, to)).map(partOf);
}

function partOf([keyId, source, target, ...sums]: SqlRow): PartSum {
  return {
    keyId: plainText(keyId) as KeyId,
    source: plainText(source) as LanguageTag,
    target: plainText(target) as LanguageTag,
    ...sumsOf(sums),
  };
}

function sumsOf([amount, requests]: SqlRow): UsageSum {
  return { characters: characters(wholeNumberValue(amount)), requests: wholeNumberValue(requests) };
}
