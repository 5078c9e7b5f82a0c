import type { Account, AccountId } from '../../shop/accounts/account.ts';
import { type AccountStore, accountsPageMax } from '../../shop/accounts/account-store.ts';
import type { AuditEntry, AuditStore, NewAuditEntry } from '../../shop/audit/audit.ts';
import { record, wholeNumberValue } from './column-values.ts';
import { change, changed, type Procedure, type ProceduresOf, query } from './procedure.ts';
import { selectPage } from './selection.ts';

const account = record<Account>({
  id: 'text',
  email: 'text',
  createdAt: 'number',
  suspendedAt: 'number?',
  suspensionReason: 'text?',
  erasedAt: 'number?',
});

const { columns } = account;

const insert = `insert into accounts (id, email, email_folded, created_at) values ($1, $2, $3, $4)
 on conflict do nothing`;

// Changes nothing, but locks the row: other changes of the account wait.
const lock = `update accounts set audit_seq = audit_seq where id = $1 returning ${columns}`;

const suspend = `update accounts set suspended_at = coalesce(suspended_at, $2), suspension_reason = $3 where id = $1
 returning ${columns}`;

const resume = `update accounts set suspended_at = null, suspension_reason = null where id = $1 returning ${columns}`;

/** Returns the account and locks it until the transaction ends. */
export function* lockAccount(id: AccountId): Procedure<Account | undefined> {
  return (yield query(lock, id)).map(account.read)[0];
}

/** As `lockAccount`, without an erased account. */
export function* lockKeptAccount(id: AccountId): Procedure<Account | undefined> {
  const found = yield* lockAccount(id);
  return found?.erasedAt === undefined ? found : undefined;
}

export const accountReads = {
  *findAccount(idOrEmail) {
    const find = `select ${columns} from accounts where id = $1 or email_folded = $2`;
    return (yield query(find, idOrEmail, folded(idOrEmail))).map(account.read)[0];
  },

  *listAccounts({ after, limit = accountsPageMax } = {}) {
    const rows = yield* selectPage({ table: 'accounts', columns, order: ['created_at', 'id'], after, limit });
    return rows.map(account.read);
  },
} satisfies ProceduresOf<AccountStore>;

export const accountChanges = {
  /** Safe to repeat: an account with the same id is reported as created and is not changed. */
  *createAccount({ id, email, createdAt }) {
    if (!changed(yield change(insert, id, email, folded(email), createdAt))) {
      const findSame = 'select 1 from accounts where id = $1 and email_folded = $2';
      return (yield query(findSame, id, folded(email))).length > 0;
    }
    yield change('insert into balances (account_id) values ($1)', id);
    return true;
  },

  *suspendAccount({ entry, reason }) {
    const found = yield* lockAccount(entry.accountId);
    if (found === undefined || found.erasedAt !== undefined) return found;
    const [suspended] = yield query(suspend, entry.accountId, entry.at, reason ?? null);
    if (found.suspendedAt === undefined) yield* recordAct(entry);
    return suspended && account.read(suspended);
  },

  *resumeAccount(entry) {
    const found = yield* lockAccount(entry.accountId);
    if (found?.suspendedAt === undefined || found.erasedAt !== undefined) return found;
    const [resumed] = yield query(resume, entry.accountId);
    yield* recordAct(entry);
    return resumed && account.read(resumed);
  },
} satisfies ProceduresOf<AccountStore>;

/** Folded here because databases differ in what lower case means. */
function folded(email: string): string {
  return email.toLowerCase();
}

// The counter in the account's row prevents gaps: another act of the same account waits for the row lock.
const takeNumber = 'update accounts set audit_seq = audit_seq + 1 where id = $1 returning audit_seq';

const insertAct = `insert into audit_journal (account_id, seq, id, at, made_by, act, subject)
 values ($1, $2, $3, $4, $5, $6, $7)
 on conflict (id) do nothing`;

const actColumns = 'id, seq, at, made_by, act, account_id, subject';

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
  const isNew = changed(yield change(insertAct, accountId, seq, id, at, by, act, subject ?? null));
  if (!isNew) yield change('update accounts set audit_seq = audit_seq - 1 where id = $1', accountId);
}

export const auditReads = {
  *listActs({ accountId, before, limit }) {
    const order = accountId === undefined ? ['at', 'id'] : ['seq'];
    const page = {
      table: 'audit_journal',
      columns: actColumns,
      accountId,
      order,
      descending: true,
      after: before,
      limit,
    };
    return (yield* selectPage(page)).map(auditEntry.read);
  },
} satisfies ProceduresOf<AuditStore>;

export const auditChanges = { recordAct } satisfies ProceduresOf<AuditStore>;
