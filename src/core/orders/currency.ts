/** Digits after the decimal point where they are not two. Source: ISO 4217, list one, minor units. */
const otherDigits: ReadonlyMap<string, number> = new Map([
  ...['BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX', 'UYI', 'VND'].map(digits(0)),
  ...['VUV', 'XAF', 'XOF', 'XPF'].map(digits(0)),
  ...['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'].map(digits(3)),
  ...['CLF', 'UYW'].map(digits(4)),
]);

const known: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

function digits(count: number): (code: string) => readonly [string, number] {
  return (code) => [code, count];
}

/** Whether `code` is a currency's code in capitals. Source: ISO 4217. */
export function isCurrency(code: string): boolean {
  return known.has(code);
}

/**
 * How many of `currency`'s smallest units make one: 100 for EUR, 1 for JPY, 1000 for KWD, as powers of ten.
 *
 * Not asked of Intl, which says how many digits people usually write: none for HUF and COP, which have two.
 */
function currencyDigits(currency: string): number {
  return otherDigits.get(currency) ?? 2;
}

/**
 * Reads an amount such as `9.90` in the smallest unit of `currency`; fewer digits than the currency has are fine.
 *
 * @returns undefined for anything else: more digits, a sign, an exponent, an amount beyond 2^53-1
 */
export function parseAmount(text: string, currency: string): number | undefined {
  const decimals = currencyDigits(currency);
  const [, whole, fraction = ''] = /^(\d{1,16})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  const amount = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** An amount in the smallest unit of `currency` as decimal text: 990 is `9.90` in EUR, `990` in JPY. */
export function formatAmount(amount: number, currency: string): string {
  const decimals = currencyDigits(currency);
  const text = String(amount).padStart(decimals + 1, '0');
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}
