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
    assert.deepEqual(await figures(), [12, 0.00011], 'and its price');
    await text.fill('a'.repeat(41));
    assert.deepEqual(await figures(), [41, 1], 'and what is missing');
    await text.fill('\n😀 uno\ndos 𝄞');
    await page.getByLabel('From').selectOption('es');
    await text.press('Control+Enter');
    await page.locator('#result', { hasText: '12 charged' }).waitFor();
    assert.equal(await page.locator('#balance').innerText(), '28 left');
    await page.reload();
    await page.locator('#result', { hasText: '12 charged' }).waitFor();
    assert.equal(await text.inputValue(), '\n😀 uno\ndos 𝄞');
    assert.equal((await area.stores.ledger.readBalance(member.accountId, area.now()))?.used, 12);
    await page.getByTitle('Swap').click();
    await page.locator('#source option[value=en]:checked').waitFor({ state: 'attached' });
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
    await press(tab, 'Translate', 'Space');
    await page.getByRole('button', { name: 'Spanish' }).waitFor();
    await press(tab, 'Spanish');
    await page.locator('#result', { hasText: '2 charged' }).waitFor();
    assert.equal(await page.getByLabel('From').inputValue(), 'es');
    await type(tab, 'Text', ' uno');
    await choose(tab, 'To', 'Catalan');
    await reach(tab, 'Text');
    await page.keyboard.press('Control+Enter');
    await page.locator('#translation[lang=ca]').waitFor();
    assert.equal(await page.evaluate('document.activeElement.id'), 'text', 'the focus stays');
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
    await page.getByRole('button', { name: 'Translate' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
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
    await page.getByRole('button', { name: 'Translate' }).click();
    await page.locator('#result', { hasText: 'free' }).waitFor();
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
      const [from, to, text] = [
        page.getByLabel('From'),
        page.getByLabel('To', { exact: true }),
        page.getByLabel('Text'),
      ];
      const pair = async () => `${await from.inputValue()}>${await to.inputValue()}`;
      const click = (name: string) => {
        const act = () => page.getByRole('button', { name }).click();
        return hasScript ? act() : tab.leave(act);
      };
      const swap = () => click('Swap the languages');
      await swap();
      await page.locator('#source[aria-invalid="true"]').waitFor();
      await from.selectOption('fr');
      await to.selectOption('ca');
      await swap();
      await page.locator('#target[aria-invalid="true"]').waitFor();
      assert.equal(await pair(), 'fr>ca');
      await text.fill('uno');
      await from.selectOption('hi');
      await to.selectOption('ur');
      await swap();
      await page.locator('#source option[value=ur]:checked').waitFor({ state: 'attached' });
      assert.deepEqual([await pair(), await text.inputValue()], ['ur>hi', 'uno']);
      await click('Translate');
      await page.locator('#result', { hasText: '3 charged' }).waitFor();
      await swap();
      await page.locator('#source option[value=hi]:checked').waitFor({ state: 'attached' });
      assert.equal(await page.locator('#translation').innerText(), 'uno', 'the source is beside it');
      await tab.open('/account');
      await tab.open('/playground');
      await text.fill('uno');
      await from.selectOption('hi');
      await to.selectOption('ur');
      await click('Translate');
      await page.locator('#result', { hasText: '3 charged' }).waitFor();
      await page.goBack();
      await page.locator('#translation').waitFor({ state: 'detached' });
      assert.deepEqual([await pair(), await text.inputValue()], ['hi>ur', 'uno']);
    });
  }

  test('results of a visit are shown again, also by going back or a reload, until they are cleared', async () => {
    await using world = await openMemberTab({ characters: 100 });
    const { area, member, tab, page } = world;
    const text = page.getByLabel('Text');
    const shown = async () =>
      `${await text.inputValue()}, ${await page.locator('#result').innerText()}, ${await page.getByLabel('From').inputValue()}`;
    const translate = async (words: string, result = words.split(' ').toReversed().join(' ')) => {
      await text.fill(words);
      await page.getByRole('button', { name: 'Translate' }).click();
      await page.locator('#result', { hasText: result }).waitFor();
      return shown();
    };
    const rows = page.locator('#visit li');
    await tab.open('/playground');
    await page.getByLabel('From').selectOption('es');
    const first = await translate('uno dos');
    assert.match(first, /^uno dos, [^]*\bdos uno\b/);
    await page.locator('label', { hasText: 'Python' }).click();
    await translate('fracasa', 'Nothing was charged');
    const second = await translate('uno dos tres');
    assert.deepEqual(await rows.locator('p').allInnerTexts(), [
      ...['Spanish → English', 'uno dos tres → tres dos uno'],
      ...['Spanish → English', 'uno dos → dos uno'],
    ]);
    await tab.open('/usage');
    await page.goBack();
    assert.equal(await shown(), second);
    await page.goBack();
    assert.equal(await shown(), first, 'an error is no result');
    assert.equal(await page.locator('#request-python-code').isVisible(), true);
    await page.reload();
    assert.equal(await shown(), first);
    await tab.assertSound();
    await rows.first().getByRole('button').click();
    assert.equal(await shown(), second);
    await page.goBack();
    assert.equal(await shown(), first);
    for (let count = 2; count < 12; count++) await translate('12 '.repeat(count), '12 '.repeat(count).trim());
    assert.equal(await rows.count(), 10);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.goBack();
    assert.equal(await rows.count(), 0);
    assert.equal(await page.locator('#translation').count(), 0);
    assert.equal((await area.stores.ledger.readBalance(member.accountId, area.now()))?.used, 19);
    await translate('uno');
    await page.getByText('Your account').locator('..').click();
    await tab.leave(() => page.getByRole('button', { name: 'Sign out' }).click());
    assert.equal(await page.evaluate<string | null>(`sessionStorage.getItem('results')`), null);
    assert.deepEqual(tab.faults, []);
  });

  test('what is refused or fails appears in the place of the result, and what was typed meanwhile stays', async () => {
    await using world = await openMemberTab({ characters: 10 });
    const { tab, page } = world;
    const text = page.getByLabel('Text');
    const alert = page.locator('#result [role=alert]');
    await tab.open('/playground');
    await page.getByLabel('From').selectOption('es');
    await text.fill('uno dos tres');
    await page.getByRole('button', { name: 'Translate' }).click();
    await text.fill('uno dos tres cuatro');
    await alert.waitFor();
    assert.equal(await page.locator('#result a[href="/packs"]').count(), 1);
    assert.equal(await text.inputValue(), 'uno dos tres cuatro');
    await tab.assertSound();
    for (const [words, reply] of [
      ['Less at once', { status: 413, contentType: 'text/html', body: '<main><p>Less at once</p></main>' }],
      ['did not arrive', { status: 502, body: 'Bad gateway' }],
      ['did not arrive', undefined],
    ] as const) {
      await page.route('**/playground', (route) => (reply === undefined ? route.abort() : route.fulfill(reply)));
      await page.getByRole('button', { name: 'Translate' }).click();
      await alert.filter({ hasText: words }).waitFor();
      await page.unroute('**/playground');
      await text.fill('uno');
      await page.getByRole('button', { name: 'Translate' }).click();
      await page.locator('#translation').waitFor();
    }
    await page.getByRole('link', { name: 'Add to glossary' }).click();
    await page.locator('#add-term:focus').waitFor();
    assert.equal(await page.locator('#add-source').inputValue(), 'Spanish');
    assert.equal(await page.locator('#add-target').inputValue(), 'English');
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
      const translate = () => page.getByRole('button', { name: 'Translate' }).click();
      if (!hasScript) {
        await tab.leave(translate);
        await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
        const opened = page.waitForEvent('popup');
        await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
        assert.equal(new URL((await opened).url()).pathname, '/sign-in');
      }
      await member.enter(tab);
      if (hasScript) await translate();
      else await tab.leave(() => page.getByRole('button', { name: 'Send again' }).click());
      await page.locator('#translation').waitFor();
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
    await page.getByRole('button', { name: 'Swap the languages' }).click();
    await page.locator('#source:focus[aria-invalid="true"]').waitFor();
    assert.equal(await places(), before);
    await tab.assertSound();
  });

  test('shows the quality of the chosen pair before anything is sent, also of a changed target', async () => {
    await using world = await openMemberTab({ characters: 40 });
    const { area, tab, page } = world;
    area.engine.scores.set('es>en', 46.6).set('fr>ca', 61.3);
    area.engine.serve('es-en fr-ca');
    await tab.open('/playground');
    const quality = page.locator('#quality');
    assert.equal(await quality.innerText(), '');
    await page.getByLabel('From').selectOption('es');
    await quality.getByText('Basic').waitFor();
    await page.getByLabel('From').selectOption('fr');
    await quality.getByText('Good').waitFor();
    assert.equal(await page.getByLabel('To', { exact: true }).inputValue(), 'ca');
    assert.equal(await quality.locator('[title]').getAttribute('title'), 'chrF2 61.3');
    await tab.assertSound();
  });
});
