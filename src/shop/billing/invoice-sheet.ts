import { counted, formatCount } from '../../ground/counts.ts';
import type { UnixMs } from '../../ground/units.ts';
import { formatAmount } from '../orders/currency.ts';
import { referenceOf } from '../orders/order.ts';
import type { BillingDetails } from './billing-details.ts';
import { countries } from './countries.ts';
import type { Invoice } from './invoice.ts';
import { formatRate } from './tax.ts';

export type Fact = readonly [name: string, value: string];

/** An invoice as printed, on a page and as a file alike. */
export type InvoiceSheet = {
  readonly title: string;
  readonly number: string;
  readonly issuedAt: UnixMs;
  readonly facts: readonly Fact[];
  /** The first line is the name. */
  readonly seller: readonly string[];
  readonly billTo: readonly string[];
  readonly item: { readonly name: string; readonly details: string; readonly amount: string };
  /** The last but one is the total, the last is what was paid or refunded. */
  readonly sums: readonly Fact[];
  readonly notes: readonly string[];
};

/** How an order was paid, by its payment provider. */
export const paymentMethods: Readonly<Record<string, string>> = {
  stripe: 'Stripe',
  manual: 'by transfer, or as agreed',
  demo: 'demo: no money was paid',
  trial: 'none: a free trial',
};

export function sheetOf(invoice: Invoice): InvoiceSheet {
  const { kind, number, orderId, issuedAt, paidAt, buyer, packName, provider, corrects } = invoice;
  const isInvoice = kind === 'invoice';
  const isDemo = provider === 'demo';
  return {
    title: isDemo ? `Demo ${titleOf(kind).toLowerCase()}` : titleOf(kind),
    number,
    issuedAt,
    facts: [
      [`${titleOf(kind)} number`, number],
      ['Date of issue', dates.format(issuedAt)],
      ...(corrects === undefined ? [] : [['Corrects invoice', corrects] as const]),
      ['Date of supply and payment', dates.format(paidAt)],
      ['Payment', paymentMethods[provider] ?? provider],
      ['Order', referenceOf(orderId)],
      ...(buyer.reference === '' ? [] : [['Your reference', buyer.reference] as const]),
    ],
    seller: invoice.seller,
    billTo: buyerLines(buyer),
    item: {
      name: `${isInvoice ? '' : 'Refund: '}${packName}`,
      details: `${formatCount(invoice.characters)} characters of translation, valid for ${counted(invoice.validDays, 'day')}`,
      amount: money(invoice, invoice.gross),
    },
    sums: sumsOf(invoice),
    notes: [
      isDemo ? 'This is a demo. The document is not real, and no money was paid.' : '',
      invoice.taxed?.note ?? '',
    ].filter((note) => note !== ''),
  };
}

function titleOf(kind: Invoice['kind']): string {
  return kind === 'invoice' ? 'Invoice' : 'Credit note';
}

/** Returns the parts of an address that were given, one a line. */
function buyerLines(buyer: BillingDetails & { readonly email: string }): readonly string[] {
  const country = countries.get(buyer.country) ?? '';
  const vatId = buyer.vatId === '' ? '' : `VAT ID: ${buyer.vatId}`;
  return [buyer.name, ...buyer.address, country, vatId, buyer.email].filter((line) => line !== '');
}

function sumsOf(invoice: Invoice): readonly Fact[] {
  const { kind, gross, tax, taxed } = invoice;
  return [
    ...(taxed === undefined
      ? []
      : ([
          ['Net', money(invoice, gross - tax)],
          [`${taxed.name} ${formatRate(taxed.rate)}`, money(invoice, tax)],
        ] as const)),
    ['Total', money(invoice, gross)],
    [kind === 'invoice' ? 'Paid' : 'Refunded', money(invoice, gross)],
  ];
}

/** The amounts of a credit note are negative. */
function money({ kind, currency }: Invoice, amount: number): string {
  const sign = kind === 'credit_note' && amount > 0 ? '\u{2212}' : '';
  return `${sign}${formatAmount(amount, currency)} ${currency}`;
}

const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

export type InvoicePrinter = {
  /** Returns a PDF of one page; undefined when its font lacks a character. */
  print(sheet: InvoiceSheet): Promise<Uint8Array<ArrayBuffer> | undefined>;
};
