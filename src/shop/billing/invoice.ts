import { type Characters, type UnixMs, unixMs } from '../../ground/units.ts';
import type { AccountId } from '../accounts/account.ts';
import type { Order, OrderId } from '../orders/order.ts';
import type { BillingDetails } from './billing-details.ts';
import { rateFor, type TaxTable, taxIn } from './tax.ts';

export type InvoiceSettings = {
  /** Name and address in lines. Without them no invoice is issued, because it would not be valid. */
  readonly seller: readonly string[];
  /** First part of new numbers; may be empty. */
  readonly prefix: string;
  readonly tax: TaxTable | undefined;
};

/** An invoice of a paid order, or a credit note of a refund; never changed. Amounts are above 0, in the smallest unit. */
export type Invoice = InvoiceDraft & { readonly number: string };

export type InvoiceDraft = InvoiceContent & {
  readonly kind: 'invoice' | 'credit_note';
  readonly accountId: AccountId;
  readonly orderId: OrderId;
  readonly issuedAt: UnixMs;
  readonly currency: string;
  readonly gross: number;
  /** The part of `gross` that is tax. */
  readonly tax: number;
};

/** A snapshot of everything else that is printed. */
export type InvoiceContent = {
  readonly seller: readonly string[];
  readonly buyer: BillingDetails & { readonly email: string };
  readonly provider: string;
  readonly packName: string;
  readonly characters: Characters;
  readonly validDays: number;
  readonly paidAt: UnixMs;
  /** Undefined when the operator has set no taxes. The rate is in thousandths of a percent. */
  readonly taxed?: { readonly name: string; readonly rate: number; readonly note?: string };
  /** Number of the invoice that a credit note corrects. */
  readonly corrects?: string;
};

export type InvoiceOccasion = {
  readonly order: Pick<Order, 'id' | 'accountId' | 'provider' | 'pack'>;
  readonly at: UnixMs;
  readonly buyer: InvoiceContent['buyer'];
  readonly settings: InvoiceSettings;
};

/** Returns the invoice of an order that was just paid; undefined when it is free or there is no seller. */
export function invoiceOf({ order, at, buyer, settings }: InvoiceOccasion): InvoiceDraft | undefined {
  const { id: orderId, accountId, provider, pack } = order;
  const { seller, tax: table } = settings;
  if (pack.price === 0 || seller.length === 0) return undefined;
  const rate = table === undefined ? 0 : rateFor(table, buyer.country);
  const note = rate === 0 ? table?.zeroNote : undefined;
  return {
    kind: 'invoice',
    accountId,
    orderId,
    issuedAt: at,
    currency: pack.currency,
    gross: pack.price,
    tax: taxIn(pack.price, rate),
    seller,
    buyer,
    provider,
    packName: pack.name,
    characters: pack.characters,
    validDays: pack.validDays,
    paidAt: at,
    ...(table === undefined ? {} : { taxed: { name: table.name, rate, ...(note === undefined ? {} : { note }) } }),
  };
}

export type Refunding = {
  /** Sum of the order's credit notes so far. */
  readonly credited: number;
  /** Sum of the order's refunds. */
  readonly refunded: number;
  readonly at: UnixMs;
};

/**
 * Returns the credit note for refunds without one; undefined if there are none. Its tax is the growth of the tax on all
 * refunds: those of a full refund add up to the invoice's tax. It is never dated or numbered before the invoice.
 */
export function creditNoteOf(invoice: Invoice, { credited, refunded, at }: Refunding): InvoiceDraft | undefined {
  if (refunded <= credited) return undefined;
  const { number, ...rest } = invoice;
  const rate = invoice.taxed?.rate ?? 0;
  const tax = taxIn(refunded, rate) - taxIn(credited, rate);
  // Of two reports, the later one may be booked first.
  const issuedAt = unixMs(Math.max(at, invoice.issuedAt));
  return { ...rest, kind: 'credit_note', corrects: number, issuedAt, gross: refunded - credited, tax };
}

/** Returns a number such as `2026-000123`, after the prefix if there is one. */
export function invoiceNumber(prefix: string, year: number, position: number): string {
  return `${prefix === '' ? '' : `${prefix}-`}${year}-${String(position).padStart(6, '0')}`;
}

export type InvoicePage = {
  readonly accountId: AccountId;
  /** Number of the last invoice of the previous page; undefined for the first page. */
  readonly after: string | undefined;
  readonly limit: number;
};

/** The database operations of billing details and issued invoices, which `OrderStore.reportPayment` issues. */
export type BillingStore = {
  readDetails(accountId: AccountId): Promise<BillingDetails | undefined>;
  /** Does nothing for an erased account. */
  saveDetails(accountId: AccountId, details: BillingDetails): Promise<void>;
  findInvoice(accountId: AccountId, number: string): Promise<Invoice | undefined>;
  /** Returns a page of an account's invoices and credit notes, oldest first. */
  listInvoices(page: InvoicePage): Promise<readonly Invoice[]>;
};
