import { html } from 'hono/html';
import {
  type BillingDetails,
  billingLimits,
  noDetails,
  parseDetails,
  type TypedDetails,
} from '../../shop/billing/billing-details.ts';
import { countries } from '../../shop/billing/countries.ts';
import { type Fact, type InvoicePrinter, type InvoiceSheet, sheetOf } from '../../shop/billing/invoice-sheet.ts';
import type { OrderId } from '../../shop/orders/order.ts';
import type { AccountParts } from '../account-parts.ts';
import { choice, field, textArea } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { type FormProblem, notice, problemSummary } from '../pieces.ts';
import { fileReply, sendTo } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import { nothingThere, type SignedInVisit } from '../visit.ts';

export type BillingPagesParts = Pick<AccountParts, 'pages' | 'billing' | 'admit'> & {
  readonly printer: InvoicePrinter;
};

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

type BillingView = {
  readonly typed: TypedDetails;
  readonly faults: readonly (keyof BillingDetails)[];
  readonly wasSaved: boolean;
};

const messages: Readonly<Record<keyof BillingDetails, string>> = {
  name: `Enter a company or name of at most ${billingLimits.name} characters, all in one line.`,
  address: `Enter an address of at most ${billingLimits.addressLines} lines with ${billingLimits.addressLine} characters each.`,
  country: 'Choose a country from the list.',
  vatId: 'Enter a VAT ID of 4 to 20 letters and digits, such as DE123456789.',
  reference: `Enter a reference of at most ${billingLimits.reference} characters, all in one line.`,
};

function billingPage({ typed, faults, wasSaved }: BillingView): Page {
  const problems = faults.map((fault): FormProblem => ({ param: fault, message: messages[fault] }));
  const body = html`<div class="narrow"><h1>Billing details</h1>
${wasSaved ? notice('good', 'Saved.') : ''}${problemSummary(problems)}
<p>Your invoices show these details. All of them are optional. They apply to invoices from now on: an invoice that was issued does not change.</p>
<form method="post" action="/billing">
${field({ name: 'name', label: 'Company or name', value: typed.name, lengthMax: billingLimits.name, autocomplete: 'organization', problems })}
${textArea({ name: 'address', label: 'Address', hint: 'Street, postal code and city, without the country', value: typed.address, rows: billingLimits.addressLines, attributes: html` autocomplete="street-address"`, problems })}
${choice({ name: 'country', label: 'Country', value: typed.country, choices: [['', 'Not given'], ...countries], problems })}
${field({ name: 'vatId', label: 'VAT ID', value: typed.vatId, lengthMax: 40, autocomplete: 'off', problems })}
${field({ name: 'reference', label: 'Cost centre or PO number', value: typed.reference, lengthMax: billingLimits.reference, autocomplete: 'off', problems })}
<div class="actions"><button class="primary" type="submit">Save details</button></div></form></div>`;
  return { title: 'Billing details', section: '/billing', body, status: problems.length === 0 ? 200 : 400 };
}

/** An invoice or credit note. `isPrintable` is false when the PDF file lacks a character. */
function invoicePage(sheet: InvoiceSheet, orderId: OrderId, isPrintable: boolean): Page {
  const { title, number, facts, seller, billTo, item, sums, notes } = sheet;
  const body = html`${isPrintable ? '' : notice('bad', 'The PDF font lacks a character of this document. Print this page instead.')}
<p class="actions">${isPrintable ? html`<a class="button primary" href="/invoices/${number}.pdf">Download PDF</a>` : ''}
<button class="needs-script" type="button" data-print>Print</button> <a href="/orders/${orderId}">Order</a></p>
<article class="invoice"><header><h1>${title}</h1><p><strong>${seller[0]}</strong></p></header>
<dl class="facts">${facts.map(factPiece)}</dl>
<div class="invoice-parties">${party('From', seller)}${party('Bill to', billTo)}</div>
<table><thead><tr><th scope="col">Description</th><th scope="col" class="number">Amount</th></tr></thead>
<tbody><tr><td><strong>${item.name}</strong><br><span class="soft small">${item.details}</span></td><td class="number">${item.amount}</td></tr></tbody></table>
<dl class="invoice-sums">${sums.map(factPiece)}</dl>
${notes.map((note) => html`<p>${note}</p>`)}</article>`;
  return {
    title: `${title} ${number}`,
    section: '/orders',
    scripts: ['receipt'],
    body,
    status: isPrintable ? 200 : 400,
  };
}

function factPiece([name, value]: Fact): Piece {
  return html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}

function party(heading: string, lines: readonly string[]): Piece {
  return html`<section><h2>${heading}</h2><p class="order-lines">${lines.map((line) => html`<span>${line}</span>`)}</p></section>`;
}
