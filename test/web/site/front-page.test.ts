import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { startAccountArea } from '../../support/account-area.ts';
import { packs } from '../../support/account-area-belongings.ts';

const esEn = { from: 'es', to: 'en' };

describe('text of a visitor without an account', () => {
  test('is translated without a charge, up to 200 code points', async () => {
    await using area = await startAccountArea();
    const visitor = area.anonymous();
    const page = await visitor.open('/');
    const translated = await visitor.submit(page, '/example', { ...esEn, text: '<b>uno</b> dos' });
    assert.match(translated.html, /<p class="translated" lang="en" dir="ltr">[^<]*dos[^<]*&lt;b&gt;/);
    const long = await visitor.submit(page, '/example', { ...esEn, text: '😀'.repeat(200) });
    assert.doesNotMatch(long.text, /Use at most 200 characters/);
    const longer = await visitor.submit(page, '/example', { ...esEn, text: 'a'.repeat(201) });
    assert.match(longer.text, /Use at most 200 characters here/);
    assert.ok(longer.html.includes('a'.repeat(201)), 'the text is kept');
  });

  test('is limited to 12 texts in 60 seconds for each address; sample sentences are not', async () => {
    await using area = await startAccountArea({ clock: 'standing' });
    const visitor = area.anonymous();
    const page = await visitor.open('/');
    const send = (text: string) => visitor.submit(page, '/example', { ...esEn, text });
    for (let count = 1; count <= 12; count++)
      assert.doesNotMatch((await send(`uno ${count}`)).text, /limit for visitors/);
    assert.match((await send('uno 13')).text, /You have reached the limit for visitors\. Try again in 60 seconds\./);
    assert.match((await send('')).text, /jardín\. un tiene y grande es biblioteca nueva La/);
    area.advance(60_001);
    assert.match((await send('uno 14')).text, /14 uno/);
  });

  test('waits for at most one other: a third one is refused while two are running', async () => {
    await using area = await startAccountArea();
    const visitor = area.anonymous();
    const page = await visitor.open('/');
    const { promise: stop, resolve: finish } = Promise.withResolvers<void>();
    const translate = area.engine.translate.bind(area.engine);
    area.engine.translate = async (...given) => {
      await stop;
      return translate(...given);
    };
    const send = (text: string) => visitor.submit(page, '/example', { ...esEn, text });
    const running = [send('uno dos'), send('tres cuatro')];
    const refused = await Promise.race([...running, send('cinco seis')]);
    assert.match(refused.text, /Too many visitors are trying this now/);
    finish();
    await Promise.all(running);
  });

  test('is not accepted with TRY_WITHOUT_ACCOUNT=0: only sample sentences are shown', async () => {
    await using area = await startAccountArea({ env: { TRY_WITHOUT_ACCOUNT: '0' } });
    const visitor = area.anonymous();
    const page = await visitor.open('/');
    assert.doesNotMatch(page.html, /name="text"/);
    const reply = await visitor.post('/example', { ...esEn, text: 'uno dos' });
    assert.doesNotMatch(await reply.text(), /dos/);
  });
});

describe('price calculator', () => {
  test('names the cheapest purchase for a number of characters or a pasted text, which is not shown again', async () => {
    await using area = await startAccountArea({ env: { PACKS: packs } });
    const visitor = area.anonymous();
    const page = await visitor.open('/');
    const estimate = (fields: Readonly<Record<string, string>>) =>
      visitor.submit(page, '/estimate', { count: '', pasted: '', ...fields });
    const counted = await estimate({ count: '250,000' });
    assert.match(counted.text, /250,000 characters: 3 × Starter, 27\.00 EUR \. 50,000 characters remain\./);
    const many = await estimate({ count: '950000' });
    assert.match(many.text, /950,000 characters: 1 × Team, 79\.00 EUR/);
    const pasted = await estimate({ pasted: 'kanarienvogel 😀' });
    assert.match(pasted.text, /15 characters: 1 × Starter, 9\.00 EUR/);
    assert.ok(!pasted.html.includes('kanarienvogel'));
    for (const count of ['0', '-3', '1e99', 'many', '9'.repeat(30)]) {
      assert.match((await estimate({ count })).text, /Type a whole number of characters/, count);
    }
  });
});
