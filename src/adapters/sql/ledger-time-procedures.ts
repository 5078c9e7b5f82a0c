import type { UnixMs } from '../../ground/units.ts';
import type { ReachedTime } from '../../shop/ledger/ledger-time.ts';
import { change, momentValue, type Procedure, query, wholeNumberValue } from './procedure.ts';

const keep = `insert into ledger_time (id, at, confirmations) values (1, $1, 0)
 on conflict (id) do update set at = excluded.at
 where ledger_time.confirmations = $2 and ledger_time.at < excluded.at`;

const confirm = `insert into ledger_time (id, at, confirmations) values (1, $1, 1)
 on conflict (id) do update set at = excluded.at, confirmations = ledger_time.confirmations + 1`;

export function* keepTime({ at, confirmations }: ReachedTime): Procedure<ReachedTime> {
  yield change(keep, at, confirmations);
  const [row] = yield query('select at, confirmations from ledger_time where id = 1');
  return { at: momentValue(row?.[0]), confirmations: wholeNumberValue(row?.[1]) };
}

export function* confirmTime(at: UnixMs): Procedure<void> {
  yield change(confirm, at);
}
