import type { UnixMs } from '../../ground/units.ts';
import type { Account, AccountId } from '../../shop/accounts/account.ts';
import { type BillingDetails, noDetails } from '../../shop/billing/billing-details.ts';
import {
  type BillingStore,
  creditNoteOf,
  type Invoice,
  type InvoiceContent,
  type InvoiceDraft,
  type InvoiceSettings,
  invoiceNumber,
  invoiceOf,
} from '../../shop/billing/invoice.ts';
import type { NewOrder } from '../../shop/orders/order.ts';
import { lockKeptAccount } from './account-procedures.ts';
import { oneOf, plainText, record, type SqlRow } from './column-values.ts';
import { change, countOf, type Procedure, type ProceduresOf, query } from './procedure.ts';
import { selectPage } from './selection.ts';

const details = record<BillingDetails>({
  name: 'text',
  address: (lines) => plainText(lines).split('\n').filter(Boolean),
  country: 'text',
  vatId: 'text',
  reference: 'text',
});

const selectDetails = `select ${details.columns} from billing_details where account_id = $1`;

const upsertDetails = `insert into billing_details (account_id, ${details.columns})
 values ($1, $2, $3, $4, $5, $6)
 on conflict (account_id) do update set name = excluded.name, address = excluded.address, country = excluded.country,
 vat_id = excluded.vat_id, reference = excluded.reference`;

const invoice = record<Omit<Invoice, keyof InvoiceContent> & { readonly content: InvoiceContent }>({
  number: 'text',
  kind: (value) => oneOf(['invoice', 'credit_note'], value),
  accountId: 'text',
  orderId: 'text',
  issuedAt: 'number',
  currency: 'text',
  gross: 'number',
  tax: 'number',
  content: (value) => JSON.parse(plainText(value)),
});

const columns = 'id, kind, account_id, order_id, issued_at, currency, gross, tax, content';

const findOwn = `select ${columns} from invoices where id = $1 and account_id = $2`;

const selectOfOrder = `select ${columns} from invoices where order_id = $1 order by year, position`;

// The row stays locked until the transaction ends, so that its number is used or free again.
const takePosition = `insert into invoice_years (year, last) values ($1, 1)
 on conflict (year) do update set last = invoice_years.last + 1 returning last`;

const insert = `insert into invoices
 (id, year, position, kind, account_id, order_id, issued_at, currency, gross, tax, content)
 values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`;

function* readDetails(accountId: AccountId): Procedure<BillingDetails | undefined> {
  return (yield query(selectDetails, accountId)).map(details.read)[0];
}

export const billingReads = {
  readDetails,

  *findInvoice(accountId, number) {
    return (yield query(findOwn, number, accountId)).map(readInvoice)[0];
  },

  *listInvoices({ accountId, after, limit }) {
    const order = ['year', 'position'];
    return (yield* selectPage({ table: 'invoices', columns, accountId, order, after, limit })).map(readInvoice);
  },
} satisfies ProceduresOf<BillingStore>;

export const billingChanges = {
  *saveDetails(accountId, { name, address, country, vatId, reference }) {
    if ((yield* lockKeptAccount(accountId)) === undefined) return;
    yield change(upsertDetails, accountId, name, address.join('\n'), country, vatId, reference);
  },
} satisfies ProceduresOf<BillingStore>;

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

/** Last in its transaction: others that issue an invoice wait from then on. @returns all numbers of the order */
export function* issueInvoices(issuing: Issuing): Procedure<readonly string[]> {
  const { order, isNewlyPaid, refunded, account, settings = noInvoices, at } = issuing;
  const issued = (yield query(selectOfOrder, order.id)).map(readInvoice);
  const numbers = issued.map(({ number }) => number);
  let [first] = issued;
  if (first === undefined && isNewlyPaid) {
    const buyer = (yield* readDetails(order.accountId)) ?? noDetails;
    const draft = invoiceOf({ order, at, buyer: { ...buyer, email: account.email }, settings });
    if (draft !== undefined) {
      first = yield* issue(draft, settings);
      numbers.push(first.number);
    }
  }
  if (first === undefined) return numbers;
  const notes = issued.filter(({ kind }) => kind === 'credit_note');
  const credited = notes.reduce((sum, { gross }) => sum + gross, 0);
  const note = creditNoteOf(first, { credited, refunded, at });
  if (note !== undefined) numbers.push((yield* issue(note, settings)).number);
  return numbers;
}

function* issue(draft: InvoiceDraft, { prefix }: InvoiceSettings): Procedure<Invoice> {
  const { kind, accountId, orderId, issuedAt, currency, gross, tax, ...content } = draft;
  const year = new Date(issuedAt).getUTCFullYear();
  const position = countOf(yield query(takePosition, year));
  const number = invoiceNumber(prefix, year, position);
  const place = [number, year, position, kind, accountId, orderId, issuedAt];
  yield change(insert, ...place, currency, gross, tax, JSON.stringify(content satisfies InvoiceContent));
  return { ...draft, number };
}

function readInvoice(row: SqlRow): Invoice {
  const { content, ...rest } = invoice.read(row);
  return { ...content, ...rest };
}
