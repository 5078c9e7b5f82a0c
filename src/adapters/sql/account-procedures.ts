import type { Account, AccountId } from '../../shop/accounts/account.ts';
import { type AccountStore, accountsPageMax } from '../../shop/accounts/account-store.ts';
import { recordAct } from './audit-procedures.ts';
import { change, changed, type Procedure, type ProceduresOf, query, record } from './procedure.ts';
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
