import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Translation, Usage } from '../../sdk/src/wire.ts';
import { needsApertium, openInstalled } from '../adapters/apertium/installed-apertium.ts';
import { read, translate } from '../support/call.ts';
import { operate } from '../support/operate.ts';
import { startService } from '../support/service.ts';

/** A service on the real engine, a customer, and commands that change the customer's terms beside the running server. */
async function setup() {
  await using opening = new AsyncDisposableStack();
  const service = opening.use(await startService({}, [await openInstalled()]));
  const { dataDir, url } = service;
  const customer = await service.customer(10_000);
  const term = <Value = { id: string }>(...argv: string[]) =>
    operate<Value>({ DATA_DIR: dataDir }, 'glossary', ...argv, '--account', customer.id);
  const call = (text: string, fields: object = {}, headers: Readonly<Record<string, string>> = {}) =>
    translate<Translation>(url, { key: customer.key, body: { text, ...fields }, headers });
  const say = async (text: string, fields: object = {}) => (await call(text, fields)).body.translated_text;
  const opened = opening.move();
  return { service, customer, url, term, call, say, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

const pair = ['--source', 'es', '--target', 'en'];
const sentence = 'El panel solar está en la casa.';

describe('terms over HTTP', needsApertium, () => {
  test('a term applies to every call of its account from the next request on, also under auto', async () => {
    await using world = await setup();
    const { say, term } = world;
    const before = await say(sentence, { source_lang: 'es' });
    assert.ok(!before.includes('PV module'));
    await term('add', ...pair, '--term', 'panel solar', '--translation', 'PV module');
    assert.match(await say(sentence, { source_lang: 'es' }), /^The PV module /);
    assert.match(await say('Hoy el panel solar está en la casa de mi hermano.'), /\bthe PV module\b/);
    await term('add', ...pair, '--term', 'panel solar', '--translation', 'sun panel');
    assert.match(await say(sentence, { source_lang: 'es' }), /^The sun panel /);
    await term('remove', ...pair, '--term', 'panel solar');
    assert.equal(await say(sentence, { source_lang: 'es' }), before);
  });

  test('a translation that ends in a full stop also ends the sentence', async () => {
    await using world = await setup();
    const { say, term } = world;
    await term('add', ...pair, '--term', 'casa', '--translation', 'bldg.');
    const said = await say('El panel está en la casa. Hoy no.', { source_lang: 'es' });
    assert.match(said, /in the bldg\. Today /, said);
  });

  test('the reply has its four fields and nothing else, and costs what it always costs', async () => {
    await using world = await setup();
    const { term, call, customer, url } = world;
    await term('add', ...pair, '--term', 'panel solar', '--translation', 'PV module');
    const { status, body } = await call(sentence, { source_lang: 'es' });
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body).toSorted(), [
      'characters_charged',
      'source_lang',
      'target_lang',
      'translated_text',
    ]);
    assert.deepEqual([body.characters_charged, body.source_lang, body.target_lang], [sentence.length, 'es', 'en']);
    const balance = 10_000 - sentence.length;
    assert.deepEqual(await customer.balance(), { balance, used: sentence.length, held: 0 });
    const usage = await read<Usage>(`${url}/api/v1/usage`, { key: customer.key });
    assert.deepEqual(Object.keys(usage.body).toSorted(), [
      'characters_balance',
      'characters_expires_at',
      'characters_used',
    ]);
    assert.deepEqual([usage.body.characters_balance, usage.body.characters_used], [balance, sentence.length]);
  });

  test('another account is untouched, whichever of the two asks first', async () => {
    await using world = await setup();
    const { service, term, say } = world;
    const other = await service.customer(10_000);
    const sayOther = async () => {
      const body = { text: sentence, source_lang: 'es' };
      return (await translate<Translation>(service.url, { key: other.key, body })).body.translated_text;
    };
    const before = await sayOther();
    await term('add', ...pair, '--term', 'panel solar', '--translation', 'PV module');
    assert.match(await say(sentence, { source_lang: 'es' }), /PV module/);
    assert.equal(await sayOther(), before);
    assert.match(await say(sentence, { source_lang: 'es' }), /PV module/);
  });

  test('a repeat under an Idempotency-Key gets the reply that is kept, though the terms have changed', async () => {
    await using world = await setup();
    const { term, call } = world;
    const again = { 'Idempotency-Key': 'order-1' };
    await term('add', ...pair, '--term', 'panel solar', '--translation', 'PV module');
    const first = await call(sentence, { source_lang: 'es' }, again);
    await term('add', ...pair, '--term', 'panel solar', '--translation', 'sun panel');
    const second = await call(sentence, { source_lang: 'es' }, again);
    assert.equal(second.headers.get('idempotency-replayed'), 'true');
    assert.deepEqual(second.body, first.body);
    const anew = await call(sentence, { source_lang: 'es' });
    assert.match(anew.body.translated_text, /sun panel/);
  });

  test('what is kept stays as it stands, in every pair, and plurals follow those of the text', async () => {
    await using world = await setup();
    const { term, say } = world;
    await term('add', '--source', '*', '--target', '*', '--term', 'Casa Nube', '--keep', '--case', 'exact');
    await term('add', ...pair, '--term', 'panel solar', '--translation', 'PV module');
    assert.match(await say('Los paneles solares de Casa Nube son baratos.', { source_lang: 'es' }), /^The PV modules /);
    for (const target of ['en', 'fr', 'ca', 'pt']) {
      const said = await say('Ana trabaja en Casa Nube.', { source_lang: 'es', target_lang: target });
      assert.match(said, /\bCasa Nube\b/, target);
    }
    assert.match(await say('LOS PANELES SOLARES', { source_lang: 'es' }), /PV MODULES/);
  });

  test('tags inside a term stay, and a line break inside it is none', async () => {
    await using world = await setup();
    const { term, say } = world;
    await term('add', ...pair, '--term', 'panel solar', '--translation', 'PV module');
    const tagged = await say('Compramos un <b>panel</b> solar.', { source_lang: 'es' });
    assert.match(tagged.replaceAll(/<\/?b>/g, ''), /\bPV module\b/);
    assert.deepEqual(tagged.match(/<\/?b>/g), ['<b>', '</b>']);
    assert.match(await say('Compramos un panel\nsolar y una casa.', { source_lang: 'es' }), /\bPV\smodule\b/);
  });

  test('a text of terms alone is translated, and charged', async () => {
    await using world = await setup();
    const { term, call } = world;
    await term('add', ...pair, '--term', 'panel solar', '--translation', 'PV module');
    const { body } = await call('panel solar', { source_lang: 'es' });
    assert.deepEqual([body.translated_text, body.characters_charged], ['PV module', 11]);
  });
});
