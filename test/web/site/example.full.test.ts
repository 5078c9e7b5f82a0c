import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ServiceError } from '../../../src/core/service-error.ts';
import { startAccountArea } from '../../support/account-area.ts';
import { needsChromium, TestBrowser } from '../../support/browser.ts';

const inEnglish = 'jardín. un tiene y grande es biblioteca nueva La';
const inFrench = 'jardin. un a et grande est bibliothèque nouvelle La';

test('without scripts an example that cannot be translated is reported under its own sentence', async () => {
  await using area = await startAccountArea();
  const visitor = area.anonymous();
  const first = await visitor.open('/?from=es&to=en');
  assert.ok(first.text.includes(inEnglish));
  area.engine.translate = () => Promise.reject(new ServiceError('engine_unavailable'));
  const failed = await visitor.open('/?from=fr&to=en');
  assert.match(failed.text, /La nouvelle bibliothèque est grande et a un jardin\. The translation is not there yet/);
  assert.ok(!failed.text.includes(inEnglish));
});

test(
  'with scripts an example that does not come takes the old one away and says so, and the next one comes',
  needsChromium,
  async () => {
    await using area = await startAccountArea();
    await using browser = await TestBrowser.open();
    await using tab = await browser.tab(area.url);
    const { page } = tab;
    await tab.open('/?from=es&to=en');
    const example = page.locator('#example');
    const failure = example.getByRole('alert');
    const giveUpAfter = (ms: number) =>
      page.evaluate(`document.querySelector('#example > form').setAttribute('hx-request', '{"timeout":${ms}}')`);
    const failures = [
      () => page.route('**/example?*', (route) => route.fulfill({ status: 503, body: 'Not just now' })),
      () => page.route('**/example?*', (route) => route.abort('connectionrefused')),
      async () => {
        await page.route('**/example?*', () => undefined);
        await giveUpAfter(50);
      },
    ];
    for (const fail of failures) {
      await example.getByText(inEnglish).waitFor();
      await fail();
      await page.getByLabel('From').selectOption('fr');
      await failure.waitFor();
      assert.match(await failure.innerText(), /did not come/);
      assert.ok(!(await example.innerText()).includes('jardín'), 'neither as an example nor in a request');
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
