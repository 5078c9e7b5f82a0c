import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import type { BatchTranslation, Problem, Translation } from '../../sdk/src/wire.ts';
import type { Engine } from '../../src/text/engine/engine.ts';
import { needsApertium, openInstalled } from '../adapters/apertium/installed-apertium.ts';
import { post } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { LettersEngine } from '../support/letters-engine.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { openAsking, settled } from './asking.ts';

const house = 'La casa de mi abuela es grande.';
const cat = 'Los gatos duermen tranquilos en la cocina.';
const french = 'Le chat dort sur la table de la cuisine.';

async function openBatch(count = 1_000, env: Record<string, string> = {}, engines?: Engine[]) {
  const world = await openAsking(count, env, engines);
  const { service, customer } = world;
  const batch = <Body = BatchTranslation>(body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    post<Body>(`${service.url}/api/v1/translate/batch`, { key: customer.key, body, headers });
  return { ...world, batch };
}

const manyRequests = { RATE_LIMIT_PER_MINUTE: '1000000' };

/**
 * Asserts that a batch has the translations, charges and languages of its texts sent one by one, or names exactly those
 * that fail alone.
 */
async function assertLikeAlone(world: Awaited<ReturnType<typeof openBatch>>, texts: readonly string[], more: object) {
  const before = (await world.customer.balance()).used;
  const { body: reply } = await world.batch<BatchTranslation | Problem>({ texts, ...more });
  const charged = (await world.customer.balance()).used - before;
  const replies = [];
  for (const text of texts) replies.push(await world.ask<Translation>({ text, ...more }));
  const failed = replies.flatMap(({ status }, number) => (status === 500 ? [`texts[${number}]`] : []));
  const named = 'error' in reply ? reply.error.errors?.map(({ param }) => param) : [];
  assert.deepEqual([named, 'error' in reply ? charged : 0], [failed, 0]);
  if ('error' in reply) return;
  const alone = replies.map(({ body }) => body);
  const { target_lang, translations } = reply;
  const inBatch = translations.map((translation) => ({ ...translation, target_lang }));
  assert.deepEqual(inBatch, alone);
  const sum = alone.reduce((total, { characters_charged }) => total + characters_charged, 0);
  assert.deepEqual([reply.characters_charged, charged], [sum, sum]);
}

describe('200', () => {
  test('translates the texts in order for one charge, as one request', async () => {
    await using world = await openBatch(100);
    const { status, headers, body } = await world.batch({ texts: [house, 'uno dos', house], source_lang: 'es' });
    assert.equal(status, 200);
    const reversed = { translated_text: 'grande es abuela mi de casa La.', characters_charged: 31, source_lang: 'es' };
    assert.deepEqual(body, {
      translations: [reversed, { translated_text: 'dos uno', characters_charged: 7, source_lang: 'es' }, reversed],
      characters_charged: 69,
      target_lang: 'en',
    });
    assert.match(headers.get('ratelimit') ?? '', /r=59/);
    assert.deepEqual(await world.customer.balance(), { balance: 31, used: 69, held: 0 });
    using database = new DatabaseSync(join(world.service.dataDir, 'dragoman.db'), { readOnly: true });
    assert.deepEqual(
      database
        .prepare('select source, target, engine, characters from usage')
        .all()
        .map((row) => ({ ...row })),
      [{ source: 'es', target: 'en', engine: 'reversing', characters: 69 }],
    );
    const recent = database.prepare('select source, characters, engine from recent_requests');
    await eventually(() => recent.all().length > 0);
    assert.deepEqual({ ...recent.get() }, { source: 'es', characters: 69, engine: 'reversing' });
  });

  test('equals its texts one by one, whatever they are', async () => {
    await using world = await openBatch(1_000_000_000, manyRequests);
    const pieces = 'La casa|es grande.|¿Y el gato?|<b>uno</b>|{name}|https://example.com/a|42|😀|\n\n|CO2'.split('|');
    const text = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));
    const languages = fc.constantFrom(
      { source_lang: 'es' },
      { source_lang: 'es', target_lang: 'fr' },
      { source_lang: 'en' },
    );
    const batches = fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 8 }), languages, (texts, more) =>
      assertLikeAlone(world, texts, more),
    );
    await fc.assert(batches, { numRuns: propertyRuns('SQLite', 200) });
    assert.equal((await world.customer.balance()).held, 0);
  });

  test('equals its texts one by one on a real engine', needsApertium, async () => {
    await using world = await openBatch(1_000_000, manyRequests, [await openInstalled()]);
    const texts = [house, 'Ana compró <b>tres</b> libros. ¿Y {name}?', '12:30', 'https://example.com', cat, house];
    await assertLikeAlone(world, texts, { source_lang: 'es' });
    await assertLikeAlone(world, ['https://example.com'], { source_lang: 'es' });
    await assertLikeAlone(world, [house, 'La maison de ma grand-mère est très grande.', 'The house is big.'], {});
    for (const one of [house, '12:30', `${house} https://example.com`]) await assertLikeAlone(world, [one], {});
  });

  test('detects each text, and gives one that cannot be decided the language of all together', async () => {
    await using world = await openBatch();
    assert.equal((await world.ask({ text: 'normal' })).status, 400);
    const { body } = await world.batch({ texts: [house, 'normal', french, cat, '42'] });
    const languages = body.translations.map(({ source_lang }) => source_lang);
    assert.deepEqual(languages, ['es', 'es', 'fr', 'es', 'en']);
    using database = new DatabaseSync(join(world.service.dataDir, 'dragoman.db'), { readOnly: true });
    assert.deepEqual(
      { ...database.prepare('select source, target, characters from usage').get() },
      {
        source: 'mul',
        target: 'en',
        characters: body.characters_charged,
      },
    );
  });

  test('charges nothing for texts that come back unchanged, and only for the others', async () => {
    await using world = await openBatch(60);
    const free = ['https://example.com/a', '{name}', '12:30'];
    const { body } = await world.batch({ texts: [...free, house], source_lang: 'es' });
    const costs = body.translations.map(({ characters_charged }) => characters_charged);
    assert.deepEqual(costs, [0, 0, 0, 31]);
    assert.equal((await world.batch({ texts: free, source_lang: 'es' })).body.characters_charged, 0);
    assert.equal((await world.batch({ texts: [house, cat], target_lang: 'es' })).body.characters_charged, 0);
    assert.deepEqual(await settled(world.customer), { balance: 29, used: 31, held: 0 });
  });

  test('accepts 1,000 texts and 100,000 characters in the longest spelling, and sends engines few batches', async () => {
    const engine = new LettersEngine();
    await using world = await openBatch(1_000_000, {}, [engine]);
    const before = engine.jobs.length;
    const texts = Array.from({ length: 1_000 }, (_, number) => `Hay ${number} casas.`);
    assert.equal((await world.batch({ texts, source_lang: 'es' })).body.translations.length, 1_000);
    const jobs = engine.jobs.length - before;
    const text = texts.map((each) => each.replace('Hay', 'Son')).join('\n');
    assert.equal((await world.ask({ text, source_lang: 'es' })).status, 200);
    assert.ok(jobs <= engine.jobs.length - before - jobs + 1, `${jobs} of ${engine.jobs.length - before}`);
    const escaped = Array.from({ length: 1_000 }, () => `"${'\\ud835\\udcb6'.repeat(100)}"`);
    const { status, body } = await world.batch(
      `{"texts":[\n        ${escaped.join(',\n        ')}],"source_lang":"es"}`,
    );
    assert.deepEqual([status, body.characters_charged], [200, 100_000]);
  });

  test('a repeat with the same Idempotency-Key gets the same reply, free of charge', async () => {
    await using world = await openBatch(100);
    const repeat = { 'Idempotency-Key': 'batch-1' };
    const request = { texts: [house, '42', '{name}', 'uno dos'], source_lang: 'es' };
    const first = await world.batch(request, repeat);
    assert.equal(first.headers.get('idempotency-replayed'), null);
    const second = await world.batch(request, repeat);
    assert.equal(second.headers.get('idempotency-replayed'), 'true');
    assert.deepEqual(second.body, first.body);
    const other = await world.batch<Problem>({ ...request, texts: [house] }, repeat);
    assert.deepEqual([other.status, other.body.error.param], [400, 'Idempotency-Key']);
    assert.equal((await world.ask({ text: house, source_lang: 'es' }, repeat)).status, 400);
    assert.deepEqual(await world.customer.balance(), { balance: 62, used: 38, held: 0 });
  });
});

