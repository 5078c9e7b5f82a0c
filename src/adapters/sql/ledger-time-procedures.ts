import type { LedgerTimeStore } from '../../shop/ledger/ledger-time.ts';
import { change, momentValue, type ProceduresOf, query, wholeNumberValue } from './procedure.ts';

const keep = `insert into ledger_time (id, at, confirmations) values (1, $1, 0)
 on conflict (id) do update set at = excluded.at
 where ledger_time.confirmations = $2 and ledger_time.at < excluded.at`;

const confirm = `insert into ledger_time (id, at, confirmations) values (1, $1, 1)
 on conflict (id) do update set at = excluded.at, confirmations = ledger_time.confirmations + 1`;

export const ledgerTimeChanges = {
  *keepTime({ at, confirmations }) {
    yield change(keep, at, confirmations);
    const [row] = yield query('select at, confirmations from ledger_time where id = 1');
    return { at: momentValue(row?.[0]), confirmations: wholeNumberValue(row?.[1]) };
  },

  *confirmTime(at) {
    yield change(confirm, at);
  },
} satisfies ProceduresOf<LedgerTimeStore>;
