import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { sharedAccountArea, startAccountArea } from '../../support/account-area.ts';
import { packs } from '../../support/account-area-belongings.ts';
import { eventually } from '../../support/eventually.ts';

const esEn = { from: 'es', to: 'en' };

describe('text of a visitor without an account', () => {
  const area = sharedAccountArea({ clock: 'standing', env: { PACKS: packs } });

  /** The front page for a visitor, a minute after the last one. */
  async function open() {
    area().advance(60_001);
    const visitor = area().anonymous();
    const page = await visitor.open('/');
    return { visitor, page, send: (text: string) => visitor.submit(page, '/example', { ...esEn, text }) };
  }

  test('is translated without a charge, up to 200 code points', async () => {
    const { send } = await open();
    const translated = await send('<b>uno</b> dos');
    assert.match(translated.html, /<p class="translated" lang="en" dir="ltr">[^<]*dos[^<]*&lt;b&gt;/);
    assert.match((await send('😀'.repeat(200))).html, /class="translated"/);
    const longer = await send('a'.repeat(201));
    assert.match(longer.html, /role="alert"/);
    assert.ok(longer.html.includes('a'.repeat(201)), 'the text is kept');
  });

  test('is limited to 12 texts in 60 seconds for each address; sample sentences are not', async () => {
    const { send } = await open();
    for (let count = 1; count <= 12; count++)
      assert.match((await send(`uno ${count}`)).text, new RegExp(`${count} uno`));
    assert.match((await send('uno 13')).text, /60 seconds/);
    assert.match((await send('')).text, /jardín un tiene y grande es biblioteca nueva La\./);
    area().advance(60_001);
    assert.match((await send('uno 14')).text, /14 uno/);
  });

  test('waits for at most one other: a third one is refused while two are running', async () => {
    await using own = await startAccountArea();
    const visitor = own.anonymous();
    const page = await visitor.open('/');
    const send = (text: string) => visitor.submit(page, '/example', { ...esEn, text });
    const running = [send('espera uno'), send('espera dos')];
    const refused = await Promise.race([...running, send('cinco seis')]);
    assert.ok(refused.notices.includes('warn'));
    own.engine.open();
    await Promise.all(running);
  });

  test('is not accepted with TRY_WITHOUT_ACCOUNT=0: only sample sentences are shown', async () => {
    await using own = await startAccountArea({ env: { TRY_WITHOUT_ACCOUNT: '0' } });
    const visitor = own.anonymous();
    assert.doesNotMatch((await visitor.open('/')).html, /name="text"/);
    const reply = await visitor.post('/example', { ...esEn, text: 'uno dos' });
    assert.doesNotMatch(await reply.text(), /dos/);
  });

  test('is counted by the price calculator, which names the cheapest purchase, and is not shown again', async () => {
    const { visitor, page } = await open();
    const estimate = (fields: Readonly<Record<string, string>>) =>
      visitor.submit(page, '/estimate', { count: '', pasted: '', ...fields });
    const counted = await estimate({ count: '250,000' });
    assert.match(counted.text, /250,000 characters: 3 × Starter, 27\.00 EUR \. 50,000 /);
    assert.match((await estimate({ count: '950000' })).text, /950,000 characters: 1 × Team, 79\.00 EUR/);
    const pasted = await estimate({ pasted: 'kanarienvogel 😀' });
    assert.match(pasted.text, /15 characters: 1 × Starter, 9\.00 EUR/);
    assert.ok(!pasted.html.includes('kanarienvogel'));
    for (const count of ['0', '-3', '1e99', 'many', '9'.repeat(30)]) {
      assert.doesNotMatch((await estimate({ count })).text, /1 × Starter/, count);
    }
  });
});

test('the front page and the prices lead to sign-up, or to the purchase, and name only what is served', async () => {
  await using area = await startAccountArea({ env: { PACKS: packs, TRIAL_CHARACTERS: '2500', COMPAT: 'deepl' } });
  for (const path of ['/', '/pricing']) {
    const { html } = await area.anonymous().open(path);
    assert.equal([...html.matchAll(/<a class="button" href="\/sign-up">/g)].length, 2, path);
    const bought = await (await area.signUp()).visitor.open(path);
    assert.equal([...bought.html.matchAll(/<a class="button" href="\/packs">/g)].length, 2, path);
  }
  const { html, text } = await area.anonymous().open('/');
  assert.match(text, /2,500 characters free/);
  const [, facts = ''] = /<ul class="facts-line">(.*?)<\/ul>/s.exec(html) ?? [];
  assert.ok(facts.includes('href="/docs/deepl"') && !facts.includes('/docs/google'), facts);
});

test('the status page shows the days since the first record, also as a table', async () => {
  await using area = await startAccountArea({ clock: 'standing' });
  await eventually(async () => (await area.stores.readiness.listReadyDays()).length === 1);
  const { html, text } = await area.anonymous().open('/status');
  assert.match(text, /100% ready since/);
  assert.ok(html.includes('href="/status" aria-current="page"'));
  assert.equal([...html.matchAll(/<rect class="none"/g)].length, 89);
  assert.equal([...html.matchAll(/<th scope="row">/g)].length, 90);
});
