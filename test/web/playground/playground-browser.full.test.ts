import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startAccountArea } from '../../support/account-area.ts';
import { numbersIn } from '../../support/account-area-visitor.ts';
import { listenTo } from '../../support/announced-texts.ts';
import { needsChromium, TestBrowser } from '../../support/browser.ts';
import { choose, follow, press, reach, type } from '../../support/keyboard.ts';
import { openMemberTab } from '../member-tab.ts';

describe('playground in a browser', needsChromium, () => {
  test('the page shows the cost of a text while it is typed, which equals the charge', async () => {
    await using world = await openMemberTab({ characters: 40 });
    const { area, member, tab, page } = world;
    await tab.open('/playground');
    const cost = page.locator('#cost');
    const figures = async () => numbersIn((await cost.textContent()) ?? '');
    assert.deepEqual(await figures(), [40]);
    const text = page.getByLabel('Text');
    await text.fill('\n😀 uno\ndos 𝄞');
    assert.deepEqual(await figures(), [12, 28], 'and what will be left');
    await text.fill('a'.repeat(41));
    assert.deepEqual(await figures(), [41, 1], 'and what is missing');
    await text.fill('\n😀 uno\ndos 𝄞');
    await page.getByLabel('From').selectOption('es');
    await tab.leave(() => text.press('Control+Enter'));
    await page.locator('#result', { hasText: '12 characters' }).waitFor();
    assert.equal(await text.inputValue(), '\n😀 uno\ndos 𝄞');
    assert.deepEqual(await figures(), [28], 'the only balance');
    await page.reload();
    await page.locator('#result', { hasText: '12 characters' }).waitFor();
    assert.equal(await text.inputValue(), '\n😀 uno\ndos 𝄞');
    assert.equal((await area.stores.ledger.readBalance(member.accountId, area.now()))?.used, 12);
    await tab.leave(() => page.getByTitle('Swap').click());
    assert.equal(await page.getByLabel('From').inputValue(), 'en');
    assert.equal(await text.inputValue(), '\n😀 uno\n𝄞 dos', 'the translation is the text now');
    await text.fill('');
    assert.deepEqual(await figures(), [28]);
    assert.deepEqual(tab.faults, []);
  });

  test('a text is translated, its language chosen, and both copied, by keyboard only', async () => {
    await using world = await openMemberTab({ characters: 100 });
    const { area, tab, page } = world;
    await tab.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(area.url).origin });
    const copied = () => page.evaluate<string>('navigator.clipboard.readText()');
    const said = await listenTo(tab);
    await tab.open('/account');
    await follow(tab, 'Playground');
    await type(tab, 'Text', 'no');
    await follow(tab, 'Translate', 'Space');
    await page.getByRole('button', { name: 'Spanish' }).waitFor();
    await follow(tab, 'Spanish');
    await page.locator('#result', { hasText: '2 characters' }).waitFor();
    await type(tab, 'Text', ' uno');
    await choose(tab, 'From', 'Spanish');
    await choose(tab, 'To', 'Catalan');
    await follow(tab, 'Translate');
    await page.locator('#translation').waitFor();
    const translation = (await page.locator('#translation').textContent()) ?? '';
    await page.locator('body > [role=status]', { hasText: translation }).waitFor({ state: 'attached' });
    await press(tab, 'Copy: the translation', 'Space');
    await said.byButton('translation', 'Copied');
    assert.equal(await copied(), await page.locator('#translation').textContent());
    await reach(tab, 'curl');
    for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowRight');
    await press(tab, 'Copy: The request with Python');
    await said.byButton('request-python-code', 'Copied');
    assert.match(await copied(), /^import json, os, urllib\.request/);
    assert.deepEqual(tab.faults, []);
  });

  test('a translation is edited and approved in place', async () => {
    await using world = await openMemberTab({ characters: 100 });
    const { area, member, tab, page } = world;
    await tab.open('/playground');
    await page.getByLabel('Text').fill('uno dos');
    await page.getByLabel('From').selectOption('es');
    await tab.leave(() => page.getByRole('button', { name: 'Translate' }).click());
    await page.getByText('Edit and approve').click();
    const edited = page.getByLabel('Translation', { exact: true });
    assert.equal(await edited.inputValue(), 'dos uno');
    await edited.fill('12');
    await page.getByRole('button', { name: 'Approve translation' }).click();
    await page.locator('#approval [aria-invalid=true]').waitFor();
    assert.equal(await edited.inputValue(), '12');
    await edited.fill('Two ones');
    await page.getByRole('button', { name: 'Approve translation' }).click();
    await page.locator('#approval .notice.good').waitFor();
    assert.equal(await page.locator('#translation').textContent(), 'Two ones');
    assert.equal(await page.getByLabel('Text').inputValue(), 'uno dos', 'the page stays');
    await tab.leave(() => page.getByRole('button', { name: 'Translate' }).click());
    assert.equal(await page.locator('#translation').textContent(), 'Two ones');
    assert.equal((await area.stores.ledger.readBalance(member.accountId, area.now()))?.used, 7);
    assert.deepEqual(tab.faults, []);
  });

  test('offers only targets of the chosen source, reports a changed target, and restores the chosen one', async () => {
    await using area = await startAccountArea();
    await using browser = await TestBrowser.open();
    area.engine.serve('es-en fr-ca hi-ur ur-hi');
    const member = await area.signUp();
    await member.buy(40);
    await using tab = await browser.tab(area.url);
    await member.enter(tab);
    const { page } = tab;
    await tab.open('/playground');
    const into = page.getByLabel('To', { exact: true });
    await into.selectOption('ca');
    await page.getByLabel('From').selectOption('es');
    await page.locator('#target option[value="ca"][disabled]').waitFor({ state: 'attached' });
    assert.equal(await into.inputValue(), 'en');
    await tab.assertSound();
    await page.getByLabel('From').selectOption('auto');
    await page.locator('#target option[value="ca"]:not([disabled])').waitFor({ state: 'attached' });
    assert.equal(await into.inputValue(), 'ca', 'the target chosen before is available again');
    await into.selectOption('en');
    await page.getByLabel('From').selectOption('hi');
    await page.locator('#target-said:not(:empty)').waitFor();
    assert.equal(await into.inputValue(), 'ur', 'and not Hindi itself');
    await page.getByLabel('From').selectOption('es');
    await page.locator('#target-said:empty').waitFor({ state: 'attached' });
    assert.equal(await into.inputValue(), 'en');
  });

  test('keeps a target that is chosen while the languages are being fetched', async () => {
    await using world = await openMemberTab({ characters: 40 });
    const { area, tab, page } = world;
    area.engine.serve('es-en es-ca hi-ur');
    const answered = Promise.withResolvers<void>();
    await page.route('**/languages', async (route) => {
      await answered.promise;
      await route.continue();
    });
    await tab.open('/playground');
    await page.getByLabel('From').selectOption('es');
    const into = page.getByLabel('To', { exact: true });
    await into.selectOption('ca');
    answered.resolve();
    await page.locator('#target option[disabled]').first().waitFor({ state: 'attached' });
    assert.equal(await into.inputValue(), 'ca');
  });

  for (const hasScript of [true, false]) {
    test(`swaps the languages and keeps the choice after going back, scripts ${hasScript ? 'on' : 'off'}`, async () => {
      await using world = await openMemberTab({ characters: 100, look: { hasScript } });
      const { area, tab, page } = world;
      area.engine.serve('es-en en-es fr-ca hi-ur ur-hi');
      await tab.open('/playground');
      const [from, to] = [page.getByLabel('From'), page.getByLabel('To', { exact: true })];
      const pair = async () => `${await from.inputValue()}>${await to.inputValue()}`;
      const swap = () => tab.leave(() => page.getByRole('button', { name: 'Swap the languages' }).click());
      await swap();
      await page.locator('#source[aria-invalid="true"]').waitFor();
      await from.selectOption('fr');
      await to.selectOption('ca');
      await swap();
      await page.getByText('This pair is translated in one direction only.').first().waitFor();
      assert.equal(await pair(), 'fr>ca');
      await page.getByLabel('Text').fill('uno');
      await from.selectOption('hi');
      await to.selectOption('ur');
      await swap();
      assert.equal(await pair(), 'ur>hi');
      assert.equal(await page.getByLabel('Text').inputValue(), 'uno');
      await tab.open('/account');
      await tab.open('/playground');
      await page.getByLabel('Text').fill('uno');
      await from.selectOption('hi');
      await to.selectOption('ur');
      await tab.leave(() => page.getByRole('button', { name: 'Translate' }).click());
      await page.locator('#result', { hasText: '3 characters' }).waitFor();
      await page.goBack();
      assert.equal(await pair(), 'hi>ur');
      assert.equal(await page.getByLabel('Text').inputValue(), 'uno');
      for (const [source, target, swapped] of [
        ['fr', 'ca', false],
        ['hi', 'ur', true],
      ] as const) {
        await tab.open('/playground');
        await page.getByLabel('Text').fill('uno dos');
        await from.selectOption(source);
        await to.selectOption(target);
        await tab.leave(() => page.getByRole('button', { name: 'Translate' }).click());
        const translation = await page.locator('#translation').textContent();
        await swap();
        assert.equal(await page.getByLabel('Text').inputValue(), swapped ? translation : 'uno dos');
      }
    });
  }

  test('going back to a result, or reloading it, shows it again, and after a sign-out nothing of it', async () => {
    await using world = await openMemberTab({ characters: 100 });
    const { area, member, tab, page } = world;
    const text = page.getByLabel('Text');
    const shown = async () =>
      `${await text.inputValue()}, ${await page.locator('#result').innerText()}, ${await page.getByLabel('From').inputValue()}`;
    const translate = async (words: string) => {
      await text.fill(words);
      await tab.leave(() => page.getByRole('button', { name: 'Translate' }).click());
      return shown();
    };
    await tab.open('/playground');
    await page.getByLabel('From').selectOption('es');
    const pages = [await translate('uno dos'), await translate('fracasa'), await translate('uno dos tres')];
    assert.match(pages[0] ?? '', /^uno dos, [^]*\bdos uno\b/);
    await page.locator('label', { hasText: 'Python' }).click();
    await tab.open('/usage');
    for (const expected of pages.toReversed()) {
      await page.goBack();
      assert.equal(await shown(), expected);
      assert.deepEqual(numbersIn((await page.locator('#cost').textContent()) ?? ''), [81]);
    }
    assert.equal(await page.locator('#request-python-code').isVisible(), true);
    await page.reload();
    assert.equal(await shown(), pages[0]);
    await tab.assertSound();
    await page.goForward();
    assert.equal(await shown(), pages[1]);
    assert.equal((await area.stores.ledger.readBalance(member.accountId, area.now()))?.used, 19);
    await page.getByText('Your account').locator('..').click();
    await tab.leave(() => page.getByRole('button', { name: 'Sign out' }).click());
    assert.equal(await page.evaluate<string | null>(`sessionStorage.getItem('results')`), null);
  });

  for (const hasScript of [true, false]) {
    test(`a session that ended elsewhere loses no text, scripts ${hasScript ? 'on' : 'off'}`, async () => {
      await using world = await openMemberTab({ characters: 100, look: { hasScript } });
      const { area, member, tab, page } = world;
      await tab.open('/playground');
      await page.getByLabel('Text').fill('uno\ndos');
      await tab.context.clearCookies();
      await page.getByLabel('From').selectOption('es');
      if (hasScript) {
        const toast = page.getByRole('alert').filter({ hasText: 'You are signed out.' });
        await toast.waitFor();
        assert.equal(await toast.getByRole('link').getAttribute('target'), '_blank');
        assert.deepEqual([tab.path, await page.getByLabel('Text').inputValue()], ['/playground', 'uno\ndos']);
        assert.deepEqual([await tab.violations(), await tab.layoutShifts()], [[], []]);
      }
      await tab.leave(() => page.getByRole('button', { name: 'Translate' }).click());
      await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
      if (hasScript) assert.deepEqual(await tab.violations(), []);
      const opened = page.waitForEvent('popup');
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
      assert.equal(new URL((await opened).url()).pathname, '/sign-in');
      await member.enter(tab);
      await tab.leave(() => page.getByRole('button', { name: 'Send again' }).click());
      assert.equal(await page.getByLabel('Text').inputValue(), 'uno\ndos');
      assert.equal(await page.locator('#translation').textContent(), 'uno\ndos');
      assert.equal((await area.stores.ledger.readBalance(member.accountId, area.now()))?.used, 7);
    });
  }

  test('an error under From moves nothing', async () => {
    await using world = await openMemberTab({ characters: 100 });
    const { tab, page } = world;
    const places = () =>
      page.evaluate<string>(
        `JSON.stringify([...document.querySelectorAll('#draft :is(select, textarea, button), #cost')].map((one) => {
        const { x, y, width, height } = one.getBoundingClientRect();
        return [x, y + scrollY, width, height];
      }))`,
      );
    await tab.open('/playground');
    const before = await places();
    await tab.leave(() => page.getByRole('button', { name: 'Swap the languages' }).click());
    assert.equal(await places(), before);
    assert.equal(await page.locator('#source:focus[aria-invalid="true"]').count(), 1);
    await tab.assertSound();
  });

  test('shows the quality of the chosen pair before anything is sent, also of a changed target', async () => {
    await using world = await openMemberTab({ characters: 40 });
    const { area, tab, page } = world;
    area.engine.scores.set('es>en', 46.6).set('fr>ca', 61.3);
    area.engine.serve('es-en fr-ca');
    await tab.open('/playground');
    const quality = page.locator('#quality');
    assert.equal(await quality.innerText(), 'Choose a language to see the quality.');
    await page.getByLabel('From').selectOption('es');
    await quality.getByText('Basic').waitFor();
    await page.getByLabel('From').selectOption('fr');
    await quality.getByText('Good').waitFor();
    assert.equal(await page.getByLabel('To', { exact: true }).inputValue(), 'ca');
    assert.equal(await quality.locator('[title]').getAttribute('title'), 'chrF2 61.3');
    await tab.assertSound();
  });
});
