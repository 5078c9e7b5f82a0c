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

describe('suggestions for a glossary', () => {
  const text = 'El Banco Central subió. El Banco Central bajó.\nLa energía solar es buena. La energía solar revienta.';

  test('are names and repeated phrases, and the ticked ones become entries in one import', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const page = await visitor.open('/terms/suggest');
    const found = await visitor.submit(page, '/terms/suggest', { text, ...languages });
    assert.equal(found.status, 200);
    assert.match(found.html, /name="words-0" value="Banco Central"/);
    assert.match(found.html, /value="energía solar"/);
    const fields = { take: '0', 'translation-0': 'Central Bank' };
    const added = await visitor.submit(found, '/terms/suggest/add', fields);
    assert.match(added.text, /Imported: 1 added/);
    assert.deepEqual(await world.words(), ['Banco Central = Central Bank']);
    assert.deepEqual(world.noted, [world.accountId]);
    const again = await visitor.submit(page, '/terms/suggest', { text, ...languages });
    assert.match(again.text, /1 more are already in your glossary/);
    assert.doesNotMatch(again.html, /value="Banco Central"/);
  });

  test('that cannot be added show an error in each row, nothing is added, and the typed text is kept', async () => {
    await using world = await openEntriesWorld();
    const { visitor } = world;
    const page = await visitor.open('/terms/suggest');
    const found = await visitor.submit(page, '/terms/suggest', { text, ...languages });
    const none = await visitor.submit(found, '/terms/suggest/add', { 'translation-0': 'typed' });
    assert.deepEqual([none.status, /Select at least one candidate/.test(none.text)], [400, true]);
    assert.match(none.html, /name="translation-0" value="typed"/);
    const empty = await visitor.submit(none, '/terms/suggest/add', { take: '1' });
    assert.match(empty.text, /Fix the marked rows.*The translation is missing/);
    assert.match(empty.html, /name="take" value="1"[^>]* checked/);
    await world.addWords('Banco Central = the bank');
    const taken = await visitor.submit(none, '/terms/suggest/add', { take: '0' });
    assert.deepEqual(
      [taken.status, /Your glossary already has this term\. Edit that entry/.test(taken.text)],
      [400, true],
    );
    assert.deepEqual(await world.words(), ['Banco Central = the bank']);
    assert.deepEqual(world.noted, []);
  });

  test('are from texts of at most the length of a request, in served languages', async () => {
    await using world = await openEntriesWorld();
    const page = await world.visitor.open('/terms/suggest');
    const long = await world.visitor.submit(page, '/terms/suggest', { text: 'a '.repeat(50_001), ...languages });
    assert.deepEqual([long.status, /more than 100,000 characters/.test(long.text)], [400, true]);
    const most = await world.visitor.submit(page, '/terms/suggest', { text: '😀 '.repeat(50_000), ...languages });
    assert.deepEqual([most.status, /No candidates found/.test(most.text)], [200, true]);
    const unknown = await world.visitor.submit(page, '/terms/suggest', { text, source: 'xx', target: 'en' });
    assert.match(unknown.text, /Unknown language "xx"/);
    const hostile = '<script>alert(1)</script> Mr "><img src=x>. '.repeat(4);
    const shown = await world.visitor.submit(page, '/terms/suggest', { text: hostile, ...languages });
    assert.doesNotMatch(shown.html, /<script>alert|<img/);
    assert.deepEqual(world.failures, []);
  });
});