describe('400', () => {
  test('names every invalid text', async () => {
    await using world = await openBatch();
    const refusal = async (body: unknown) => (await world.batch<Problem>(body)).body.error;
    const invalid = await refusal({ texts: ['uno', '', 7, 'dos', '\ud800'], source_lang: 'es' });
    assert.deepEqual(invalid.errors, [
      { param: 'texts[1]', message: 'must not be empty' },
      { param: 'texts[2]', message: 'must be a string' },
      { param: 'texts[4]', message: 'contains half of a surrogate pair, which is not a character' },
    ]);
    assert.equal(invalid.param, 'texts[1]');
    assert.equal((await refusal({ texts: Array(1_000).fill('') })).errors?.length, 1_000);
    assert.match((await refusal({ text: 'uno' })).message, /did you mean `texts`\?/);
    const messages = [
      [{ texts: Array(1_001).fill('uno') }, /^`texts` has 1001 members; the maximum is 1000\.$/],
      [{ texts: ['a'.repeat(100_000), 'b'] }, /^`texts` has 100001 characters in all; the maximum is 100000\.$/],
      [{ texts: [] }, /^`texts` must not be empty\.$/],
      [{ texts: 'uno' }, /^`texts` must be a list of strings\.$/],
      [{}, /^`texts` is required\.$/],
    ] as const;
    for (const [body, message] of messages) assert.match((await refusal(body)).message, message);
    assert.deepEqual(await world.customer.balance(), { balance: 1_000, used: 0, held: 0 });
  });

  test('names every text without a language, or without a way from it', async () => {
    await using world = await openBatch();
    const undecided = (await world.batch<Problem>({ texts: ['xkcd', '42', 'qwrt'] })).body.error;
    const params = undecided.errors?.map(({ param }) => param);
    assert.deepEqual(params, ['texts[0]', 'texts[2]']);
    assert.ok(undecided.candidates);
    world.service.engine.serve('es-en fr-en ca-es');
    const { status, body } = await world.batch<Problem>({ texts: [house, french, '42', french], target_lang: 'es' });
    assert.equal(status, 500, 'the pair was served before');
    assert.equal(body.error.param, null);
    await using fresh = await openBatch(1_000, {}, [new LettersEngine({ pairs: 'es-en fr-en en-es' })]);
    const noWay = (await fresh.batch<Problem>({ texts: [house, french, '42', french], target_lang: 'es' })).body.error;
    assert.deepEqual(noWay.errors, [
      { param: 'texts[1]', message: 'is in fr, from which there is no translation to es' },
      { param: 'texts[3]', message: 'is in fr, from which there is no translation to es' },
    ]);
    const named = await fresh.batch<Problem>({ texts: [french], source_lang: 'fr', target_lang: 'es' });
    assert.deepEqual([named.status, named.body.error.param], [400, 'target_lang']);
  });
});

