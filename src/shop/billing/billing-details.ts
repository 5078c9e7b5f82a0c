import { isOneLine } from '../../ground/one-line.ts';
import { countries } from './countries.ts';

/** The buyer, as printed on invoices. What was not given is empty. */
export type BillingDetails = {
  /** Company, or name of a person. */
  readonly name: string;
  readonly address: readonly string[];
  /** Two capital letters (source: ISO 3166-1 alpha-2). */
  readonly country: string;
  readonly vatId: string;
  /** Cost centre or number of a purchase order. */
  readonly reference: string;
};

export const noDetails: BillingDetails = { name: '', address: [], country: '', vatId: '', reference: '' };

export const billingLimits = { name: 100, addressLines: 4, addressLine: 100, vatId: 20, reference: 60 };

/** As typed; `address` has line breaks. */
export type TypedDetails = Readonly<Record<keyof BillingDetails, string>>;

export type DetailsOutcome =
  | { readonly kind: 'details'; readonly details: BillingDetails }
  | { readonly kind: 'unusable'; readonly faults: readonly (keyof BillingDetails)[] };

/** Checks and normalises typed details; every field may be empty. */
export function parseDetails(typed: TypedDetails): DetailsOutcome {
  const name = typed.name.trim();
  const address = linesOf(typed.address);
  const country = typed.country.trim().toUpperCase();
  const vatId = typed.vatId.replaceAll(/[\s.-]/g, '').toUpperCase();
  const reference = typed.reference.trim();
  const isFit: Readonly<Record<keyof BillingDetails, boolean>> = {
    name: name === '' || isOneLine(name, billingLimits.name),
    address:
      address.length <= billingLimits.addressLines &&
      address.every((line) => isOneLine(line, billingLimits.addressLine)),
    country: country === '' || countries.has(country),
    // Source: Directive 2006/112/EC, article 215; other countries have numbers of digits alone.
    vatId: vatId === '' || /^[A-Z0-9+*]{4,20}$/.test(vatId),
    reference: reference === '' || isOneLine(reference, billingLimits.reference),
  };
  const faults = fields.filter((field) => !isFit[field]);
  if (faults.length > 0) return { kind: 'unusable', faults };
  return { kind: 'details', details: { name, address, country, vatId, reference } };
}

const fields = ['name', 'address', 'country', 'vatId', 'reference'] as const;

function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}
