import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type AccountArea, type Member } from '../../support/account-area.ts';
import { needsChromium, type Tab, type TabOptions } from '../../support/browser.ts';
import { FakeStripe } from '../../support/fake-stripe.ts';
import { follow } from '../../support/keyboard.ts';
import { operate } from '../../support/operate.ts';
import { openMemberTab } from '../member-tab.ts';

const PACKS = JSON.stringify([
  { name: 'Small', characters: 2_000, price: '3.00', currency: 'EUR' },
  {
    name: 'A pack with a long name that says at length what it is good for',
    characters: 9_000_000,
    price: '70',
    currency: 'JPY',
  },
]);

const env = { PACKS, SELLER: 'Dragoman Ltd.\\n1 Long Street', PAYMENT_INSTRUCTIONS: 'Dragoman Ltd.\\nIBAN PT50 0002' };

/** The link to an invoice. */
const firstInvoice = /^\d{4}-000001$/;

const databases = [
  ['SQLite', 'sqlite'],
  ['PostgreSQL', 'postgres'],
] as const;

async function balanceOf({ stores, now }: AccountArea, { accountId }: Member): Promise<number | undefined> {
  return (await stores.ledger.readBalance(accountId, now()))?.balance;
}

/** Opens the records like an operator's command. */
function recordsOf({ dataDir, databaseUrl }: AccountArea): Readonly<Record<string, string>> {
  return { DATA_DIR: dataDir, ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) };
}

/** A service paid by a fake Stripe, and a signed-up buyer's browser. */
async function openStripeShop(database: 'sqlite' | 'postgres', look: TabOptions = {}) {
  await using opening = new AsyncDisposableStack();
  const standIn = opening.use(await FakeStripe.start());
  const world = opening.use(await openMemberTab({ database, env: { ...env, ...standIn.env }, look }));
  const opened = opening.move();
  return { ...world, standIn, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

/** Goes from the packs to the fake Stripe's page, pays there and returns. */
async function buyFromStripe({ page, ...tab }: Pick<Tab, 'page' | 'open'>): Promise<void> {
  await tab.open('/packs');
  await page.getByRole('button', { name: 'Buy Small for 3.00 EUR' }).click();
  await page.getByRole('heading', { name: 'Small' }).waitFor();
  await page.getByRole('button', { name: 'Pay' }).click();
}

for (const [name, database] of databases) {
  describe(`${name}, in a browser`, needsChromium, () => {
    test('a pack is paid at Stripe, and the order page shows it before any webhook arrives', async () => {
      await using shop = await openStripeShop(database);
      const { standIn, area, member, tab } = shop;
      const stalled = standIn.stall('/sessions/');
      await buyFromStripe({ page: tab.page, open: (path) => tab.open(path) });
      await tab.page.locator('.notice.warn').waitFor();
      await tab.assertSound();
      await stalled.met;
      assert.equal(await balanceOf(area, member), 0);
      stalled.release();
      await tab.page.locator('.notice.good', { hasText: '2,000' }).waitFor();
      await tab.page.getByRole('link', { name: firstInvoice }).waitFor();
      await tab.page.waitForLoadState('load');
      assert.equal(await tab.page.locator('[hx-get]').count(), 0, 'the page looks no longer');
      await tab.assertSound();
      await tab.page.getByRole('link', { name: firstInvoice }).click();
      await tab.page.getByRole('heading', { name: 'Invoice', exact: true }).waitFor();
      assert.match((await tab.page.locator('.invoice').textContent()) ?? '', /Dragoman Ltd\..*Stripe.*3\.00 EUR/s);
      standIn.sendTo(area.url);
      const event = standIn.records.events.at(-1);
      assert.ok(event);
      for (let count = 0; count < 3; count++) assert.equal(await standIn.deliver(area.url, event), 200);
      assert.equal(await balanceOf(area, member), 2_000);
    });

    test('a pack is bought at Stripe and found among the orders, by keyboard only', async () => {
      await using shop = await openStripeShop(database);
      const { area, member, tab } = shop;
      await tab.open('/account');
      await follow(tab, 'Billing');
      await follow(tab, 'Buy Small for 3.00 EUR', 'Space');
      // Stripe's page is not checked: here it is the fake's.
      await tab.page.getByRole('button', { name: 'Pay' }).press('Enter');
      await tab.page.locator('.notice.good', { hasText: '2,000' }).waitFor();
      assert.equal(await balanceOf(area, member), 2_000);
      await follow(tab, 'Orders and invoices');
      await tab.page.getByRole('cell', { name: 'Paid', exact: true }).waitFor();
      assert.deepEqual(tab.faults, []);
    });

    test('without scripts a pack is paid at Stripe after an interruption, and shown as paid', async () => {
      await using shop = await openStripeShop(database, { hasScript: false });
      const { standIn, area, member, tab } = shop;
      const { page } = tab;
      await tab.open('/packs');
      await page.getByRole('button', { name: 'Buy Small for 3.00 EUR' }).click();
      await page.getByRole('link', { name: 'Back' }).click();
      await page.locator('.notice.warn').waitFor();
      standIn.sendTo(area.url);
      await page.getByRole('button', { name: 'Go to payment' }).click();
      await page.getByRole('button', { name: 'Pay' }).click();
      // By the refresh of a page without scripts.
      await page.locator('.notice.good', { hasText: '2,000' }).waitFor();
      assert.equal(standIn.records.sessions.size, 1);
      assert.equal(await balanceOf(area, member), 2_000);
      await page.getByRole('link', { name: 'Orders and invoices' }).click();
      await page.getByRole('cell', { name: 'Paid', exact: true }).waitFor();
    });

    test('the page of an order without a provider updates when the operator marks it as paid', async () => {
      await using world = await openMemberTab({ database, env });
      const { area, tab, page } = world;
      await tab.open('/packs');
      await page.getByRole('button', { name: 'Order Small for 3.00 EUR' }).press('Enter');
      await page.locator('.notice.warn').waitFor();
      await tab.assertSound();
      const id = tab.path.split('/')[2] ?? '';
      await operate(recordsOf(area), 'order', 'mark-paid', '--id', id);
      await page.locator('.notice.good', { hasText: '2,000' }).waitFor();
      await tab.assertSound();
      await operate(recordsOf(area), 'order', 'refund', '--id', id, '--amount', '1.50');
      await page.reload();
      await page.getByText(/1\.50 of 3\.00 EUR.* 1,000/).waitFor();
      await tab.assertSound();
    });
  });
}

describe('pages of packs and orders', needsChromium, () => {
  test('print an invoice with a button, if scripts are on', async () => {
    await using world = await openMemberTab({ env: { ...env, DRAGOMAN_DEMO: '1' } });
    const { tab } = world;
    await tab.page.addInitScript('window.print = () => { document.title = "printed"; }');
    await tab.open('/packs');
    await tab.leave(() => tab.page.getByRole('button', { name: 'Buy Small for 3.00 EUR' }).click());
    await tab.leave(() => tab.page.getByRole('link', { name: firstInvoice }).click());
    await tab.page.getByRole('button', { name: 'Print' }).click();
    assert.equal(await tab.page.title(), 'printed');
    assert.deepEqual(tab.faults, []);
  });
});
