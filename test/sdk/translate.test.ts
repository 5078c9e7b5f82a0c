import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { DragomanError, type Fetch } from '../../sdk/src/dragoman.ts';
import { LettersEngine } from '../support/letters-engine.ts';
import { openClient } from './client-world.ts';

const manyRequests = { env: { RATE_LIMIT_PER_MINUTE: '100000' } };

describe('one text', () => {
  test('is translated with one request and a random Idempotency-Key', async () => {
    await using world = await openClient();
    const { dragoman, sent } = world;
    const translation = await dragoman.translate('La casa es grande.', { to: 'en' });
    assert.deepEqual(translation, {
      text: 'grande es casa La.',
      source: 'es',
      target: 'en',
      charged: 18,
      fromMemory: 0,
    });
    await dragoman.translate('La casa es grande.', { to: 'en', from: 'es' });
    const paths = sent.map(({ path }) => path);
    assert.deepEqual(paths, ['/translate', '/translate']);
    const keys = sent.map(({ headers }) => headers.get('Idempotency-Key'));
    assert.equal(new Set(keys).size, 2);
    assert.deepEqual(await world.customer.balance(), { balance: 964, used: 36, held: 0 });
  });

  test('a repeat with the same idempotencyKey is free', async () => {
    await using world = await openClient();
    for (const text of ['La casa', ['La casa', 'El gato']]) {
      const options = { to: 'en', from: 'es', idempotencyKey: `key-${text.length}` };
      const first = await world.dragoman.translate(text, options);
      assert.deepEqual(await world.dragoman.translate(text, options), first);
    }
    assert.equal((await world.customer.balance()).used, 21);
  });

  test('that no engine translates is an error, and unchanged with onFailed', async () => {
    const twist = (_: unknown, honest: readonly string[]) => honest.map(() => '');
    await using world = await openClient(1_000, { engines: [new LettersEngine({ twist })], timeoutMs: 2_000 });
    const kept = await world.dragoman.translate('La casa', { from: 'es', to: 'en', onFailed: 'keep' });
    assert.deepEqual(kept, { text: 'La casa', source: 'es', target: 'en', charged: 0, failed: true, fromMemory: 0 });
    await assert.rejects(world.dragoman.translate('La casa', { from: 'es', to: 'en' }), { code: 'server_error' });
  });
});

describe('an array', () => {
  test('keeps its order, sends equal texts once, and needs as few requests as the limits allow', async () => {
    await using world = await openClient(1_000_000, manyRequests);
    const texts = Array.from({ length: 4_500 }, (_, index) => (index % 2 === 0 ? 'la casa' : `numero ${index}`));
    const translations = await world.dragoman.translate(texts, { from: 'es', to: 'en' });
    assert.deepEqual(
      translations.map(({ text }) => text),
      texts.map((text) => text.split(' ').toReversed().join(' ')),
    );
    assert.equal(world.sent.length, 3);
    const charged = translations.reduce((sum, each) => sum + each.charged, 0);
    assert.equal((await world.customer.balance()).used, charged);
    assert.deepEqual([translations[0]?.charged, translations[2]?.charged], [7, 0]);
    assert.deepEqual(await world.dragoman.translate([], { to: 'en' }), []);
  });

  test('keeps empty texts, which are not sent, as a single one', async () => {
    await using world = await openClient();
    const { dragoman } = world;
    const empty = { text: '', source: 'und', target: 'en', charged: 0 };
    const [first, house, last] = await dragoman.translate(['', 'La casa es grande.', ''], { to: 'en' });
    assert.deepEqual([first, house?.text, last], [empty, 'grande es casa La.', empty]);
    assert.deepEqual(await dragoman.translate('', { to: 'en' }), { ...empty, fromMemory: 0 });
    assert.deepEqual(await dragoman.translate([''], { to: 'en', from: 'es' }), [{ ...empty, source: 'es' }]);
    assert.equal(world.sent.length, 1);
  });

  test('is packed by code points, and never has four requests at once', async () => {
    let running = 0;
    let most = 0;
    const fetch: Fetch = async (...parameters) => {
      most = Math.max(most, ++running);
      try {
        return await globalThis.fetch(...parameters);
      } finally {
        running--;
      }
    };
    await using world = await openClient(1_000_000, { ...manyRequests, fetch });
    const texts = Array.from({ length: 12 }, (_, index) => `${index} ${'😀'.repeat(49_990)}`);
    await world.dragoman.translate(texts, { from: 'es', to: 'en' });
    assert.deepEqual([world.sent.length, most], [6, 4]);
  });

  test('a text above 100,000 characters is refused before anything is sent', async () => {
    await using world = await openClient();
    const long = 'a'.repeat(100_001);
    const failed = world.dragoman.translate(['uno', long], { to: 'en', onFailed: 'keep' });
    await assert.rejects(failed, { code: 'validation_error', param: 'texts[1]' });
    await assert.rejects(world.dragoman.translate(long, { to: 'en' }), { param: 'text' });
    assert.equal(world.sent.length, 0);
  });

  test('an error names the index in the array', async () => {
    await using world = await openClient(100_000);
    const texts = Array.from({ length: 2_100 }, (_, index) => `numero ${index % 1_050}`);
    texts[2_090] = '\uD800';
    const error: unknown = await world.dragoman.translate(texts, { from: 'es', to: 'en' }).catch((each) => each);
    assert.ok(error instanceof DragomanError);
    assert.deepEqual([error.param, error.errors[0]?.param, error.status], ['texts[2090]', 'texts[2090]', 400]);
    assert.match(error.message, /texts\[2090\]/);
  });

  test('with onFailed, the texts that the service names come back unchanged, and the others are translated', async () => {
    const twist = (job: { segments: readonly string[] }, honest: readonly string[]) =>
      honest.map((text, index) => (job.segments[index]?.includes('fracaso') ? '' : text));
    await using world = await openClient(1_000, { engines: [new LettersEngine({ twist })] });
    const texts = ['la casa', 'un fracaso', '\uDC00', 'el gato', 'un fracaso', 'half \uD800'];
    const translations = await world.dragoman.translate(texts, { from: 'es', to: 'en', onFailed: 'keep' });
    const kept = (text: string) => ({ text, source: 'es', target: 'en', charged: 0, failed: true });
    const done = (text: string) => ({ text, source: 'es', target: 'en', charged: 7 });
    assert.deepEqual(translations, [
      done('al asac'),
      kept('un fracaso'),
      kept('\uDC00'),
      done('le otag'),
      kept('un fracaso'),
      kept('half \uD800'),
    ]);
    const statuses = world.sent.map(({ status }) => status);
    assert.deepEqual(statuses, [400, 500, 200]);
    await assert.rejects(world.dragoman.translate(texts, { from: 'es', to: 'en' }), { param: 'texts[2]' });
    const other = world.dragoman.translate(texts, { from: 'es', to: 'xx', onFailed: 'keep' });
    await assert.rejects(other, { status: 400 });
  });
});
