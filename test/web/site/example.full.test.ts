import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../src/ground/service-error.ts';
import { startAccountArea } from '../../support/account-area.ts';
import { packs } from '../../support/account-area-belongings.ts';
import type { Shown } from '../../support/account-area-visitor.ts';
import { needsChromium, TestBrowser } from '../../support/browser.ts';
import { openTab } from '../member-tab.ts';

const inEnglish = 'jardín un tiene y grande es biblioteca nueva La.';
/** The copy check finds the French words again, so the sentence is split. */
const inFrench = 'jardin un a et grande est';

test('without scripts a failed example is reported beside its own sentence', async () => {
  await using area = await startAccountArea();
  const visitor = area.anonymous();
  const first = await visitor.open('/?from=es&to=en');
  assert.ok(first.text.includes(inEnglish));
  area.engine.translate = () => Promise.reject(new ServiceError('engine_unavailable'));
  const failed = await visitor.open('/?from=fr&to=en');
  assert.match(failed.text, /La nouvelle bibliothèque est grande et a un jardin\..* The translation is not available/);
  assert.ok(!failed.text.includes(inEnglish));
});

test('the example and the quick start begin with a pair of the best grade, and a chosen pair is shown with its grade', async () => {
  await using area = await startAccountArea();
  area.engine.scores.set('es>en', 46.6).set('es>ca', 61.3).set('fr>en', 53);
  area.engine.serve('es-en es-ca fr-en');
  const visitor = area.anonymous();
  const sentence = 'La nueva biblioteca es grande y tiene un jardín.';
  for (const [path, shown, grade] of [
    ['/', 'auto>ca', 'Good'],
    ['/?from=fr&to=en', 'fr>en', 'Fair'],
    ['/?from=es&to=en', 'es>en', 'Basic'],
    ['/?from=fr&to=ca', 'fr>en', 'Fair'],
    ['/?from=es&to=fr', 'es>ca', 'Good'],
    ['/?from=auto&to=en', 'auto>en', 'Fair'],
  ] as const) {
    const { text, html } = await visitor.open(path);
    const chosen = [...html.matchAll(/<option value="(\w+)" selected/g)].map(([, code]) => code).join('>');
    assert.deepEqual([chosen, /Quality: (\w+)/.exec(text)?.[1]], [shown, grade], path);
    assert.equal(text.includes('English (Basic quality)'), shown.startsWith('es') || path === '/', path);
  }
  const { html } = await visitor.open('/docs');
  assert.ok(html.includes(`{&quot;text&quot;:&quot;${sentence}&quot;,&quot;source_lang&quot;:&quot;es&quot;,`));
  assert.ok(
    html.includes(
      `&quot;translated_text&quot;</span><span class="hljs-punctuation">:</span> <span class="hljs-string">&quot;${inEnglish}&quot;`,
    ),
  );
  area.engine.serve('es-en fr-en');
  assert.match((await visitor.open('/')).text, /Quality: Fair/, 'the good pair is gone');
});

test('the language of a text is detected, and one that is not offered is named instead of being translated as another', async () => {
  await using area = await startAccountArea();
  area.engine.serve('es-en es-ca fr-en en-es it-pt');
  const visitor = area.anonymous();
  const front = await visitor.open('/');
  const send = (fields: Record<string, string>) => visitor.submit(front, '/example', fields);
  const shown = ({ html, text }: Shown) => {
    const [, translation] = /name="translation" value="([^"]*)"/.exec(html) ?? [];
    const chosen = [...html.matchAll(/<option value="(\w+)" selected/g)].map(([, code]) => code).join('>');
    return [chosen, translation ?? /role="alert"><p>([^<]*)/.exec(html)?.[1] ?? text];
  };
  const german = 'Die neue Bibliothek ist groß und hat einen Garten.';
  for (const [fields, chosen, result] of [
    [{ text: 'La casa es grande y bonita.' }, 'auto>en', 'bonita y grande es casa La.'],
    [{ text: 'Le chat dort sur la table de la cuisine.' }, 'auto>en', 'cuisine la de table la sur dort chat Le.'],
    [{ text: german }, 'auto>en', /German/],
    [{ text: german, to: 'ca' }, 'auto>ca', /German/],
    [{ text: 'Hyvää huomenta, mitä kuuluu?' }, 'auto>en', /Finnish/],
    [{ text: 'no' }, 'auto>en', /not detected.*under From/],
    [{ text: 'The house is large and has a garden.' }, 'auto>en', /English already/],
    [{ text: 'La casa es grande y bonita.', to: 'pt' }, 'auto>pt', /Spanish.*Portuguese.*Catalan, English/],
    [{ text: 'uno dos', from: 'es', to: 'ca' }, 'es>ca', 'dos uno'],
    [{ text: front.text, from: 'xx' }, 'auto>en', /200 characters/],
  ] as const) {
    const page = await send(fields);
    const [pair, said = ''] = shown(page);
    assert.equal(pair, chosen, fields.text);
    if (typeof result === 'string') assert.equal(said, result);
    else assert.match(said, result);
    assert.ok(page.forms.some((form) => form.fields.some(([name, value]) => name === 'text' && value === fields.text)));
  }
  const detected = await send({ text: 'La casa es grande y bonita.' });
  assert.match(detected.text, /Spanish detected/);
  const swapped = await visitor.submit(detected, '/example', { act: 'swap' });
  assert.deepEqual(shown(swapped), ['en>es', 'La casa es grande y bonita.']);
});

