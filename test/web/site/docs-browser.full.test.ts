import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { endpoints } from '../../../src/api/endpoints.ts';
import { createKey } from '../../support/account-area-belongings.ts';
import { needsChromium } from '../../support/browser.ts';
import { eventually } from '../../support/eventually.ts';
import { looks, openMemberTab, openTab } from '../member-tab.ts';

describe('documentation in a browser', needsChromium, () => {
  for (const hasScript of [true, false]) {
    test(`the docs are searched by keyboard, ${hasScript ? 'with results while typing' : 'without scripts'}`, async () => {
      await using world = await openTab({ look: { hasScript } });
      const { tab, page } = world;
      await tab.open('/docs/limits');
      if (hasScript) await page.keyboard.press('/');
      else await page.getByLabel('Search the docs').focus();
      await page.keyboard.type('insufficient');
      if (hasScript) {
        await page.locator('#found a').first().waitFor();
        await page.locator('#found-count', { hasText: /^\d+ results$/ }).waitFor({ state: 'attached' });
        assert.deepEqual(await tab.violations(), []);
        await page.keyboard.press('Escape');
        await page.locator('#found a').first().waitFor({ state: 'detached' });
        await page.keyboard.type('insufficient');
        await page.locator('#found a').first().waitFor();
        for (const index of [0, 1]) {
          await page.keyboard.press('ArrowDown');
          await page.locator(`#found li:nth-child(${index + 1}) a:focus`).waitFor();
        }
        for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowUp');
        await page.locator('#docs-query:focus').waitFor();
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Escape');
        await page.locator('#docs-query:focus').waitFor();
        await page.locator('#docs-query').fill('expiry');
        await page.locator('#found a[href="/docs/limits#expiry"]').click();
        await page.locator('#found a').first().waitFor({ state: 'detached' });
        assert.equal(new URL(page.url()).hash, '#expiry');
        await page.locator('#docs-query').fill('');
        await page.keyboard.type('insufficient');
      }
      await tab.leave(() => page.keyboard.press('Enter'));
      assert.equal(tab.path, '/docs/search?q=insufficient');
      await tab.leave(() =>
        page.locator('article').getByRole('link', { name: 'insufficient_balance' }).first().click(),
      );
      assert.equal(new URL(page.url()).hash, '#insufficient_balance');
      assert.deepEqual(tab.faults, []);
    });
  }

  test('a search typed on replaces the one on its way', async () => {
    await using world = await openTab();
    const { tab, page } = world;
    await tab.open('/docs/limits');
    const requested = Promise.withResolvers<void>();
    // No reply: a search that waited for this one would never show results.
    await page.route('**/docs/search?q=insu', () => requested.resolve());
    await page.keyboard.press('/');
    await page.keyboard.type('insu');
    await requested.promise;
    await page.keyboard.type('fficient');
    await page.locator('#found a').first().waitFor();
    assert.deepEqual(tab.faults, []);
  });

  test('the chosen language of samples is kept from page to page, and nothing moves', async () => {
    await using world = await openTab();
    const { tab, page } = world;
    await tab.open('/');
    await page.locator('label', { hasText: 'Python' }).click();
    for (const path of ['/docs', '/docs/reference/translate', '/']) {
      await tab.open(path);
      // Requests with a file have a sample for curl alone.
      const shown = await page.locator('.tabs:has(label:text("Python")) .tab:visible').allInnerTexts();
      assert.ok(shown.length > 0 && shown.every((code) => code.startsWith('import json')), path);
      assert.deepEqual(await tab.layoutShifts(), []);
    }
  });

  for (const look of looks) {
    test(`a new key fills the samples and sends a charged request from the reference, until its user signs out, ${look.scheme}`, async () => {
      await using world = await openMemberTab({ characters: 1_000, look: { ...look, height: 740 } });
      const { area, member, tab, page } = world;
      await tab.open('/keys/new');
      await page.getByLabel('Name').fill('the shop');
      await tab.leave(() => page.getByRole('button', { name: 'Create key' }).click());
      const key = (await page.locator('#new-key').textContent()) ?? '';
      await tab.leave(() => page.getByRole('button', { name: 'Use it in the docs samples' }).click());
      assert.equal(tab.path, '/docs');
      const codeOf = (language: string) => page.locator(`#request-${language}-code`).textContent();
      assert.ok((await codeOf('bash'))?.includes(`"Authorization: Bearer ${key}"`));
      assert.ok((await codeOf('typescript'))?.startsWith(`const key = '${key}';`));
      assert.ok((await codeOf('python'))?.includes(`key = '${key}'\n`));
      await page.getByText('Use your key in the samples').click();
      assert.equal(await page.getByLabel('Your key').inputValue(), key);
      await tab.assertSound();

      await tab.open('/docs/reference/translate');
      await page.getByText('Try it', { exact: true }).first().click();
      const group = page.getByRole('group', { name: 'Try it: Translate a text' });
      const body = (target: string) => `{"text":"uno dos","source_lang":"es","target_lang":"${target}"}`;
      await group.getByLabel('Body').fill(body('en'));
      await group.getByRole('button', { name: 'Send request' }).click();
      await group.getByText('"translated_text": "dos uno"').waitFor();
      assert.match(await group.locator('output').innerText(), /^Status 200 · \d+ ms · 7 characters charged · request /);
      assert.equal((await area.stores.ledger.readBalance(member.accountId, area.now()))?.used, 7);
      await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await group.getByRole('button', { name: 'Copy as curl' }).click();
      await group.getByRole('button', { name: 'Copied' }).waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      assert.ok(copied.includes('/api/v1/translate') && copied.includes(`-d '{"text":"uno dos"`), copied);
      assert.ok(copied.includes('Bearer $DRAGOMAN_KEY') && !copied.includes(key), 'the key is not copied');
      await group.getByLabel('Body').fill(body('xx'));
      await group.getByRole('button', { name: 'Send request' }).click();
      await group.getByText('"validation_error"').waitFor();
      await tab.assertSound();

      await page.getByText('Your account').locator('..').click();
      await tab.leave(() => page.getByRole('button', { name: 'Sign out' }).click());
      assert.equal(await page.evaluate<string | null>(`sessionStorage.getItem('sample-key')`), null);
      await tab.open('/docs');
      assert.ok((await codeOf('bash'))?.includes('Bearer $DRAGOMAN_KEY'));
      assert.deepEqual(tab.faults, []);
    });
  }

  test('a pasted key is never sent to the server, and its field can be emptied', async () => {
    await using world = await openMemberTab({ characters: 1_000 });
    const { tab, page, member } = world;
    await createKey(member, 'the shop');
    const key = `dragoman_live_${'a'.repeat(38)}`;
    const sent: string[] = [];
    page.on('request', (request) =>
      sent.push(request.url() + JSON.stringify(request.headers()) + (request.postData() ?? '')),
    );
    await tab.open('/docs');
    await page.getByText('Use your key in the samples').click();
    await page.getByLabel('Your key').fill(key);
    const code = page.locator('#request-bash-code');
    assert.ok((await code.textContent())?.includes(key));
    await tab.open('/docs/quickstart-python');
    assert.ok((await page.locator('#sample-2').textContent())?.includes(`key = '${key}'`));
    await page.getByText('Use your key in the samples').click();
    await page.getByRole('button', { name: 'Remove key' }).click();
    await tab.open('/docs');
    assert.ok(!(await code.textContent())?.includes(key));
    assert.ok(sent.length > 0 && sent.every((request) => !request.includes(key)));
  });

  test('a request without a key is not sent: the page says where to create one', async () => {
    await using world = await openTab();
    const { tab, page } = world;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    await tab.open('/docs/reference/translate');
    await page.getByText('Try it', { exact: true }).first().click();
    const group = page.getByRole('group', { name: 'Try it: Translate a text' });
    for (const key of ['', ' \t']) {
      await group.getByLabel('Your key').fill(key);
      await group.getByRole('button', { name: 'Send request' }).click();
      assert.equal(await group.locator('output a').getAttribute('href'), '/keys/new');
      assert.equal(await group.locator('[data-sample-key]:focus').count(), 1);
    }
    await tab.assertSound();
    assert.ok(!sent.includes('/api/v1/translate'));
    await tab.open('/docs/reference/languages');
    const open = page.locator('details', { has: page.locator('[data-path="/api/v1/languages"]') });
    await open.locator('summary').click();
    await open.getByRole('button', { name: 'Send request' }).click();
    await open.getByText(/^Status 200/).waitFor();
  });

  test('each endpoint can be tried, and none is called without a key', async () => {
    await using world = await openTab();
    const { tab, page } = world;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(new URL(request.url()).pathname));
    for (const { name, path, access, method } of endpoints) {
      await tab.open(`/docs/reference/${name}`);
      await page.getByText('Try it', { exact: true }).click();
      const group = page.getByRole('group', { name: /^Try it: / });
      const ids = await group.locator('[data-part=path]').count();
      assert.equal(ids, path.split('{').length - 1, name);
      if (method === 'POST') assert.ok((await group.locator('[data-part=body], [data-part=form]').count()) > 0, name);
      if (access === 'open') continue;
      await group.getByRole('button', { name: 'Send request' }).click();
      assert.equal(await group.locator('output a').getAttribute('href'), '/keys/new', name);
      if (ids > 0) await tab.assertSound();
    }
    assert.ok(!sent.some((path) => path.startsWith('/api/')));
  });

  test('a file is sent, read by its id, saved and deleted from the reference; a glossary is added and imported', async () => {
    await using world = await openMemberTab({ characters: 1_000 });
    const { tab, page, member } = world;
    const { key } = await createKey(member, 'the shop');
    await tab.open('/docs');
    await page.getByText('Use your key in the samples').click();
    await page.getByLabel('Your key').fill(key);
    const group = page.getByRole('group', { name: /^Try it: / });
    const send = async (name: string, status: number, fields: Readonly<Record<string, string | File>> = {}) => {
      await tab.open(`/docs/reference/${name}`);
      await page.getByText('Try it', { exact: true }).click();
      for (const [label, value] of Object.entries(fields)) {
        const control = group.getByLabel(label, { exact: typeof value !== 'string' });
        if (typeof value === 'string') await control.fill(value);
        else {
          const buffer = Buffer.from(await value.arrayBuffer());
          await control.setInputFiles({ name: value.name, mimeType: value.type, buffer });
        }
      }
      await group.getByRole('button', { name: 'Send request' }).click();
      await group.getByText(new RegExp(`^Status ${status} `)).waitFor();
    };
    const notes = new File(['uno dos'], 'notes.txt', { type: 'text/plain' });
    await send('document-start', 202, { file: notes, source_lang: 'es', target_lang: 'en' });
    const { id } = JSON.parse((await group.locator('output pre').textContent()) ?? '') as { id: string };
    await eventually(async () => {
      await send('document-status', 200, { id });
      return /"status": "done"/.test((await group.locator('output pre').textContent()) ?? '');
    });
    await send('document-content', 200, { id });
    const download = page.waitForEvent('download');
    await group.getByRole('link', { name: /^Save .*\.txt \(\d+ bytes\)$/ }).click();
    assert.equal(await readFile(await (await download).path(), 'utf8'), 'dos uno');
    await send('document-delete', 204, { id });
    await send('glossary-add', 200);
    const rows = new File(['source_lang,target_lang,term,translation\nes,en,nube,cloud\n'], 'terms.csv');
    await send('glossary-import', 200, { file: rows });
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await group.getByRole('button', { name: 'Copy as curl' }).click();
    await group.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    assert.match(copied, /'Content-Type: text\/csv' [^]*--data-binary '@terms\.csv'$/);
    await send('glossary-export', 200, { source_lang: 'es' });
    assert.deepEqual(tab.faults, []);
  });

  test('a browser that refuses storage only loses the key and the chosen language', async () => {
    await using world = await openMemberTab({ characters: 1_000 });
    const { tab, page } = world;
    await page.addInitScript(`for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get() { throw new DOMException('', 'SecurityError'); } });`);
    await tab.open('/keys/new');
    await page.getByLabel('Name').fill('the shop');
    await tab.leave(() => page.getByRole('button', { name: 'Create key' }).click());
    await page.getByRole('button', { name: 'Use it in the docs samples' }).click();
    await page.getByRole('button', { name: 'Not possible in this browser: copy the key' }).waitFor();
    await tab.open('/docs');
    await page.locator('label', { hasText: 'Python' }).click();
    assert.ok((await page.locator('.tab:visible').innerText()).startsWith('import json'));
    await page.keyboard.press('/');
    await page.keyboard.type('insufficient');
    await page.locator('#found a').first().waitFor();
    assert.deepEqual(tab.faults, []);
  });
});
