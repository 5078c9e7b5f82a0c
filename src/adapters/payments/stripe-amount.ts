import type { Pack } from '../../shop/orders/order.ts';

/**
 * Stripe's units of a currency in one unit of ISO 4217: ISK and UGX have two more digits that are always 0, MGA has
 * none. Source: Stripe, "Supported currencies", special cases and zero-decimal currencies.
 */
const factors: ReadonlyMap<string, number> = new Map([
  ['ISK', 100],
  ['UGX', 100],
  ['MGA', 0.01],
]);

/** Currencies with three decimal digits; Stripe requires the last digit to be 0. Source: as above. */
const threeDigits: ReadonlySet<string> = new Set(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);

const amountMax = 99_999_999;

/** Returns a price in Stripe's units; undefined when Stripe cannot charge it. */
export function stripeAmount({ price, currency }: Pick<Pack, 'price' | 'currency'>): number | undefined {
  const factor = factors.get(currency) ?? 1;
  const amount = factor < 1 ? price / 100 : price * factor;
  if (!Number.isSafeInteger(amount) || amount < 1 || amount > amountMax) return undefined;
  return threeDigits.has(currency) && amount % 10 !== 0 ? undefined : amount;
}

/** Returns an amount of Stripe's in the units of a price, rounded down. */
export function priceOf(amount: number, currency: string): number {
  const factor = factors.get(currency) ?? 1;
  return factor < 1 ? amount * 100 : Math.floor(amount / factor);
}
