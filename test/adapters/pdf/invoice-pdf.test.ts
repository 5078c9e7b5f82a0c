import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pdfPrinter } from '../../../src/adapters/pdf/invoice-pdf.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { noDetails } from '../../../src/shop/billing/billing-details.ts';
import { invoiceOf } from '../../../src/shop/billing/invoice.ts';
import { sheetOf } from '../../../src/shop/billing/invoice-sheet.ts';
import { firstMoment, newOrder } from '../../support/ledger-world.ts';
import { textOfPdf } from '../../support/pdf-text.ts';

function sheetFor(name: string) {
  const settings = {
    seller: ['Ana Lda.', 'Lisboa'],
    prefix: '',
    tax: { name: 'VAT', rates: [{ country: '*', rate: 23_000 }], zeroNote: undefined },
  };
  const buyer = { ...noDetails, name, country: 'PL', email: 'buyer@example.com' };
  const order = newOrder('account' as AccountId, 1_000);
  const draft = invoiceOf({ order, at: firstMoment, buyer, settings });
  assert.ok(draft);
  return sheetOf({ ...draft, number: '2026-000001' });
}

function pagesOf(bytes: Uint8Array | undefined): number {
  const file = Buffer.from(bytes ?? []).toString('latin1');
  return file.match(/\/Type \/Page\n/g)?.length ?? 0;
}

describe('PDF of an invoice', () => {
  test('has the whole sheet in Latin, Greek and Cyrillic letters, on one page', async () => {
    const sheet = sheetFor('Żółć Σίγμα Ђура');
    const bytes = await pdfPrinter.print(sheet);
    assert.ok(bytes);
    const text = textOfPdf(bytes);
    const { title, facts, seller, billTo, item, sums } = sheet;
    for (const each of [title, ...facts.flat(), ...seller, ...billTo, item.name, item.details, ...sums.flat()]) {
      assert.ok(text.includes(each), `${each} in ${text}`);
    }
    assert.match(text, /VAT 23%\n0\.19 EUR/);
    assert.equal(pagesOf(bytes), 1);
    assert.deepEqual(await pdfPrinter.print(sheet), bytes, 'the same file each time');
  });

  test('fits on one page with the longest seller', async () => {
    const sheet = { ...sheetFor('N'.repeat(100)), seller: Array.from({ length: 20 }, () => 'Long Street '.repeat(16)) };
    assert.equal(pagesOf(await pdfPrinter.print(sheet)), 1);
  });

  test('has accents that were typed as marks of their own', async () => {
    const bytes = await pdfPrinter.print(sheetFor('e\u{301}'));
    assert.ok(bytes && textOfPdf(bytes).includes('\u{e9}'));
  });

  test('is not made when the font lacks a letter', async () => {
    assert.equal(await pdfPrinter.print(sheetFor('株式会社')), undefined);
  });
});
