import type { AccountId } from '../../shop/accounts/account.ts';
import { formatAmount } from '../../shop/orders/currency.ts';
import type { Order } from '../../shop/orders/order.ts';
import type { Orders } from '../../shop/orders/orders.ts';
import type { UtcDay } from '../../shop/usage/usage-store.ts';
import { utcDayOf } from '../../shop/usage/utc-day.ts';

/** Orders read at once, and in total: the newest ones of an account. */
const [pageRows, rowsMax] = [200, 1_000];

type Days = { readonly accountId: AccountId; readonly from: UtcDay; readonly to: UtcDay };

/** Returns what was paid for packs in a range of days, less refunds, in each currency: `9.00 EUR`. */
export async function paidInDays(
  orders: Pick<Orders, 'page'>,
  { accountId, from, to }: Days,
): Promise<readonly string[]> {
  const sums = new Map<string, number>();
  let last: Order | undefined;
  for (let read = 0; read < rowsMax; read += pageRows) {
    const page = await orders.page({ accountId, before: last?.id, limit: pageRows });
    for (const { paidAt, refunded, pack } of page) {
      if (paidAt === undefined || utcDayOf(paidAt) < from || utcDayOf(paidAt) > to) continue;
      sums.set(pack.currency, (sums.get(pack.currency) ?? 0) + pack.price - refunded);
    }
    last = page.at(-1);
    if (page.length < pageRows) break;
  }
  return [...sums].filter(([, sum]) => sum > 0).map(([currency, sum]) => `${formatAmount(sum, currency)} ${currency}`);
}