test(
  'with scripts a failed request replaces the previous translation by the error, and the next one succeeds',
  needsChromium,
  async () => {
    await using world = await openTab();
    const { tab, page } = world;
    await tab.open('/?from=es&to=en');
    const example = page.locator('#example');
    const failure = example.getByRole('alert');
    const giveUpAfter = (ms: number) =>
      page.evaluate(`document.querySelector('#example > form').setAttribute('hx-request', '{"timeout":${ms}}')`);
    const failures = [
      () => page.route('**/example', (route) => route.fulfill({ status: 503, body: 'Not just now' })),
      () => page.route('**/example', (route) => route.abort('connectionrefused')),
      async () => {
        await page.route('**/example', () => undefined);
        await giveUpAfter(50);
      },
    ];
    for (const fail of failures) {
      await example.getByText(inEnglish).waitFor();
      await fail();
      await page.getByLabel('From').selectOption('fr');
      await failure.waitFor();
      assert.match(await failure.innerText(), /did not arrive/);
      assert.ok(!(await example.innerText()).includes(inEnglish));
      assert.deepEqual(await tab.violations(), []);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      // The form that failed is still there, and the next page may be slow.
      await giveUpAfter(60_000);
      await page.getByLabel('From').selectOption('es');
    }
    await page.getByLabel('From').selectOption('fr');
    await example.getByText(inFrench).waitFor();
    assert.equal(await failure.count(), 0);
  },
);

test('a visitor translates a text and swaps the languages, with and without scripts', needsChromium, async () => {
  await using area = await startAccountArea();
  await using browser = await TestBrowser.open();
  for (const hasScript of [true, false]) {
    await using tab = await browser.tab(area.url, { hasScript });
    const { page } = tab;
    await tab.open('/');
    await page.getByLabel('Your text').fill('uno dos');
    await page.getByRole('button', { name: 'Translate' }).click();
    await page.locator('#example').getByText('dos uno', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Swap the languages' }).click();
    await page.locator('.translated', { hasText: 'uno dos' }).waitFor();
    assert.equal(await page.getByLabel('From').inputValue(), 'en');
    assert.equal(await page.getByLabel('Your text').inputValue(), 'dos uno');
    await page.locator('label', { hasText: 'Python' }).click();
    await page.getByText('import json, os').waitFor();
    if (hasScript) assert.deepEqual(await tab.violations(), []);
    assert.deepEqual(tab.faults, []);
  }
});

test('results on the front page are announced, and the pressed button keeps the focus', needsChromium, async () => {
  await using world = await openTab({ env: { PACKS: packs } });
  const { tab, page } = world;
  await tab.open('/');
  const press = async (name: string, result: RegExp) => {
    await page.getByRole('button', { name }).focus();
    await page.keyboard.press('Enter');
    await page.locator('body > [role=status]', { hasText: result }).waitFor({ state: 'attached' });
    assert.equal((await page.locator(':focus').innerText()).trim(), name);
  };
  await page.getByLabel('Your text').fill('uno dos');
  await press('Translate', /^dos uno$/);
  await press('Swap the languages', /^uno dos$/);
  await page.getByLabel('Characters', { exact: true }).fill('250000');
  await press('Calculate', /^250,000 characters: /);
});
