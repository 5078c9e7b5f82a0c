import { characters } from '../../ground/units.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { Purchase, PurchaseQuery } from '../../shop/ledger/ledger-store.ts';
import { momentValue, type Procedure, plainText, type SqlRow, wholeNumberValue } from './procedure.ts';
import { selectPage } from './selection.ts';

const columns = 'id, account_id, order_id, characters, at, expires_at';

export function* listPurchases({ accountId, after, limit }: PurchaseQuery): Procedure<readonly Purchase[]> {
  const rows = yield* selectPage({ table: 'purchases', columns, accountId, order: ['at', 'id'], after, limit });
  return rows.map(purchaseOf);
}

function purchaseOf([id, accountId, orderId, amount, at, expiresAt]: SqlRow): Purchase {
  return {
    id: plainText(id),
    accountId: plainText(accountId) as AccountId,
    orderId: plainText(orderId),
    characters: characters(wholeNumberValue(amount)),
    at: momentValue(at),
    expiresAt: momentValue(expiresAt),
  };
}
