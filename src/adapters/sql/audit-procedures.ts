import type { AuditEntry, AuditStore, NewAuditEntry } from '../../shop/audit/audit.ts';
import { change, changed, type Procedure, type ProceduresOf, query, record, wholeNumberValue } from './procedure.ts';
import { selectPage } from './selection.ts';

// The counter in the account's row prevents gaps: another act of the same account waits for the row lock.
const takeNumber = 'update accounts set audit_seq = audit_seq + 1 where id = $1 returning audit_seq';

const giveNumberBack = 'update accounts set audit_seq = audit_seq - 1 where id = $1';

const insert = `insert into audit_journal (account_id, seq, id, at, made_by, act, subject)
 values ($1, $2, $3, $4, $5, $6, $7)
 on conflict (id) do nothing`;

const columns = 'id, seq, at, made_by, act, account_id, subject';

const auditEntry = record<AuditEntry>({
  id: 'text',
  seq: 'number',
  at: 'number',
  by: 'text',
  act: 'text',
  accountId: 'text',
  subject: 'text?',
});

/** Safe to repeat: an act with the same id is recorded once. */
export function* recordAct({ id, at, by, act, accountId, subject }: NewAuditEntry): Procedure<void> {
  const [numbered] = yield query(takeNumber, accountId);
  if (numbered === undefined) return;
  const seq = wholeNumberValue(numbered[0]);
  const isNew = changed(yield change(insert, accountId, seq, id, at, by, act, subject ?? null));
  if (!isNew) yield change(giveNumberBack, accountId);
}

export const auditReads = {
  *listActs({ accountId, before, limit }) {
    const order = accountId === undefined ? ['at', 'id'] : ['seq'];
    const page = { table: 'audit_journal', columns, accountId, order, descending: true, after: before, limit };
    return (yield* selectPage(page)).map(auditEntry.read);
  },
} satisfies ProceduresOf<AuditStore>;

export const auditChanges = { recordAct } satisfies ProceduresOf<AuditStore>;
