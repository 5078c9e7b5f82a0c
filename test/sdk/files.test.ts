import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from '../support/eventually.ts';
import { openClient } from './client-world.ts';

const bytes = new TextEncoder().encode('hola mundo\n\n12\n');
const text = (file: Uint8Array) => new TextDecoder().decode(file);

describe('a file', () => {
  test('is translated, charged once, and counted without a charge', async () => {
    await using world = await openClient();
    const { dragoman, customer } = world;
    const name = 'notes.txt';
    assert.deepEqual(await dragoman.estimateFile(bytes, { name }), {
      ...{ format: 'text', units: 1, characters: 10, characters_from_memory: 0 },
    });
    assert.equal((await customer.balance()).used, 0);
    const options = { name, from: 'es', to: 'en', idempotencyKey: 'file-1' };
    const { bytes: translated, ...rest } = await dragoman.translateFile(bytes, options);
    assert.equal(text(translated), 'mundo hola\n\n12\n');
    assert.deepEqual(rest, { source: 'es', target: 'en', charged: 10, fromMemory: 0, untranslated: [] });
    assert.deepEqual((await dragoman.translateFile(new Blob([bytes]), options)).bytes, translated);
    assert.equal((await customer.balance()).used, 10);
  });

  test('with columns of a table', async () => {
    await using world = await openClient();
    const table = new TextEncoder().encode('id,title\n1,hola mundo\n');
    const options = { columns: ['title'] };
    const file = await world.dragoman.translateFile(table, { name: 't.csv', from: 'es', to: 'en', options });
    assert.equal(text(file.bytes), 'id,title\n1,mundo hola\n');
  });

  test('an aborted call cancels the translation without a charge', async () => {
    await using world = await openClient();
    const controller = new AbortController();
    const waiting = new TextEncoder().encode('espera un momento');
    const options = { name: 'a.txt', from: 'es', to: 'en', signal: controller.signal };
    const call = world.dragoman.translateFile(waiting, options);
    await world.service.engine.entered;
    await eventually(() => world.sent.length > 1);
    controller.abort();
    await assert.rejects(call, { name: 'AbortError' });
    await eventually(() => world.sent.at(-1)?.status === 204);
    world.service.engine.open();
    await eventually(async () => (await world.customer.balance()).held === 0);
    assert.equal((await world.customer.balance()).used, 0);
  });

  test('that cannot be read is an error with its line', async () => {
    await using world = await openClient();
    const call = world.dragoman.translateFile(new TextEncoder().encode('{'), { name: 'a.json', from: 'es', to: 'en' });
    await assert.rejects(call, { code: 'validation_error', param: 'file', message: /line 1/ });
  });
});

describe('the glossary', () => {
  test('is added, listed over pages, removed, imported and exported', async () => {
    await using world = await openClient();
    const { glossary } = world.dragoman;
    const entries = Array.from({ length: 700 }, (_, index) => ({
      ...{ source_lang: 'es', target_lang: 'en', term: `termino ${index}`, translation: `term ${index}` },
    }));
    assert.deepEqual(await glossary.add(entries), { version: 1, added: 700, replaced: 0 });
    const listed = await glossary.list();
    assert.equal(new Set(listed.map(({ term }) => term)).size, 700);
    await glossary.remove(listed[0]?.id ?? '');
    const file = await glossary.export('tsv', { from: 'es', to: 'en' });
    assert.equal(text(file).trim().split('\n').length, 700);
    const imported = await glossary.import(file, 'tsv');
    assert.deepEqual([imported.added, imported.skipped], [0, 699]);
    const twice = 'casa,house\ncasa,home\n';
    await assert.rejects(glossary.import(twice, 'csv', { from: 'es', to: 'en' }), { param: 'file' });
    const chosen = await glossary.import(twice, 'csv', { from: 'es', to: 'en', onConflict: 'last' });
    assert.equal(chosen.added, 1);
    assert.equal((await glossary.list()).find(({ term }) => term === 'casa')?.translation, 'home');
    await assert.rejects(glossary.remove('none'), { status: 404 });
  });
});

describe('approved translations', () => {
  test('are added, listed over pages, looked up, removed, imported and exported', async () => {
    await using world = await openClient();
    const { memory } = world.dragoman;
    const pair = { source_lang: 'es', target_lang: 'en' };
    const letter = (number: number) => String.fromCharCode(97 + (number % 26));
    const words = Array.from(
      { length: 700 },
      (_, index) => `${letter(index)} ${letter(index / 26)}${letter(index / 676)}`,
    );
    const added = await memory.add(words.map((source) => ({ ...pair, source, target: `${source} x` })));
    assert.deepEqual([added.version, added.added, added.replaced, added.ids.length], [1, 700, 0, 700]);
    const listed = await memory.list({ from: 'es', to: 'en' });
    assert.equal(new Set(listed.map(({ source }) => source)).size, 700);
    assert.deepEqual(
      (await memory.list({ containing: 'C BA X' })).map(({ source }) => source),
      ['c ba'],
    );
    assert.deepEqual(await memory.list({ from: 'en' }), []);
    await memory.remove(added.ids[0] ?? '');
    const { results } = await memory.lookup([words[0] ?? '', 'b aa'], { from: 'es', to: 'en' });
    const found = results.map((each) => [each.translated_text, each.characters_to_charge, each.matches.length]);
    assert.deepEqual(found, [
      [null, 4, 0],
      ['b aa x', 0, 1],
    ]);
    for (const format of ['tmx', 'csv', 'tsv'] as const) {
      const imported = await memory.import(await memory.export(format), format);
      assert.deepEqual([imported.added, imported.replaced, imported.problems], [0, 0, []]);
    }
    const twice = 'casa,house\ncasa,home\n';
    const options = { from: 'es', to: 'en' };
    await assert.rejects(memory.import(twice, 'csv', options), { param: 'file' });
    assert.equal((await memory.import(twice, 'csv', { ...options, onConflict: 'last' })).added, 1);
    const file = `casa,flat\n${'a'.repeat(10_001)},light\n`;
    const kept = await memory.import(file, 'csv', { ...options, existing: 'keep', skipProblems: true });
    assert.deepEqual([kept.replaced, kept.skipped], [0, 2]);
    await assert.rejects(memory.remove('none'), { status: 404 });
  });

  test('are counted in results', async () => {
    await using world = await openClient();
    const { dragoman } = world;
    const entry = { source_lang: 'es', target_lang: 'en', source: 'La casa.', target: 'Our house.' };
    await dragoman.memory.add([entry]);
    const options = { from: 'es', to: 'en' };
    const approved = { text: 'Our house.', source: 'es', target: 'en', charged: 0 };
    assert.deepEqual(await dragoman.translate('La casa.', options), { ...approved, fromMemory: 8 });
    const all = await dragoman.translate(['La casa.', 'El gato.', 'La casa. El gato.', 'La casa.'], options);
    assert.deepEqual([all.fromMemory, all.map(({ charged }) => charged)], [16, [0, 8, 9, 0]]);
    assert.deepEqual(all[3], approved);
    const file = await dragoman.translateFile(new Blob(['La casa.']), { name: 'a.txt', ...options });
    assert.deepEqual([text(file.bytes), file.charged, file.fromMemory], ['Our house.', 0, 8]);
  });
});
