import { countries } from './countries.ts';

/** The operator's taxes: prices include them. */
export type TaxTable = {
  /** As printed: `VAT`. */
  readonly name: string;
  /** In thousandths of a percent, by country; `*` is any other. The first is also for buyers without a country. */
  readonly rates: readonly TaxRate[];
  /** Printed where the rate is 0. */
  readonly zeroNote: string | undefined;
};

export type TaxRate = { readonly country: string; readonly rate: number };

/** Of 100 percent, in the unit of rates. */
const whole = 100_000;

/** Parses `DE:19,CH:8.1,*:0` with at most three decimals; undefined if invalid, a country repeats or `*` is missing. */
export function parseTaxRates(text: string): readonly TaxRate[] | undefined {
  const rates = text.split(',').map((entry) => parseRate(entry.trim()));
  const known = rates.filter((rate) => rate !== undefined);
  const named = new Set(known.map(({ country }) => country));
  return known.length === rates.length && named.size === rates.length && named.has('*') ? known : undefined;
}

function parseRate(entry: string): TaxRate | undefined {
  const [, country = '', percent = '', decimals = ''] = /^([A-Z]{2}|\*):(\d{1,2})(?:\.(\d{1,3}))?$/.exec(entry) ?? [];
  if (country !== '*' && !countries.has(country)) return undefined;
  return { country, rate: Number(percent + decimals.padEnd(3, '0')) };
}

/** Returns the rate for a buyer in `country`, in thousandths of a percent; the first one when it is empty. */
export function rateFor({ rates }: Pick<TaxTable, 'rates'>, country: string): number {
  const [first] = rates;
  const found = country === '' ? first : rates.find((each) => each.country === country);
  return (found ?? rates.find((each) => each.country === '*'))?.rate ?? 0;
}

/** Returns the tax that `gross` includes, in the same unit, rounded half up. */
export function taxIn(gross: number, rate: number): number {
  // The product exceeds the range of exact doubles.
  const divisor = BigInt(whole + rate);
  return Number((2n * BigInt(gross) * BigInt(rate) + divisor) / (2n * divisor));
}

/** Formats a rate: 19000 is `19%`, 8100 is `8.1%`. */
export function formatRate(rate: number): string {
  return `${rate / 1_000}%`;
}
