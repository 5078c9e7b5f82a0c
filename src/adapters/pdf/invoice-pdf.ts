import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { create, type Font } from 'fontkit';
import Pdf from 'pdfkit';
import type { Fact, InvoicePrinter, InvoiceSheet } from '../../shop/billing/invoice-sheet.ts';

const regular = readFileSync(new URL(import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')));
const bold = readFileSync(new URL(import.meta.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')));
const coverage = create(regular) as Font;

/** In points, on A4: 595 by 842. */
const left = 56;
const width = 483;
const half = left + width / 2;
const right = left + width;

/** At the right edge, with digits of one width. */
const atRight: PDFKit.Mixins.TextOptions = { width: width / 2, align: 'right', features: ['tnum'] };

const ink = '#1a1d24';
const soft = '#5b606b';
const line = '#d9dbe0';

export const pdfPrinter: InvoicePrinter = {
  async print(sheet) {
    const normal = normalised(sheet);
    if (!isCovered(normal)) return undefined;
    const { title, number, issuedAt } = normal;
    const info = { Title: `${title} ${number}`, CreationDate: new Date(issuedAt) };
    const document = new Pdf({ size: 'A4', margin: left, info, lang: 'en', font: '' });
    const bytes = buffer(document);
    draw(document, normal);
    document.end();
    return new Uint8Array(await bytes);
  },
};

/** Letters with accents as one code point each, as fonts have them. */
function normalised(sheet: InvoiceSheet): InvoiceSheet {
  return JSON.parse(JSON.stringify(sheet).normalize('NFC')) as InvoiceSheet;
}

function isCovered(sheet: InvoiceSheet): boolean {
  return [...JSON.stringify(sheet)].every((character) => coverage.hasGlyphForCodePoint(character.codePointAt(0) ?? 0));
}

function draw(document: PDFKit.PDFDocument, { title, number, facts, seller, billTo, item, sums, notes }: InvoiceSheet) {
  document.registerFont('regular', regular).registerFont('bold', bold);
  document.font('bold').fontSize(22).fillColor(ink).text(title, left, left);
  document.fontSize(11).text(seller[0] ?? '', half, left + 8, atRight);
  let y = left + 48;
  for (const fact of facts) y = drawFact(document, fact, y);
  y += 20;
  const ends = [drawLines(document, seller, { x: left, y, heading: 'From' })];
  ends.push(drawLines(document, billTo, { x: half, y, heading: 'Bill to' }));
  y = Math.max(...ends) + 28;
  document.font('regular').fontSize(9).fillColor(soft);
  document.text('Description', left, y).text('Amount', half, y, atRight);
  y = rule(document, y + 16, ink) + 10;
  document.font('bold').fontSize(9.5).fillColor(ink);
  document.text(item.amount, half, y, atRight);
  document.text(item.name, left, y, { width: width * 0.7 });
  document
    .font('regular')
    .fillColor(soft)
    .text(item.details, { width: width * 0.7 });
  y = rule(document, document.y + 12, line) + 10;
  for (const [index, sum] of sums.entries()) {
    document.font(index === sums.length - 1 ? 'bold' : 'regular').fillColor(ink);
    document.text(sum[0], half, y).text(sum[1], half, y, atRight);
    y = rule(document, document.y + 6, line, half) + 6;
  }
  document
    .font('regular')
    .fillColor(ink)
    .text(notes.join('\n'), left, y + 20, { width });
  document
    .fontSize(8)
    .fillColor(soft)
    .text(`${title} ${number}`, left, 842 - left - 12, { width, align: 'right' });
}

function drawFact(document: PDFKit.PDFDocument, [name, value]: Fact, y: number): number {
  document.font('regular').fontSize(9.5).fillColor(soft).text(name, left, y);
  document.fillColor(ink).text(value, left + 150, y, { width: width - 150 });
  return document.y + 3;
}

const partyHeightMax = 200;

type Place = { readonly x: number; readonly y: number; readonly heading: string };

function drawLines(document: PDFKit.PDFDocument, lines: readonly string[], { x, y, heading }: Place): number {
  document.font('bold').fontSize(9.5).fillColor(ink).text(heading, x, y);
  document.font('regular').moveDown(0.2);
  const options = { width: width / 2 - 16, lineGap: 2 };
  const text = lines.join('\n');
  // Long addresses are printed smaller, so that the rest fits on the page.
  for (let size = 9; size > 3 && document.heightOfString(text, options) > partyHeightMax; size -= 0.5) {
    document.fontSize(size);
  }
  return document.text(text, options).y;
}

/** Draws a line across the page, and returns `y`. */
function rule(document: PDFKit.PDFDocument, y: number, colour: string, from = left): number {
  document.moveTo(from, y).lineTo(right, y).lineWidth(0.75).strokeColor(colour).stroke();
  return y;
}
