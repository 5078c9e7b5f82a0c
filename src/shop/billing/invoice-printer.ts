import type { InvoiceSheet } from './invoice-sheet.ts';

/** Prints invoices as files. */
export type InvoicePrinter = {
  /** Returns a PDF of one page; undefined when its font lacks a character. */
  print(sheet: InvoiceSheet): Promise<Uint8Array<ArrayBuffer> | undefined>;
};
