import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import { needsChromium } from '../../support/browser.ts';
import { looks, openMemberTab } from '../member-tab.ts';

const fileOf = (text: string, name = 'notes.txt') => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });

describe('documents in a browser', needsChromium, () => {
  for (const look of looks) {
    test(`a file is counted, translated and downloaded with scripts, ${look.scheme}`, async () => {
      await using world = await openMemberTab({ characters: 40, look });
      const { area, tab, page } = world;
      await tab.open('/documents');
      const count = page.locator('#count');
      await page.setInputFiles('#file', fileOf('no'));
      await page.locator('#count', { hasText: '38' }).waitFor();
      await page.getByRole('button', { name: 'Translate' }).click();
      await page.locator('#count .over').waitFor();
      assert.equal(await page.evaluate('document.getElementById("file").files.length'), 1, 'the file is still chosen');
      await tab.assertSound();
      await page.setInputFiles('#file', fileOf('espera un momento\n\nuno dos\n', 'año.txt'));
      await page.locator('#count', { hasText: '24 characters' }).waitFor();
      await page.getByLabel('From').selectOption('es');
      await page.getByRole('button', { name: 'Translate' }).click();
      await page.waitForURL(/\/documents\/doc_/);
      await page.getByRole('progressbar', { name: 'Translating' }).waitFor();
      await tab.assertSound();
      area.engine.open();
      await page.locator('.notice.good', { hasText: '24' }).waitFor();
      assert.notEqual(await page.locator('#document-said').textContent(), '');
      await page.locator('.pill', { hasText: '16 left' }).waitFor();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByText('Download translation').click(),
      ]);
      assert.equal(download.suggestedFilename(), 'año.en.txt');
      assert.equal(await readFile(await download.path(), 'utf8'), 'momento un espera\n\ndos uno\n');
      await page.getByText('Delete', { exact: true }).click();
      await tab.assertSound();
      await page.getByRole('button', { name: 'Delete document' }).click();
      await page.locator('.notice.good').waitFor();
      assert.match((await count.textContent()) ?? '', /^16 /);
      await tab.assertSound();
    });
  }

  for (const look of looks) {
    test(`a text is corrected and approved in its row with scripts, ${look.scheme}`, async () => {
      await using world = await openMemberTab({ characters: 400, look });
      const { tab, page } = world;
      await tab.open('/documents');
      await page.getByLabel('From').selectOption('es');
      await page.setInputFiles('#file', fileOf('hola {name} mundo\n\nOtra casa. Una flor.\n'));
      await page.getByRole('button', { name: 'Translate' }).click();
      await page.locator('#unit-2').waitFor();
      await tab.assertSound();
      await page.getByRole('link', { name: 'Edit text 1' }).click();
      const typed = page.getByRole('textbox', { name: 'Translation' });
      await typed.fill('Hello world');
      await tab.assertSound();
      await page.getByRole('button', { name: 'Approve translation' }).click();
      await page.locator('#unit-1 .error', { hasText: '{name}' }).waitFor();
      assert.equal(await typed.inputValue(), 'Hello world');
      await tab.assertSound();
      await typed.fill('Hello {name}');
      await page.getByRole('button', { name: 'Approve translation' }).click();
      await page.locator('#unit-1 .badge.good').waitFor();
      assert.notEqual(await page.locator('#document-said').textContent(), '');
      await tab.assertSound();
      await page.getByRole('button', { name: 'Translate again' }).click();
      await page.locator('#unit-1 .badge.good').waitFor();
      assert.match((await page.locator('.facts').textContent()) ?? '', /17/);
    });
  }

  for (const look of looks) {
    test(`several files are sent in turn, each in its row with its progress and charge, ${look.scheme}`, async () => {
      await using world = await openMemberTab({ characters: 60, look });
      const { area, tab, page } = world;
      await tab.open('/documents');
      await page.getByLabel('From').selectOption('es');
      const row = (name: string) => page.locator('#documents tbody tr', { hasText: name });
      await page.setInputFiles('#file', [
        fileOf('uno dos', 'a.txt'),
        fileOf('x', 'picture.png'),
        fileOf('a'.repeat(20_000_001), 'huge.txt'),
        fileOf('espera un momento', 'b.txt'),
        fileOf('cinco '.repeat(20), 'large.txt'),
      ]);
      await page.getByRole('button', { name: 'Translate' }).click();
      await row('picture.png').locator('.badge.bad').waitFor();
      await row('large.txt').getByRole('link', { name: 'Buy characters' }).waitFor();
      await row('b.txt').locator('progress').waitFor();
      await row('huge.txt').getByText('20 MB').waitFor();
      assert.equal(await page.locator('#documents tbody tr').count(), 5);
      await tab.assertSound();
      area.engine.open();
      await row('b.txt').getByRole('link', { name: 'Download b.txt' }).waitFor();
      await row('a.txt').getByRole('link', { name: 'Download a.txt' }).waitFor();
      assert.match((await row('b.txt').textContent()) ?? '', /17\s*17/);
      await page.locator('.pill', { hasText: '36 left' }).waitFor();
      assert.notEqual(await page.locator('#document-said').textContent(), '');
      assert.equal(await page.evaluate('document.getElementById("file").files.length'), 0, 'none is sent again');
      await tab.assertSound();
      await page.reload();
      assert.equal(await page.locator('#documents tbody tr').count(), 2);
    });
  }

  test('a translated file is four clicks away from the overview', async () => {
    await using world = await openMemberTab({ characters: 100 });
    const { area, tab, page } = world;
    area.engine.open();
    await tab.open('/account');
    let clicks = 0;
    const click = async (name: string, role: 'link' | 'button' = 'link') => {
      clicks++;
      await page.getByRole(role, { name, exact: true }).first().click();
    };
    await click('Documents');
    await page.waitForURL('**/documents');
    const chooser = page.waitForEvent('filechooser');
    clicks++;
    await page.locator('#file').click();
    await (await chooser).setFiles(fileOf('La casa es grande y bonita.\n'));
    await click('Translate', 'button');
    await page.getByRole('link', { name: 'Download translation' }).waitFor();
    const download = page.waitForEvent('download');
    await click('Download translation');
    assert.equal(await readFile(await (await download).path(), 'utf8'), 'bonita y grande es casa La.\n');
    assert.equal(clicks, 4);
  });

  test('columns are ticked while the file stays chosen', async () => {
    await using world = await openMemberTab({ characters: 40 });
    const { area, tab, page } = world;
    await tab.open('/documents');
    await page.getByLabel('From').selectOption('es');
    await page.setInputFiles('#file', fileOf('id,note\n1,espera un\n', 'list.csv'));
    await page.getByRole('group', { name: 'Columns to translate' }).waitFor();
    await tab.assertSound();
    await page.getByLabel('note').check();
    await page.locator('#count', { hasText: '9 characters' }).waitFor();
    assert.equal(await page.getByLabel('note').isChecked(), true);
    await page.getByRole('group').getByRole('button', { name: 'Translate' }).click();
    await page.waitForURL(/\/documents\/doc_/);
    area.engine.open();
    await page.locator('.notice.good', { hasText: '9' }).waitFor();
    await page.getByRole('link', { name: 'Translate another file' }).click();
    await page.getByRole('link', { name: 'list.csv', exact: true }).waitFor();
    await tab.assertSound();
    await page.setInputFiles('#file', fileOf('id,note\n1,uno\n', 'list.csv'));
    await page.getByLabel('note').waitFor();
    await page.setInputFiles('#file', fileOf('uno'));
    await page.locator('#count', { hasText: '3 characters' }).waitFor();
    assert.equal(await page.getByLabel('note').count(), 0);
  });

  test('an oversized file is not sent, and without a file nothing is counted', async () => {
    await using world = await openMemberTab({ characters: 40 });
    const { tab, page } = world;
    await tab.open('/documents');
    const sent: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
    await page.getByLabel('From').selectOption('es');
    await page.setInputFiles('#file', fileOf('a'.repeat(20_000_001)));
    await page.getByText('The file has more than 20 MB. Split it.').waitFor();
    await page.getByRole('button', { name: 'Translate' }).click();
    assert.deepEqual(sent, []);
    await page.setInputFiles('#file', fileOf('uno'));
    await page.locator('#count', { hasText: '3 characters' }).waitFor();
    assert.equal(sent.length, 1);
    assert.deepEqual(tab.faults, []);
  });

  test('offers only targets of the chosen source, and keeps the file when the session has ended', async () => {
    await using world = await openMemberTab({ characters: 40 });
    const { area, member, tab, page } = world;
    area.engine.serve('es-en fr-ca');
    await tab.open('/documents');
    await page.setInputFiles('#file', fileOf('La casa es grande y bonita.'));
    await page.locator('#count', { hasText: '27 characters' }).waitFor();
    await Promise.all([page.waitForResponse('**/documents/estimate'), page.getByLabel('From').selectOption('fr')]);
    await page.locator('#target-said:not(:empty)').waitFor();
    assert.equal(await page.getByLabel('To', { exact: true }).inputValue(), 'ca');
    assert.equal(await page.locator('#target option:not([disabled]):not([value="fr"])').count(), 1);
    await page.locator('#count', { hasText: '27 characters' }).waitFor();
    await page.locator('#count:not(.htmx-request)').waitFor();
    await tab.assertSound();
    await tab.context.clearCookies();
    await page.getByRole('button', { name: 'Translate' }).click();
    await page.getByRole('alert').filter({ hasText: 'You are signed out.' }).waitFor();
    assert.deepEqual(await tab.layoutShifts(), []);
    await member.enter(tab);
    await page.getByRole('button', { name: 'Translate' }).click();
    await page.waitForURL(/\/documents\/doc_/);
  });
});
