import type { Account, AccountId, NewAccount } from '../../shop/accounts/account.ts';
import { type AccountsPage, accountsPageMax, type Suspension } from '../../shop/accounts/account-store.ts';
import type { NewAuditEntry } from '../../shop/audit/audit.ts';
import { recordAct } from './audit-procedures.ts';
import { change, changed, momentValue, optional, type Procedure, plainText, query, type SqlRow } from './procedure.ts';
import { selectPage } from './selection.ts';

const insert = `insert into accounts (id, email, email_folded, created_at) values ($1, $2, $3, $4)
 on conflict do nothing`;

const findSame = 'select 1 from accounts where id = $1 and email_folded = $2';

const columns = 'id, email, created_at, suspended_at, suspension_reason, erased_at';

const find = `select ${columns} from accounts where id = $1 or email_folded = $2`;

// Changes nothing, but locks the row: other changes of the account wait.
const lock = `update accounts set audit_seq = audit_seq where id = $1 returning ${columns}`;

const suspend = `update accounts set suspended_at = coalesce(suspended_at, $2), suspension_reason = $3 where id = $1
 returning ${columns}`;

const resume = `update accounts set suspended_at = null, suspension_reason = null where id = $1 returning ${columns}`;

/** Safe to repeat: an account with the same id is reported as created and is not changed. */
export function* createAccount({ id, email, createdAt }: NewAccount): Procedure<boolean> {
  if (!changed(yield change(insert, id, email, folded(email), createdAt))) {
    return (yield query(findSame, id, folded(email))).length > 0;
  }
  yield change('insert into balances (account_id) values ($1)', id);
  return true;
}

export function* findAccount(idOrEmail: string): Procedure<Account | undefined> {
  return (yield query(find, idOrEmail, folded(idOrEmail))).map(accountOf)[0];
}

export function* listAccounts({ after, limit = accountsPageMax }: AccountsPage = {}): Procedure<readonly Account[]> {
  const rows = yield* selectPage({ table: 'accounts', columns, order: ['created_at', 'id'], after, limit });
  return rows.map(accountOf);
}

/** Returns the account and locks it until the transaction ends. */
export function* lockAccount(id: AccountId): Procedure<Account | undefined> {
  return (yield query(lock, id)).map(accountOf)[0];
}

export function* suspendAccount({ entry, reason }: Suspension): Procedure<Account | undefined> {
  const account = yield* lockAccount(entry.accountId);
  if (account === undefined || account.erasedAt !== undefined) return account;
  const [row] = yield query(suspend, entry.accountId, entry.at, reason ?? null);
  if (account.suspendedAt === undefined) yield* recordAct(entry);
  return row === undefined ? undefined : accountOf(row);
}

export function* resumeAccount(entry: NewAuditEntry): Procedure<Account | undefined> {
  const account = yield* lockAccount(entry.accountId);
  if (account?.suspendedAt === undefined || account.erasedAt !== undefined) return account;
  const [row] = yield query(resume, entry.accountId);
  yield* recordAct(entry);
  return row === undefined ? undefined : accountOf(row);
}

function accountOf([id, email, createdAt, suspendedAt, reason, erasedAt]: SqlRow): Account {
  return {
    id: plainText(id) as AccountId,
    email: plainText(email),
    createdAt: momentValue(createdAt),
    suspendedAt: optional(suspendedAt, momentValue),
    suspensionReason: optional(reason, plainText),
    erasedAt: optional(erasedAt, momentValue),
  };
}

/** Folded here because databases differ in what lower case means. */
function folded(email: string): string {
  return email.toLowerCase();
}
