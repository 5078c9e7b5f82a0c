import { assert } from '../../ground/assert.ts';
import type { UnixMs } from '../../ground/units.ts';
import type { Account, AccountId } from '../../shop/accounts/account.ts';
import { type BillingDetails, noDetails } from '../../shop/billing/billing-details.ts';
import type { InvoicePage } from '../../shop/billing/billing-store.ts';
import {
  creditNoteOf,
  type Invoice,
  type InvoiceContent,
  type InvoiceDraft,
  type InvoiceSettings,
  invoiceNumber,
  invoiceOf,
} from '../../shop/billing/invoice.ts';
import type { NewOrder, OrderId } from '../../shop/orders/order.ts';
import { lockAccount } from './account-procedures.ts';
import {
  change,
  momentValue,
  oneOf,
  type Procedure,
  plainText,
  query,
  type SqlRow,
  wholeNumberValue,
} from './procedure.ts';
import { selectPage } from './selection.ts';

const selectDetails = 'select name, address, country, vat_id, reference from billing_details where account_id = $1';

const upsertDetails = `insert into billing_details (account_id, name, address, country, vat_id, reference)
 values ($1, $2, $3, $4, $5, $6)
 on conflict (account_id) do update set name = excluded.name, address = excluded.address, country = excluded.country,
 vat_id = excluded.vat_id, reference = excluded.reference`;

const columns = 'id, kind, account_id, order_id, issued_at, currency, gross, tax, content';

const findOwn = `select ${columns} from invoices where id = $1 and account_id = $2`;

const selectOfOrder = `select ${columns} from invoices where order_id = $1 order by year, position`;

// The row stays locked until the transaction ends, so that its number is used or free again.
const takePosition = `insert into invoice_years (year, last) values ($1, 1)
 on conflict (year) do update set last = invoice_years.last + 1 returning last`;

const insert = `insert into invoices
 (id, year, position, kind, account_id, order_id, issued_at, currency, gross, tax, content)
 values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

export function* readDetails(accountId: AccountId): Procedure<BillingDetails | undefined> {
  const [row] = yield query(selectDetails, accountId);
  if (row === undefined) return undefined;
  const [name, address, country, vatId, reference] = row;
  return {
    name: plainText(name),
    address: plainText(address).split('\n').filter(Boolean),
    country: plainText(country),
    vatId: plainText(vatId),
    reference: plainText(reference),
  };
}

export function* saveDetails(accountId: AccountId, details: BillingDetails): Procedure<void> {
  const account = yield* lockAccount(accountId);
  if (account === undefined || account.erasedAt !== undefined) return;
  const { name, address, country, vatId, reference } = details;
  yield change(upsertDetails, accountId, name, address.join('\n'), country, vatId, reference);
}

export function* findInvoice(accountId: AccountId, number: string): Procedure<Invoice | undefined> {
  return (yield query(findOwn, number, accountId)).map(readInvoice)[0];
}

export function* listInvoices({ accountId, after, limit }: InvoicePage): Procedure<readonly Invoice[]> {
  const order = ['year', 'position'];
  return (yield* selectPage({ table: 'invoices', columns, accountId, order, after, limit })).map(readInvoice);
}

/** What follows from a report of a payment; the order's row and its account are locked. */
export type Issuing = {
  readonly order: Pick<NewOrder, 'id' | 'accountId' | 'provider' | 'pack'>;
  /** Whether this report was the first of the payment. */
  readonly isNewlyPaid: boolean;
  /** Sum of the order's refunds. */
  readonly refunded: number;
  readonly account: Pick<Account, 'email'>;
  readonly settings: InvoiceSettings | undefined;
  readonly at: UnixMs;
};

const noInvoices: InvoiceSettings = { seller: [], prefix: '', tax: undefined };

/**
 * Issues the invoice and the credit note that are due. The last step of its transaction: all others that issue an
 * invoice wait for it from then on.
 *
 * @returns the numbers of all invoices and credit notes of the order
 */
export function* issueInvoices(issuing: Issuing): Procedure<readonly string[]> {
  const { order, isNewlyPaid, refunded, account, settings = noInvoices, at } = issuing;
  const issued = (yield query(selectOfOrder, order.id)).map(readInvoice);
  const numbers = issued.map(({ number }) => number);
  let [invoice] = issued;
  if (invoice === undefined && isNewlyPaid) {
    const details = (yield* readDetails(order.accountId)) ?? noDetails;
    const draft = invoiceOf({ order, at, buyer: { ...details, email: account.email }, settings });
    if (draft !== undefined) {
      invoice = yield* issue(draft, settings);
      numbers.push(invoice.number);
    }
  }
  if (invoice === undefined) return numbers;
  const notes = issued.filter(({ kind }) => kind === 'credit_note');
  const credited = notes.reduce((sum, { gross }) => sum + gross, 0);
  const note = creditNoteOf(invoice, { credited, refunded, at });
  if (note !== undefined) numbers.push((yield* issue(note, settings)).number);
  return numbers;
}

function* issue(draft: InvoiceDraft, { prefix }: InvoiceSettings): Procedure<Invoice> {
  const { kind, accountId, orderId, issuedAt, currency, gross, tax, ...content } = draft;
  const year = new Date(issuedAt).getUTCFullYear();
  const [row] = yield query(takePosition, year);
  assert(row !== undefined, 'a year has a last number');
  const position = wholeNumberValue(row[0]);
  const number = invoiceNumber(prefix, year, position);
  const place = [number, year, position, kind, accountId, orderId, issuedAt];
  yield change(insert, ...place, currency, gross, tax, JSON.stringify(content satisfies InvoiceContent));
  return { ...draft, number };
}

function readInvoice([id, kind, accountId, orderId, issuedAt, currency, gross, tax, content]: SqlRow): Invoice {
  return {
    ...(JSON.parse(plainText(content)) as InvoiceContent),
    number: plainText(id),
    kind: oneOf(['invoice', 'credit_note'], kind),
    accountId: plainText(accountId) as AccountId,
    orderId: plainText(orderId) as OrderId,
    issuedAt: momentValue(issuedAt),
    currency: plainText(currency),
    gross: wholeNumberValue(gross),
    tax: wholeNumberValue(tax),
  };
}
