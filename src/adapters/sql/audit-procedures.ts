import type { AccountId } from '../../core/accounts/account.ts';
import type { Act, ActId, ActsQuery, AuditEntry, NewAuditEntry } from '../../core/audit/audit.ts';
import {
  change,
  changed,
  moment,
  optional,
  type Procedure,
  plainText,
  query,
  type Row,
  wholeNumber,
} from './procedure.ts';

// The counter in the account's row prevents gaps: another act of the same account waits for the row lock.
const takeNumber = 'update accounts set audit_seq = audit_seq + 1 where id = $1 returning audit_seq';

const giveNumberBack = 'update accounts set audit_seq = audit_seq - 1 where id = $1';

const insert = `insert into audit_journal (account_id, seq, id, at, made_by, act, subject)
 values ($1, $2, $3, $4, $5, $6, $7)
 on conflict (id) do nothing`;

const columns = 'id, seq, at, made_by, act, account_id, subject';

const findAct = 'select seq, at from audit_journal where id = $1 and account_id = coalesce($2, account_id)';

const newestOfAccount = `select ${columns} from audit_journal where account_id = $1
 order by seq desc limit $2`;

const olderOfAccount = `select ${columns} from audit_journal where account_id = $1 and seq < $2
 order by seq desc limit $3`;

const newest = `select ${columns} from audit_journal order by at desc, id desc limit $1`;

const older = `select ${columns} from audit_journal where (at, id) < ($1, $2) order by at desc, id desc limit $3`;

/** Safe to repeat: an act with the same id is recorded once. */
export function* recordAct({ id, at, by, act, accountId, subject }: NewAuditEntry): Procedure<void> {
  const [numbered] = yield query(takeNumber, accountId);
  if (numbered === undefined) return;
  const seq = wholeNumber(numbered[0]);
  const isNew = changed(yield change(insert, accountId, seq, id, at, by, act, subject ?? null));
  if (!isNew) yield change(giveNumberBack, accountId);
}

export function* listActs({ accountId, before, limit }: ActsQuery): Procedure<readonly AuditEntry[]> {
  const [last] = before === undefined ? [] : yield query(findAct, before, accountId ?? null);
  if (before !== undefined && last === undefined) return [];
  if (accountId === undefined) {
    const rows = yield last === undefined
      ? query(newest, limit)
      : query(older, wholeNumber(last[1]), before ?? null, limit);
    return rows.map(entryOf);
  }
  const rows = yield last === undefined
    ? query(newestOfAccount, accountId, limit)
    : query(olderOfAccount, accountId, wholeNumber(last[0]), limit);
  return rows.map(entryOf);
}

function entryOf([id, seq, at, by, act, accountId, subject]: Row): AuditEntry {
  return {
    id: plainText(id) as ActId,
    seq: wholeNumber(seq),
    at: moment(at),
    by: plainText(by),
    act: plainText(act) as Act,
    accountId: plainText(accountId) as AccountId,
    subject: optional(subject, plainText),
  };
}
