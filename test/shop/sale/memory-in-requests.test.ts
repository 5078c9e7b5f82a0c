import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { countCharacters } from '../../../src/ground/units.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { LettersEngine } from '../../support/letters-engine.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { openTranslator } from './translator-world.ts';

const [es, en, fr] = ['es', 'en', 'fr'] as [LanguageTag, LanguageTag, LanguageTag];

const approved = { 'La casa.': 'My house.', 'Un gato.': 'A cat!', 'Tres flores 🌺.': 'Three flowers.' };

async function setup(bought: number) {
  await using opening = new AsyncDisposableStack();
  const engine = new LettersEngine({ pairs: 'es-en fr-en' });
  const world = opening.use(await openTranslator(engine));
  if (bought > 0) await world.buy(bought);
  const memoryVersion = await world.approve(approved);
  const opened = opening.move();
  return {
    ...world,
    engine,
    memoryVersion,
    used: async () => (await world.readBalance())?.used ?? 0,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

describe('a request of an account with approved translations', () => {
  test('is charged for the characters that are not approved, and needs a balance of these', async () => {
    await using world = await setup(9);
    const { memoryVersion } = world;
    const ask = () => world.translate({ text: 'La casa. Una rosa.', memoryVersion });
    await assert.rejects(ask(), { reason: 'insufficient_balance', data: { required: 10, balance: 9 } });
    await world.buy(1);
    const { translatedText, charged, memoryCharacters } = await ask();
    assert.deepEqual([translatedText, charged, memoryCharacters], ['My house. Anu asor.', 10, 8]);
    assert.equal(await world.used(), 10);
    await world.assertSound();
  });

  test('is free without a balance and an engine if all of it is approved', async () => {
    await using world = await setup(0);
    const { memoryVersion } = world;
    const one = await world.translate({ text: ' La casa.\n\nUn gato. ', memoryVersion });
    assert.deepEqual([one.translatedText, one.charged, one.memoryCharacters], [' My house.\n\nA cat! ', 0, 16]);
    const batch = await world.translateBatch({ texts: ['Un gato.', '17', 'Tres flores 🌺.'], memoryVersion });
    assert.deepEqual([batch.charged, batch.memoryCharacters], [0, 22]);
    assert.deepEqual(
      batch.translations.map(({ translatedText }) => translatedText),
      ['A cat!', '17', 'Three flowers.'],
    );
    assert.deepEqual(world.engine.jobs, []);
    await world.assertSound();
  });

  test('in a batch is charged text by text, in one charge', async () => {
    await using world = await setup(100);
    const { memoryVersion } = world;
    const texts = ['La casa. Una rosa.', 'Un gato.', 'Una rosa.', 'https://a.example'];
    const { translations, charged, memoryCharacters } = await world.translateBatch({ texts, memoryVersion });
    assert.deepEqual(
      translations.map((each) => [each.translatedText, each.charged, each.memoryCharacters]),
      [
        ['My house. Anu asor.', 10, 8],
        ['A cat!', 0, 8],
        ['Anu asor.', 9, 0],
        ['https://a.example', 0, 0],
      ],
    );
    assert.deepEqual([charged, memoryCharacters, await world.used()], [19, 16, 19]);
    await world.assertSound();
  });

  test('repeated with its Idempotency-Key has the same reply, also after a change of the memory', async () => {
    await using world = await setup(100);
    const ask = async (memoryVersion: number) => {
      const one = await Promise.all(
        ['Un gato.', 'La casa. Una rosa.'].map((text, at) =>
          world.translate({ text, memoryVersion, idempotencyKey: `one-${at}` }),
        ),
      );
      const texts = ['La casa. Una rosa.', 'Un gato.'];
      return [...one, await world.translateBatch({ texts, memoryVersion, idempotencyKey: 'batch' })];
    };
    const first = await ask(world.memoryVersion);
    const later = await ask(await world.approve({ 'Un gato.': 'A tomcat.', 'La casa.': 'Home.' }));
    assert.deepEqual(
      later,
      first.map((reply) => ({ ...reply, replayed: true })),
    );
    assert.equal(await world.used(), 20);
    await world.assertSound();
  });

  test('takes the language of a whole text that is approved from exactly one', async () => {
    await using world = await setup(0);
    const ask = (memoryVersion: number) => world.translate({ text: 'Un gato.', source: 'auto', memoryVersion });
    const { source, translatedText } = await ask(world.memoryVersion);
    assert.deepEqual([source, translatedText], ['es', 'A cat!']);
    const texts = ['La casa.', 'Un gato.'];
    const batch = await world.translateBatch({ texts, source: 'auto', memoryVersion: world.memoryVersion });
    assert.deepEqual([batch.source, batch.charged], ['es', 0]);
    const ambiguous = await world.approve({ 'Un gato.': 'A cat.' }, fr);
    await assert.rejects(ask(ambiguous), { reason: 'undecided_language' });
  });

  test('can be looked up: what is approved, where, and what the rest would cost', async () => {
    await using world = await setup(0);
    const texts = ['🌺 La casa. Una rosa.', 'Un gato.\n', '17', 'Tres flores 🌺. Un gato.'];
    const found = await world.lookUp({ texts, memoryVersion: world.memoryVersion });
    const places = found.map(({ matches }) =>
      matches.map(({ start, end, match, target }) => [start, end, match, target]),
    );
    assert.deepEqual(places, [
      [[2, 10, 'exact', 'My house.']],
      [[0, 8, 'exact', 'A cat!']],
      [],
      [
        [0, 14, 'exact', 'Three flowers.'],
        [15, 23, 'exact', 'A cat!'],
      ],
    ]);
    assert.deepEqual(
      found.map((each) => [each.source, each.characters, each.charactersToCharge, each.translatedText]),
      [
        ['es', 20, 12, undefined],
        ['es', 9, 0, 'A cat!\n'],
        ['es', 2, 0, '17'],
        ['es', 23, 0, 'Three flowers. A cat!'],
      ],
    );
    assert.deepEqual(world.engine.jobs, []);
  });

  test('of another pair is translated as without them', async () => {
    await using world = await setup(100);
    const { memoryVersion } = world;
    const asked = { text: 'La casa.', source: fr, target: en };
    const expected = await world.translate(asked);
    assert.deepEqual(await world.translate({ ...asked, memoryVersion }), expected);
    assert.deepEqual([expected.charged, expected.memoryCharacters], [8, 0]);
  });

  test('is charged its characters without the approved ones, and its other sentences do not change', async () => {
    const sentences = [
      ...Object.keys(approved),
      'Una rosa roja.',
      'El <b>perro</b> come.',
      'Vive en https://a.example hoy.',
      '¿Sí? No.',
    ];
    await using world = await setup(1_000_000);
    const { memoryVersion } = world;
    const anyText = fc
      .array(fc.tuple(fc.constantFrom(...sentences), fc.constantFrom(' ', '\n', '\n\n', '  ')), { minLength: 1 })
      .map((parts) => parts.flat().join(''));
    const translations = new Map<string, string>();
    for (const text of sentences) {
      const { translatedText } = await world.translate({ text, memoryVersion });
      translations.set(text, translatedText);
    }
    const property = fc.asyncProperty(anyText, async (text) => {
      const before = await world.used();
      const { translatedText, charged, memoryCharacters } = await world.translate({ text, memoryVersion, source: es });
      assert.equal((await world.used()) - before, charged);
      if (charged > 0) assert.equal(charged, countCharacters(text) - memoryCharacters);
      const matched = text.match(/La casa\.|Un gato\.|Tres flores 🌺\./gu) ?? [];
      assert.equal(memoryCharacters, countCharacters(matched.join('')));
      let expected = text;
      for (const [source, target] of translations) expected = expected.replaceAll(source, target);
      assert.equal(translatedText, expected);
    });
    await fc.assert(property, { numRuns: propertyRuns('SQLite', 100) });
    await world.assertSound();
  });
});
