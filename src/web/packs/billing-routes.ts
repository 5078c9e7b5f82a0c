import type { AccountId } from '../../shop/accounts/account.ts';
import { noDetails, parseDetails } from '../../shop/billing/billing-details.ts';
import type { BillingStore } from '../../shop/billing/billing-store.ts';
import type { InvoicePrinter } from '../../shop/billing/invoice-printer.ts';
import { sheetOf } from '../../shop/billing/invoice-sheet.ts';
import type { Pages } from '../pages.ts';
import { fileReply, sendTo } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import { nothingThere, type SignedInVisit } from '../visit.ts';
import { billingPage } from './billing-page.ts';
import { invoicePage } from './invoice-page.ts';

export type BillingPagesParts = {
  readonly pages: Pages;
  readonly billing: BillingStore;
  readonly printer: InvoicePrinter;
  /** Limits how often an account may print. @throws ServiceError `rate_limited` */
  readonly admit: (accountId: AccountId) => Promise<void>;
};

/** Billing details, invoices and credit notes. */
export function billingRoutes(parts: BillingPagesParts): readonly PageRoute[] {
  return [
    visitors.get('/billing', (visit) => showDetails(parts, visit)),
    visitors.post('/billing', (visit) => saveDetails(parts, visit)),
    visitors.get('/invoices/:number', (visit) => showInvoice(parts, visit)),
  ];
}

async function showDetails({ pages, billing }: BillingPagesParts, visit: SignedInVisit): Promise<Response> {
  const details = (await billing.readDetails(visit.visitor.accountId)) ?? noDetails;
  const typed = { ...details, address: details.address.join('\n') };
  const wasSaved = visit.url.searchParams.get('done') === 'saved';
  return pages.render(visit, billingPage({ typed, faults: [], wasSaved }));
}

async function saveDetails({ pages, billing }: BillingPagesParts, visit: SignedInVisit): Promise<Response> {
  const form = await visit.readForm();
  const typed = {
    name: form.text('name'),
    address: form.text('address'),
    country: form.text('country'),
    vatId: form.text('vatId'),
    reference: form.text('reference'),
  };
  const outcome = parseDetails(typed);
  if (outcome.kind === 'unusable') {
    return pages.render(visit, billingPage({ typed, faults: outcome.faults, wasSaved: false }));
  }
  await billing.saveDetails(visit.visitor.accountId, outcome.details);
  return sendTo(visit, '/billing?done=saved');
}

/** `/invoices/2026-000123` is a page, `/invoices/2026-000123.pdf` a file. */
async function showInvoice(parts: BillingPagesParts, visit: SignedInVisit): Promise<Response> {
  const { pages, billing, printer, admit } = parts;
  const { accountId } = visit.visitor;
  const [, number = '', suffix] = /^(.*?)(\.pdf)?$/.exec(visit.parameters['number'] ?? '') ?? [];
  const invoice = await billing.findInvoice(accountId, number);
  if (invoice === undefined) throw nothingThere();
  const sheet = sheetOf(invoice);
  if (suffix === undefined) return pages.render(visit, invoicePage(sheet, invoice.orderId, true));
  await admit(accountId);
  const bytes = await printer.print(sheet);
  if (bytes === undefined) return pages.render(visit, invoicePage(sheet, invoice.orderId, false));
  return fileReply(`${number}.pdf`, 'application/pdf', bytes);
}