describe('402', () => {
  test('names the characters of all texts', async () => {
    await using world = await openBatch(40);
    const { status, body } = await world.batch<Problem>({ texts: ['42', house, 'uno dos tres'], source_lang: 'es' });
    assert.deepEqual([status, body.error.characters_required, body.error.characters_balance], [402, 43, 40]);
    assert.deepEqual(await settled(world.customer), { balance: 40, used: 0, held: 0 });
  });
});

describe('500', () => {
  test('names every text that no engine translated validly, and charges nothing', async () => {
    const engine = new LettersEngine({
      pairs: 'es-en fr-en',
      twist: ({ segments }, honest) => honest.map((each, at) => (segments[at]?.includes('mudo') ? '' : each)),
    });
    await using world = await openBatch(1_000, {}, [engine]);
    const texts = [house, 'Es mudo.', french, cat, 'Es mudo.', `${house} Es muy mudo.`];
    const { status, body } = await world.batch<Problem>({ texts, source_lang: 'es' });
    assert.deepEqual([status, body.error.code], [500, 'server_error']);
    assert.deepEqual(
      body.error.errors,
      [1, 4, 5].map((number) => ({ param: `texts[${number}]`, message: 'has no valid translation by any engine' })),
    );
    assert.deepEqual(await settled(world.customer), { balance: 1_000, used: 0, held: 0 });
    const rest = texts.filter((_, number) => !body.error.errors?.some(({ param }) => param === `texts[${number}]`));
    assert.equal((await world.batch({ texts: rest, source_lang: 'es' })).status, 200);
    const alone = await world.ask({ text: 'Es mudo.', source_lang: 'es' });
    assert.deepEqual([alone.status, alone.body.error.param], [500, null]);
  });
});
