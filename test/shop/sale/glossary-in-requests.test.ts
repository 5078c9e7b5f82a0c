import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '../../../src/ground/service-error.ts';
import type { FindGlossary, GlossaryQuery } from '../../../src/shop/glossaries/glossary-cache.ts';
import type { TranslateRequest } from '../../../src/shop/sale/translate.ts';
import type { PairGlossary } from '../../../src/text/glossary/located-entries.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { accountEntries } from '../../support/account-entries.ts';
import { usesIn } from '../../support/entry-uses.ts';
import { LettersEngine, type LettersOptions } from '../../support/letters-engine.ts';
import { openTranslator } from './translator-world.ts';

const fabric = { tejido: 'fabric' };

type Options = LettersOptions & { readonly findGlossary?: FindGlossary };

type Query = GlossaryQuery & { readonly sentences: readonly string[] };

/** An account with a balance and the term "tejido" before a translator; what was asked of its terms is written down. */
async function setup({ findGlossary = findFabric, ...options }: Options = {}) {
  await using opening = new AsyncDisposableStack();
  const queries: Query[] = [];
  const engine = new LettersEngine(options);
  const translator = await openTranslator(engine, {
    detector: { detect: () => ({ kind: 'detected', language: 'es' as LanguageTag }) },
    findGlossary: async (query) => {
      const glossary = await findGlossary(query);
      if (glossary === undefined) return undefined;
      const { unprotected, locate } = glossary;
      return {
        unprotected,
        locate: (sentences) => {
          queries.push({ ...query, sentences });
          return locate(sentences);
        },
      };
    },
  });
  opening.use(translator);
  await translator.buy(1_000);
  const opened = opening.move();
  return {
    engine,
    queries,
    buy: translator.buy,
    storeReply: translator.storeReply,
    used: async () => (await translator.readBalance())?.used,
    held: async () => (await translator.readBalance())?.held,
    translate: (text: string, { source = 'es', glossaryVersion = 3, signal, ...asked }: Asked = {}) =>
      translator.translate({ text, glossaryVersion, source: source as LanguageTag | 'auto', ...asked }, signal),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

type Asked = Partial<Pick<TranslateRequest, 'idempotencyKey' | 'withEntries'>> & {
  readonly source?: string;
  readonly glossaryVersion?: number;
  readonly signal?: AbortSignal;
};

const findFabric: FindGlossary = () => Promise.resolve(locatedBy(locateFabric));

const locatedBy = (locate: PairGlossary['locate']): PairGlossary => ({ unprotected: undefined, locate });

const locateFabric: PairGlossary['locate'] = (sentences) => {
  const uses = sentences.map((sentence) => [sentence, usesIn(sentence, fabric)] as const);
  return Promise.resolve(new Map(uses.filter(([, { length }]) => length > 0)));
};

describe('a request of an account with a glossary', () => {
  test('loads the glossary once and matches each sentence once, also with a detected language', async () => {
    await using world = await setup();
    for (const source of ['es', 'auto']) {
      const { translatedText, charged } = await world.translate('Un tejido.\nOtro.\nUn tejido.', { source });
      assert.deepEqual([translatedText, charged], ['Nu fabric.\nOrto.\nNu fabric.', 27]);
    }
    assert.equal(world.queries.length, 2);
    assert.deepEqual(world.queries[1]?.sentences, ['Un tejido.', 'Otro.']);
    assert.deepEqual(world.queries[1]?.pair, { source: 'es', target: 'en' });
    assert.equal(world.queries[1]?.glossaryVersion, 3);
  });

  test('is charged for a text that consists of an entry, like any translated text', async () => {
    await using world = await setup();
    const { translatedText, charged } = await world.translate('Tejido');
    assert.deepEqual([translatedText, charged, world.engine.jobs.length], ['Fabric', 6, 0]);
    assert.equal(await world.used(), 6);
  });

  test('reports its entries on request, for one charge, and not otherwise', async () => {
    await using world = await setup();
    const text = 'Compro <b>tejido</b>.\nUn tejido.';
    const asked = { withEntries: true, idempotencyKey: 'once' };
    const reply = await world.translate(text, asked);
    assert.equal(reply.translatedText, 'Orpmoc <b>fabric</b>.\nNu fabric.');
    const told = reply.entries?.map(({ words, wanted, isKept, outcome, inText, inTranslation }) => ({
      ...{ words, wanted, isKept, outcome },
      inText: inText && text.slice(inText.start, inText.end),
      inTranslation: inTranslation && reply.translatedText.slice(inTranslation.start, inTranslation.end),
    }));
    const entry = { words: 'tejido', wanted: 'fabric', isKept: false, outcome: 'replaced' };
    assert.deepEqual(told, [
      { ...entry, inText: 'tejido', inTranslation: 'fabric' },
      { ...entry, inText: 'tejido', inTranslation: 'fabric' },
    ]);
    assert.deepEqual(await world.translate(text, asked), { ...reply, replayed: true });
    assert.equal(await world.used(), reply.charged);
    assert.equal((await world.translate(text)).entries, undefined);
  });

  test('reports the entries of a reply that an earlier version stored', async () => {
    await using world = await setup();
    const terms = [{ words: 'tejido', wanted: 'fabric', isKept: false, outcome: 'replaced' }];
    const stored = { translatedText: 'Fabric', charged: 6, source: 'es', target: 'en' };
    await world.storeReply('Tejido', 'before', { ...stored, terms });
    const reply = await world.translate('Tejido', { withEntries: true, idempotencyKey: 'before' });
    assert.deepEqual(reply, { ...stored, memoryCharacters: 0, entries: terms, replayed: true });
  });

  test('reports where its entries are in a long text, at most a thousand', async () => {
    await using world = await setup();
    const text = 'Un tejido y tejido.\n'.repeat(1_001);
    await world.buy(100_000);
    const { entries } = await world.translate(text, { withEntries: true });
    assert.equal(entries?.length, 1_000);
    const last = text.indexOf('tejido.', 499 * 20);
    assert.deepEqual([entries[999]?.words, entries[999]?.inText], ['tejido', { start: last, end: last + 6 }]);
  });

  test('returns a text in the target language or without letters unchanged, free', async () => {
    await using world = await setup();
    for (const [text, source] of [
      ['Tejido', 'en'],
      ['12 + 13', 'es'],
      ['https://example.com/tejido', 'es'],
    ] as const) {
      assert.deepEqual(await world.translate(text, { source }), {
        translatedText: text,
        charged: 0,
        memoryCharacters: 0,
        source,
        target: 'en',
        replayed: false,
      });
    }
    assert.deepEqual([world.queries, await world.used()], [[], 0]);
  });

  test('charges for a protected span that is an entry, and not for one that only contains an entry', async () => {
    const { find: findGlossary } = accountEntries({ CO2: 'carbon dioxide', 'vitamina B12': 'vitamin B12' });
    await using world = await setup({ findGlossary });
    const replies = await Promise.all(['CO2', 'B12'].map((text) => world.translate(text, { glossaryVersion: 1 })));
    assert.deepEqual(
      replies.map(({ translatedText, charged }) => [translatedText, charged]),
      [
        ['Carbon dioxide', 3],
        ['B12', 0],
      ],
    );
    assert.equal(await world.used(), 3);
    assert.equal((await world.translate('CO2', { glossaryVersion: 0 })).charged, 0);
  });

  test('costs nothing if the glossary cannot be read or the caller disconnects before', async () => {
    const gone = new AbortController();
    const hangUp = () => gone.abort(new Error('the caller hung up'));
    const unavailable = () => Promise.reject(new ServiceError('store_unavailable'));
    const hangs = () => setImmediate().then(() => new Promise<never>(hangUp));
    const ways: readonly (readonly [FindGlossary, object])[] = [
      [unavailable, { code: 'store_unavailable' }],
      [async () => locatedBy(unavailable), { code: 'store_unavailable' }],
      [hangs, { message: 'the caller hung up' }],
    ];
    for (const [findGlossary, expected] of ways) {
      await using world = await setup({ findGlossary });
      await assert.rejects(world.translate('Un tejido.', { signal: gone.signal }), expected);
      assert.deepEqual([await world.used(), await world.held(), world.engine.jobs.length], [0, 0, 0]);
    }
  });

  test('costs nothing if no variant applies an entry', async () => {
    await using world = await setup({ twist: (_, answer) => answer.map(() => '') });
    await assert.rejects(world.translate('Un tejido.'), { code: 'unfaithful_translation' });
    assert.deepEqual([await world.used(), await world.held()], [0, 0]);
  });
});
