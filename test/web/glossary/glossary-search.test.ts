import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { textProblemOf } from '../../../src/web/glossary/language-fields.ts';
import { openEntriesWorld } from './glossary-world.ts';

const languages = { source: 'es', target: 'en' };

describe('test of a glossary', () => {
  test('highlights the entries that apply to a translation, without calling an engine', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    await world.addWords('panel solar = PV module', 'Acme = itself');
    const page = await visitor.open('/terms/test');
    assert.match(page.text, /Nothing is translated or charged here\. The playground translates/);
    // The fake engine fails on this word.
    const text = 'Los Paneles Solares de Acme y revienta.\n<b>panel</b> solar';
    const found = await visitor.submit(page, '/terms/test', { text, ...languages });
    assert.equal(found.status, 200);
    assert.match(
      found.html,
      /Los <mark>Paneles Solares<sup>1<\/sup><\/mark> de <mark>Acme<sup>2<\/sup><\/mark> y revienta/,
    );
    assert.match(found.html, /&lt;b&gt;<mark>panel&lt;\/b&gt; solar<sup>3/);
    assert.match(found.text, /3 found, Spanish → English/);
    assert.match(found.text, /1 Paneles Solares panel solar PV module plural 2 Acme Acme unchanged exact spelling/);
    assert.deepEqual(world.failures, []);
  });

  test('detects the language of a text, and reports when it cannot', async () => {
    await using world = await openEntriesWorld();
    await world.addWords('nube = cloud');
    const page = await world.visitor.open('/terms/test');
    const text = 'Mañana habrá una nube sobre las montañas y después lloverá en toda la ciudad.';
    const found = await world.visitor.submit(page, '/terms/test', { text, target: 'EN' });
    assert.match(found.text, /1 found, Spanish → English/);
    const unsure = await world.visitor.submit(page, '/terms/test', { text: '12', target: 'en' });
    assert.deepEqual([unsure.status, /not detected/.test(unsure.text)], [400, true]);
    assert.doesNotMatch(unsure.text, /source_lang/);
  });

  test('reports a text that cannot be translated at its field, and keeps it', async () => {
    await using world = await openEntriesWorld();
    const page = await world.visitor.open('/terms/test');
    const cases = [
      [{ text: '', ...languages }, 'Enter a text.'],
      [{ text: 'a'.repeat(10_001), ...languages }, 'more than 10,000 characters'],
      [{ text: 'nube', source: 'es', target: 'klingon' }, 'Unknown language "klingon"'],
    ] as const;
    for (const [fields, message] of cases) {
      const refused = await world.visitor.submit(page, '/terms/test', fields);
      assert.equal(refused.status, 400, message);
      assert.ok(refused.text.includes(message), refused.text);
      assert.ok(refused.html.includes(`\n${fields.text}</textarea>`));
    }
    const none = await world.visitor.submit(page, '/terms/test', { text: '\n\n<b>x', ...languages });
    assert.match(none.text, /No glossary entries found in this text/);
    assert.match(none.html, /<textarea[^>]*>\n\n\n&lt;b&gt;x<\/textarea>/);
  });
});

test('a search that takes too long is reported like an invalid text, not as a fault of the service', async () => {
  const signal = AbortSignal.timeout(0);
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  assert.equal(textProblemOf(signal.reason).param, 'text');
  assert.throws(() => textProblemOf(new TypeError('a bug')), TypeError);
});
