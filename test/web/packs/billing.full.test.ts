import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OrderId } from '../../../src/shop/orders/order.ts';
import { type AccountArea, type Member, startAccountArea } from '../../support/account-area.ts';
import { operate } from '../../support/operate.ts';
import { textOfPdf } from '../../support/pdf-text.ts';

const env = {
  DRAGOMAN_DEMO: '1',
  PACKS: JSON.stringify([{ name: 'Small', characters: 2_000, price: '9.00', currency: 'EUR' }]),
  SELLER: 'Ana Lda.\\nLisboa',
  TAX_RATES: 'PT:23,*:0',
  TAX_NOTE: 'Reverse charge',
};

const details = {
  name: 'Łódź <b> Sp. z o.o.',
  address: 'ul. Piotrkowska 1\n90-001 Łódź',
  country: 'PL',
  vatId: 'PL 123-456',
  reference: 'PO 7',
};

const year = new Date().getUTCFullYear();

type Shop = AccountArea & { readonly ana: Member };

async function openShop(): Promise<Shop> {
  const area = await startAccountArea({ env });
  return { ...area, ana: await area.signUp() };
}

async function save({ ana: { visitor } }: Shop, fields: Readonly<Record<string, string>>) {
  return visitor.submit(await visitor.open('/billing'), '/billing', fields);
}

/** Buys the pack, which a demo regards as paid; returns the page of the order. */
async function buy({ ana: { visitor } }: Shop) {
  return visitor.submit(await visitor.open('/packs'), '/packs', {});
}

describe('billing details', () => {
  test('are kept, shown in the form again, and part of the export', async () => {
    await using shop = await openShop();
    const saved = await save(shop, details);
    assert.deepEqual(saved.notices, ['good']);
    assert.match(saved.html, /value="PL123456"/);
    assert.match(saved.html, /<option value="PL" selected>Poland<\/option>/);
    await buy(shop);
    const file = await shop.ana.visitor.post('/data/export.json');
    const exported = (await file.json()) as Record<string, unknown>;
    assert.deepEqual(exported['billing_details'], {
      name: details.name,
      address: ['ul. Piotrkowska 1', '90-001 Łódź'],
      country: 'PL',
      vat_id: 'PL123456',
      reference: 'PO 7',
    });
    const [invoice] = exported['invoices'] as Record<string, unknown>[];
    assert.deepEqual([invoice?.['number'], invoice?.['total'], invoice?.['tax']], [`${year}-000001`, '9.00', '0.00']);
  });

  test('beyond their bounds are refused beside their fields, and stay in the form', async () => {
    await using shop = await openShop();
    const refused = await save(shop, { ...details, vatId: '??', address: 'a\nb\nc\nd\ne' });
    assert.equal(refused.status, 400);
    assert.deepEqual(refused.invalid, ['address', 'vatId']);
    assert.match(refused.html, /id="vatId"[^>]*value="\?\?"/);
    assert.equal(await shop.stores.billing.readDetails(shop.ana.accountId), undefined);
  });
});

describe('invoice', () => {
  test('is linked from the order and the list, and is a page and a PDF file with the same content', async () => {
    await using shop = await openShop();
    await save(shop, details);
    for (const path of ['/packs', '/']) assert.match((await shop.ana.visitor.open(path)).text, /include VAT/);
    const order = await buy(shop);
    assert.match(order.text, new RegExp(`Invoice ${year}-000001 \\( ?PDF`));
    assert.doesNotMatch(order.text, /Receipt/);
    assert.ok((await shop.ana.visitor.open('/orders')).html.includes(`href="/invoices/${year}-000001"`));
    const { text, html } = await shop.ana.visitor.open(`/invoices/${year}-000001`);
    const file = await shop.ana.visitor.fetch(`/invoices/${year}-000001.pdf`);
    assert.equal(file.headers.get('Content-Type'), 'application/pdf');
    const printed = textOfPdf(await file.bytes());
    for (const each of [
      'Ana Lda.',
      details.name,
      'Poland',
      'PL123456',
      'PO 7',
      'VAT 0%',
      '9.00 EUR',
      'Reverse charge',
      'Demo invoice',
      'This is a demo. The document is not real, and no money was paid.',
    ]) {
      assert.ok(text.includes(each), each);
      assert.ok(printed.includes(each), each);
    }
    assert.match(html, /Łódź &lt;b&gt;/);
    for (const path of [`${year}-000002`, `${year}-000001.pdfx`, `${year}-000001.pdf.pdf`, 'none.pdf']) {
      assert.equal((await shop.ana.visitor.fetch(`/invoices/${path}`)).status, 404, path);
    }
  });

  test('of a refund is a credit note, which the operator lists too', async () => {
    await using shop = await openShop();
    const { path } = await buy(shop);
    const id = /^\/orders\/([^?]+)/.exec(path)?.[1] as OrderId;
    const refund = ['order', 'refund', '--id', id, '--amount', '1.00'];
    await operate({ DATA_DIR: shop.dataDir, ...env }, ...refund);
    assert.match((await shop.ana.visitor.open(path)).text, new RegExp(`Credit note ${year}-000002`));
    const { text } = await shop.ana.visitor.open(`/invoices/${year}-000002`);
    assert.match(text, /^.*Demo credit note.*VAT 23% −0\.19 EUR/);
    assert.match(text, new RegExp(`Credit note number ${year}-000002.*Corrects invoice ${year}-000001`));
    const rows = await operate<readonly Record<string, unknown>[]>({ DATA_DIR: shop.dataDir }, 'order', 'list');
    assert.deepEqual(rows.find((row) => row['id'] === id)?.['invoices'], [`${year}-000001`, `${year}-000002`]);
  });

  test('with a letter that the PDF font lacks is printed from its page', async () => {
    await using shop = await openShop();
    await save(shop, { ...details, name: '株式会社' });
    await buy(shop);
    const refused = await shop.ana.visitor.open(`/invoices/${year}-000001.pdf`);
    assert.equal(refused.status, 400);
    assert.ok(refused.notices.includes('bad'));
    assert.match(refused.text, /株式会社/);
  });
});
