import type { Account, AccountId } from '../../core/accounts/account.ts';
import { unixMs } from '../../core/units.ts';
import { change, changed, type Procedure, plainText, query, type Row, wholeNumber } from './procedure.ts';

const insert = `insert into accounts (id, email, email_folded, created_at) values ($1, $2, $3, $4)
 on conflict do nothing`;

const findSame = 'select 1 from accounts where id = $1 and email_folded = $2';

const find = 'select id, email, created_at from accounts where id = $1 or email_folded = $2';

const list = 'select id, email, created_at from accounts order by created_at, id';

/** Safe to repeat: the same account, by its id, is told as created and changes nothing. */
export function* createAccount({ id, email, createdAt }: Account): Procedure<boolean> {
  if (!changed(yield change(insert, id, email, folded(email), createdAt))) {
    return (yield query(findSame, id, folded(email))).length > 0;
  }
  yield change('insert into balances (account_id) values ($1)', id);
  return true;
}

export function* findAccount(idOrEmail: string): Procedure<Account | undefined> {
  const [row] = yield query(find, idOrEmail, folded(idOrEmail));
  return row === undefined ? undefined : accountOf(row);
}

export function* listAccounts(): Procedure<readonly Account[]> {
  return (yield query(list)).map(accountOf);
}

function accountOf([id, email, createdAt]: Row): Account {
  return { id: plainText(id) as AccountId, email: plainText(email), createdAt: unixMs(wholeNumber(createdAt)) };
}

/** Done here and not by the database, whose idea of lower case differs from one to the next. */
function folded(email: string): string {
  return email.toLowerCase();
}
