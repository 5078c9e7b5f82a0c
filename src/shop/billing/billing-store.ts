import type { AccountId } from '../accounts/account.ts';
import type { BillingDetails } from './billing-details.ts';
import type { Invoice } from './invoice.ts';

export type InvoicePage = {
  readonly accountId: AccountId;
  /** Number of the last invoice of the previous page; undefined for the first page. */
  readonly after: string | undefined;
  readonly limit: number;
};

/** The database operations of billing details and issued invoices, which `OrderStore.reportPayment` issues. */
export type BillingStore = {
  /** Returns undefined when the account has none. */
  readDetails(accountId: AccountId): Promise<BillingDetails | undefined>;
  /** Does nothing for an erased account. */
  saveDetails(accountId: AccountId, details: BillingDetails): Promise<void>;
  /** Returns an invoice or credit note of the account; undefined for any other number. */
  findInvoice(accountId: AccountId, number: string): Promise<Invoice | undefined>;
  /** Returns a page of an account's invoices and credit notes, oldest first. */
  listInvoices(page: InvoicePage): Promise<readonly Invoice[]>;
};
