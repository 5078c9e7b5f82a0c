/** Digits after the decimal point of currencies without two. Source: ISO 4217, list one, minor units. */
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

/** Returns whether `code` is a currency code in capitals. Source: ISO 4217. */
export function isCurrency(code: string): boolean {
  return known.has(code);
}

/**
 * Returns how many digits follow the decimal point. Intl returns how many people usually write: none for HUF and COP,
 * which have two.
 */
function currencyDigits(currency: string): number {
  return otherDigits.get(currency) ?? 2;
}

/** Parses an amount such as `9.90`; undefined for more digits, a sign, an exponent, or an amount beyond 2^53-1. */
export function parseAmount(text: string, currency: string): number | undefined {
  const decimals = currencyDigits(currency);
  const [, whole, fraction = ''] = /^(\d{1,16})(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === undefined || fraction.length > decimals) return undefined;
  const amount = Number(whole + fraction.padEnd(decimals, '0'));
  return Number.isSafeInteger(amount) ? amount : undefined;
}

/** Formats an amount in the smallest unit of `currency`: 990 is `9.90` in EUR, `990` in JPY. */
export function formatAmount(amount: number, currency: string): string {
  const decimals = currencyDigits(currency);
  const text = String(amount).padStart(decimals + 1, '0');
  return decimals === 0 ? text : `${text.slice(0, -decimals)}.${text.slice(-decimals)}`;
}
