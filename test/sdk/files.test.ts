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
    assert.deepEqual(rest, { source: 'es', target: 'en', charged: 10, untranslated: [] });
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
