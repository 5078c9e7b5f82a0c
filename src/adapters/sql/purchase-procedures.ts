import type { Purchase, PurchaseStore } from '../../shop/ledger/ledger-store.ts';
import { type ProceduresOf, record } from './procedure.ts';
import { selectPage } from './selection.ts';

const { columns, read } = record<Omit<Purchase, 'expireUpTo'>>({
  id: 'text',
  accountId: 'text',
  orderId: 'text',
  characters: 'number',
  at: 'number',
  expiresAt: 'number',
});

export const purchaseReads = {
  *listPurchases({ accountId, after, limit }) {
    return (yield* selectPage({ table: 'purchases', columns, accountId, order: ['at', 'id'], after, limit })).map(read);
  },
} satisfies ProceduresOf<PurchaseStore>;
