import { html } from 'hono/html';
import type { Fact, InvoiceSheet } from '../../shop/billing/invoice-sheet.ts';
import type { OrderId } from '../../shop/orders/order.ts';
import type { Page, Piece } from '../page.ts';
import { notice } from '../pieces.ts';

/**
 * An invoice or credit note: one page of A4 when it is printed.
 *
 * @param isPrintable false when the PDF file lacks a character
 */
export function invoicePage(sheet: InvoiceSheet, orderId: OrderId, isPrintable: boolean): Page {
  const { title, number, facts, seller, billTo, item, sums, notes } = sheet;
  const body = html`${isPrintable ? '' : notice('bad', 'The PDF font lacks a character of this document. Print this page instead.')}
<p class="actions">${isPrintable ? html`<a class="button primary" href="/invoices/${number}.pdf">Download PDF</a>` : ''}
<button class="needs-script" type="button" data-print>Print</button> <a href="/orders/${orderId}">Order</a> <a href="/orders">All orders</a></p>
<article class="invoice"><header><h1>${title}</h1><p><strong>${seller[0]}</strong></p></header>
<dl class="facts">${facts.map(factPiece)}</dl>
<div class="invoice-parties">${party('From', seller)}${party('Bill to', billTo)}</div>
<table><thead><tr><th scope="col">Description</th><th scope="col" class="number">Amount</th></tr></thead>
<tbody><tr><td><strong>${item.name}</strong><br><span class="soft small">${item.details}</span></td><td class="number">${item.amount}</td></tr></tbody></table>
<dl class="invoice-sums">${sums.map(factPiece)}</dl>
${notes.map((note) => html`<p>${note}</p>`)}</article>`;
  return {
    title: `${title} ${number}`,
    section: '/packs',
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
