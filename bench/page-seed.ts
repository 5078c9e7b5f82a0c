/**
 * A year of an account, written in bulk: the journal, usage, sums and recent requests that its requests would have left,
 * and some acts.
 */
import { dayMs } from '../src/ground/units.ts';

export type YearOfUse = {
  readonly accountId: string;
  /** Charges of one character, spread evenly over the year that ends now, over 5 keys and 6 pairs. */
  readonly charges: number;
  readonly now: number;
};

const bought = 1_000_000_000;
const yearMs = 365 * dayMs;
/** How long requests are kept. */
const monthMs = 30 * dayMs;
const acts = 2_000;
const targets = ['en', 'fr', 'de', 'it', 'pt', 'nl'];

/** Statements for both databases, for an account without a purchase. */
export function seedYear({ accountId, charges, now }: YearOfUse): readonly string[] {
  const start = now - yearMs;
  const at = `${start} + cast(n as bigint) * ${Math.floor(yearMs / charges)}`;
  const target = `case n / 5 % 6 ${targets.map((tag, index) => `when ${index} then '${tag}'`).join(' ')} end`;
  const holdId = `'00000000-0000-7000-8000-' || (100000000000 + n)`;
  const counted = `with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${charges})`;
  return [
    `insert into purchases (id, account_id, order_id, characters, at, expires_at)
     values ('purchase of the bench', '${accountId}', 'order of the bench', ${bought}, ${start}, ${now + yearMs})`,
    `update balances set settled = ${bought - charges}, used = ${charges}, journal_seq = ${charges + 1},
     expires_at = ${now + yearMs}, due_at = ${now + yearMs} where account_id = '${accountId}'`,
    `insert into journal (account_id, seq, kind, amount, balance_after, reference, at)
     values ('${accountId}', 1, 'purchase', ${bought}, ${bought}, 'purchase of the bench', ${start})`,
    `${counted} insert into journal (account_id, seq, kind, amount, balance_after, reference, at)
     select '${accountId}', n + 1, 'charge', -1, ${bought} - n, ${holdId}, ${at} from counted`,
    `${counted} insert into usage (account_id, hold_id, key_id, source, target, engine, characters, at)
     select '${accountId}', ${holdId}, case n % 5 when 0 then 'playground' else 'key-' || (n % 5) end,
      'es', ${target}, 'apertium', 1, ${at} from counted`,
    `insert into usage_days (account_id, day, key_id, source, target, characters, requests)
     select account_id, at / ${dayMs}, key_id, source, target, sum(characters), count(*) from usage
     where account_id = '${accountId}' group by 1, 2, 3, 4, 5`,
    `${counted} insert into recent_requests (account_id, at, id, request_id, key_id, status, code, source, target,
      characters, took_ms, engine)
     select '${accountId}', ${now - monthMs} + cast(n as bigint) * ${Math.floor(monthMs / charges)}, ${holdId}, 'request-' || n,
      'key-' || (n % 5), case n % 50 when 0 then 429 else 200 end, case n % 50 when 0 then 'rate_limit_exceeded' end,
      'es', ${target}, 1, 12, 'apertium' from counted`,
    `with recursive counted (n) as (select 1 union all select n + 1 from counted where n < ${acts})
     insert into audit_journal (account_id, seq, id, at, made_by, act, subject)
     select '${accountId}', 1000 + n, 'act-' || n, ${start} + cast(n as bigint) * ${Math.floor(yearMs / acts)}, '${accountId}',
      'key.created', 'key-' || n from counted`,
  ];
}
