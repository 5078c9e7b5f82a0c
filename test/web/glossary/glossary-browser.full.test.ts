import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Locator } from 'playwright-core';
import { needsChromium, type Tab, type TabOptions, TestBrowser, widths } from '../../support/browser.ts';
import { addEntry } from '../../support/glossary-world.ts';
import { choose, follow, press, reach, type } from '../../support/keyboard.ts';
import { type EntriesWorld, openEntriesWorld } from './glossary-world.ts';

/** The window of a signed-in member. */
async function enter(browser: TestBrowser, { url }: EntriesWorld, options: TabOptions = {}): Promise<Tab> {
  const tab = await browser.tab(url, options);
  await tab.context.addCookies([{ name: 'session', value: '1', url }]);
  return tab;
}

const rows = 'source_lang,target_lang,term,translation\nes,en,nube,cloud\nes,en,cielo,\n';

describe('glossary in a browser', needsChromium, () => {
  let browser: TestBrowser;
  before(async () => {
    browser = await TestBrowser.open();
  });
  after(() => browser[Symbol.asyncDispose]());

  const focused = ({ page }: Tab, label: string): Locator => page.locator(`[aria-label="${label}"]:focus`);
  const typing = ({ page }: Tab): Locator => page.locator('form.edit [name=term]:focus');

  test('an entry is edited in its row, by keyboard only, and Escape leaves it unchanged', async () => {
    await using world = await openEntriesWorld();
    await world.addWords('nube = cloud', 'sol = sun');
    await using tab = await enter(browser, world);
    const { page } = tab;
    await tab.open('/glossary');
    await press(tab, 'Edit nube');
    await typing(tab).waitFor();
    assert.equal(await typing(tab).inputValue(), 'nube');
    assert.equal(tab.path, '/glossary');
    await tab.assertSound();
    await page.keyboard.type('no matter');
    await page.keyboard.press('Escape');
    await focused(tab, 'Edit nube').waitFor();
    await page.keyboard.press('Enter');
    await typing(tab).waitFor();
    await reach(tab, 'Translation');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('haze');
    await press(tab, 'Save', 'Space');
    await focused(tab, 'Edit nube').waitFor();
    assert.deepEqual(await world.words(), ['nube = haze', 'sol = sun']);
    await tab.assertSound();
  });

  test('the row shows why an entry cannot be saved, and a concurrent change by another visitor', async () => {
    await using world = await openEntriesWorld();
    await world.addWords('nube = cloud', 'sol = sun');
    await using tab = await enter(browser, world);
    const { page } = tab;
    await tab.open('/glossary');
    await page.getByLabel('Edit nube').click();
    const form = page.locator('form.edit');
    await form.getByLabel('Translation').fill(' - ');
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('The translation contains no letter').first().waitFor();
    assert.equal(await form.getByLabel('Translation').inputValue(), ' - ');
    await form.locator('[name=translation]:focus').waitFor();
    await tab.assertSound();
    await form.getByLabel('Translation').fill('haze');
    const [standing] = (await world.glossaries.readAll(world.accountId)).entries;
    assert.ok(standing);
    const { note: _, ...same } = standing;
    const raw = { ...same, translation: 'mist' };
    await addEntry(world.glossaries, { accountId: world.accountId, by: 'operator' }, { ...raw, edited: standing.id });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('This entry was changed or removed').waitFor();
    assert.match(await form.innerText(), /nube → mist/);
    assert.deepEqual(await world.words(), ['nube = mist', 'sol = sun']);
    await tab.assertSound();
    await form.getByRole('button', { name: 'Replace entry' }).click();
    await page.getByText('Added: nube → haze').waitFor();
    assert.deepEqual(await world.words(), ['nube = haze', 'sol = sun']);
  });

  test('the focus is on the invalid field of a new entry', async () => {
    await using world = await openEntriesWorld();
    await using tab = await enter(browser, world);
    const { page } = tab;
    await tab.open('/glossary');
    const top = async (name: string) => (await page.locator(`form [name=${name}]`).boundingBox())?.y;
    const fields = { source: 'es', target: 'Klingon', term: 'nube', translation: 'cloud' };
    for (const [name, text] of Object.entries(fields)) await page.fill(`[name=${name}]`, text);
    await tab.leave(() => page.getByRole('button', { name: 'Add entry' }).click());
    await page.locator('[name=target]:focus').waitFor();
    assert.equal(await top('source'), await top('target'), 'an error moves no neighbour');
    await tab.assertSound();
  });

  test('entries are imported from a file and from rows, removed in their rows, and exported, by keyboard only', async () => {
    await using world = await openEntriesWorld();
    await using tab = await enter(browser, world);
    const { page } = tab;
    await tab.open('/glossary');
    await follow(tab, 'Import');
    const chooser = page.waitForEvent('filechooser');
    await press(tab, 'File');
    await (await chooser).setFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) });
    await press(tab, 'Check file');
    await page.getByText('Nothing was imported').waitFor();
    await press(tab, 'Skip invalid entries', 'Space');
    await press(tab, 'Check file', 'Space');
    await page.getByRole('button', { name: 'Import glossary' }).waitFor();
    await follow(tab, 'Import glossary');
    await page.getByText('Imported: 1 added').waitFor();
    await follow(tab, 'Import');
    await type(tab, 'Or paste rows', 'sol,sun\ncielo,sky');
    await type(tab, 'From', 'es');
    await type(tab, 'To', 'en');
    await press(tab, 'Check file');
    await page.getByRole('button', { name: 'Import glossary' }).waitFor();
    await follow(tab, 'Import glossary', 'Space');
    await page.getByText('Imported: 2 added').waitFor();
    await press(tab, 'Remove nube');
    await page.locator('form button.danger:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Removed: nube').waitFor();
    assert.deepEqual(await world.words(), ['cielo = sky', 'sol = sun']);
    await follow(tab, 'Export');
    await choose(tab, 'Format', 'TSV');
    const download = page.waitForEvent('download');
    await press(tab, 'Export glossary');
    assert.equal((await download).suggestedFilename(), 'glossary-v3.tsv');
    assert.deepEqual(tab.faults, []);
  });

  test('a form without a reply reports it, and keeps the input', async () => {
    await using world = await openEntriesWorld();
    await world.addWords('nube = cloud');
    await using tab = await enter(browser, world);
    const { page } = tab;
    await tab.open('/glossary');
    await page.getByLabel('Edit nube').click();
    const form = page.locator('form.edit');
    await form.getByLabel('Translation').fill('haze');
    for (const answer of ['abort', 'fulfill'] as const) {
      await page.route('**/edit', (route) => (answer === 'abort' ? route.abort() : route.fulfill({ status: 502 })));
      // The message of the previous attempt does not count for this one.
      await form.evaluate((shown) => shown.querySelector('[role=alert]')?.setAttribute('id', 'before'));
      await form.getByRole('button', { name: 'Save' }).click();
      await form.locator('[role=alert]:not(#before)').getByText('Your change may be saved or not').waitFor();
      assert.equal(await form.getByRole('alert').count(), 1);
      assert.equal(await form.getByLabel('Translation').inputValue(), 'haze');
      await page.unrouteAll();
    }
    assert.deepEqual(await tab.violations(), []);
    await form.getByRole('button', { name: 'Save' }).click();
    await focused(tab, 'Edit nube').waitFor();
    assert.deepEqual(await world.words(), ['nube = haze']);
  });

  test('an entry removed in another window leads to a page that says so', async () => {
    await using world = await openEntriesWorld();
    await world.addWords('nube = cloud');
    await using tab = await enter(browser, world);
    await tab.open('/glossary');
    const [standing] = (await world.glossaries.readAll(world.accountId)).entries;
    assert.ok(standing);
    await world.glossaries.remove({ accountId: world.accountId, by: 'operator' }, standing.id);
    await tab.page.getByLabel('Edit nube').click();
    await tab.page.getByRole('heading', { name: 'Not found' }).waitFor();
  });

  for (const scheme of ['light', 'dark'] as const) {
    for (const [device, width] of Object.entries(widths)) {
      test(`every page has no defect in ${scheme} on a ${device}, also with hostile and long words`, async () => {
        await using world = await openEntriesWorld();
        const { glossaries, accountId } = world;
        const editor = { accountId, by: accountId };
        const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.repeat(2);
        await addEntry(glossaries, editor, {
          source: 'ar',
          target: 'en',
          term: 'لوحة شمسية',
          translation: long,
          note: 'n'.repeat(500),
        });
        await addEntry(glossaries, editor, {
          source: 'es',
          target: 'en',
          term: 'contraseña',
          translation: '‮drowssap <img src=x onerror=alert(1)>',
          caseRule: 'exact',
          partOfSpeech: 'noun',
        });
        await addEntry(glossaries, editor, { source: '*', target: '*', term: 'Dragoman', doNotTranslate: 'yes' });
        await using tab = await enter(browser, world, { scheme, width });
        const { page } = tab;
        page.on('dialog', () => assert.fail('a term ran as a script'));
        const [standing] = (await glossaries.readAll(accountId)).entries;
        const ids = [`/glossary/${standing?.id ?? ''}/edit`, `/glossary/${standing?.id ?? ''}/remove`];
        const paths = ['/glossary', '/glossary?q=none', '/glossary?from=!', '/glossary/export', '/glossary/history'];
        for (const path of [...paths, ...ids]) {
          await tab.open(path);
          await tab.assertSound();
        }
        await tab.open('/glossary');
        await page.locator('summary', { hasText: 'Add entry' }).click();
        await page.getByText('Case, part of speech, note').first().click();
        await tab.assertSound();
        await page.getByLabel('Edit لوحة شمسية').click();
        await page.locator('form.edit').waitFor();
        await tab.assertSound();
        await tab.open('/glossary/import');
        await page.getByLabel('Or paste rows').fill(`${rows}es,en,<b>x,y\n*,*,Dragoman,\n`);
        await page.getByRole('button', { name: 'Check file' }).click();
        await page.getByText('Nothing was imported').waitFor();
        await tab.assertSound();
        await page.getByLabel('Skip invalid entries').check();
        await page.getByRole('button', { name: 'Check file' }).click();
        await page.getByRole('heading', { name: 'Added: 1' }).waitFor();
        await tab.assertSound();
      });
    }
  }
});
