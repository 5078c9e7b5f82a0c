import type { AccountId } from '../../core/accounts/account.ts';
import type { Purchase } from '../../core/ledger/ledger-store.ts';
import type { PurchaseQuery } from '../../core/ledger/purchase-store.ts';
import { characters } from '../../core/units.ts';
import { moment, type Procedure, plainText, query, type Row, wholeNumber } from './procedure.ts';

const columns = 'id, account_id, order_id, characters, at, expires_at';

const listFirst = `select ${columns} from purchases where account_id = $1 order by at, id limit $2`;

const listNext = `select ${columns} from purchases where account_id = $1 and (at, id) > ($2, $3) order by at, id limit $4`;

export function* listPurchases({ accountId, after, limit }: PurchaseQuery): Procedure<readonly Purchase[]> {
  if (after === undefined) return (yield query(listFirst, accountId, limit)).map(purchaseOf);
  const [last] = yield query('select at from purchases where id = $1 and account_id = $2', after, accountId);
  if (last === undefined) return [];
  return (yield query(listNext, accountId, wholeNumber(last[0]), after, limit)).map(purchaseOf);
}

function purchaseOf([id, accountId, orderId, amount, at, expiresAt]: Row): Purchase {
  return {
    id: plainText(id),
    accountId: plainText(accountId) as AccountId,
    orderId: plainText(orderId),
    characters: characters(wholeNumber(amount)),
    at: moment(at),
    expiresAt: moment(expiresAt),
  };
}
