import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { CacheRoom } from '../../../src/ground/cache-room.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import { GlossaryCache, type GlossaryQuery, languagesFor } from '../../../src/shop/glossaries/glossary-cache.ts';
import type { GlossaryStore } from '../../../src/shop/glossaries/glossary-store.ts';
import type { StoredEntry } from '../../../src/shop/glossaries/stored-entry.ts';
import type { EntryLanguage } from '../../../src/text/glossary/glossary-entry.ts';
import type { LanguagePair, LanguageTag } from '../../../src/text/languages/language.ts';
import { eventually } from '../../support/eventually.ts';
import { type AskedChange, changeGlossary, newEntry } from '../../support/glossary-world.ts';
import { openAccount } from '../../support/ledger-world.ts';
import { lightMorphology } from '../../support/light-morphology.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

const pairOf = (source: string, target: string): LanguagePair => ({
  source: source as LanguageTag,
  target: target as LanguageTag,
});

const toSpanish = pairOf('en', 'es');

/** Glossaries over a real database that counts reads; a test may delay a read. */
async function setup(entriesMax = 10_000) {
  const stores = await openTemporarySqlite();
  const accountId = await openAccount(stores);
  const reads = { count: 0, heldUp: Promise.resolve() };
  const store: Pick<GlossaryStore, 'readGlossary'> = {
    async readGlossary(query) {
      reads.count++;
      const { heldUp } = reads;
      const glossary = await stores.glossaries.readGlossary(query);
      await heldUp;
      return glossary;
    },
  };
  const room = new CacheRoom(entriesMax);
  const glossaries = new GlossaryCache({ store, morphology: lightMorphology, room });
  const change = (asked: AskedChange, account: AccountId = accountId) =>
    changeGlossary({ glossaries: stores.glossaries, accountId: account }, { kind: 'add', ...asked });
  /** The wanted translation of each entry in `sentence`. */
  const find = async (sentence: string, options: Partial<GlossaryQuery> = {}) => {
    const account = options.accountId ?? accountId;
    const counts = await stores.glossaries.countEntries({ accountId: account });
    const glossaryVersion = options.glossaryVersion ?? counts.version;
    const glossary = await glossaries.find({ accountId: account, glossaryVersion, pair: toSpanish, ...options });
    return (await glossary?.locate([sentence]))?.get(sentence)?.map(({ wanted }) => wanted) ?? [];
  };
  return { ...stores, accountId, glossaries, room, reads, change, find };
}

const translated = (term: string, translation: string, options: Partial<StoredEntry> = {}) =>
  newEntry(term, { translation, ...options });

describe('Glossaries', () => {
  test('an account that has never had an entry has no glossary, and none is read', async () => {
    await using world = await setup();
    assert.deepEqual(await world.find('A cat sat.'), []);
    assert.equal(world.reads.count, 0);
  });

  test('reads a glossary once, and again at the first request with a newer version than the cached one', async () => {
    await using world = await setup();
    await world.change({ add: [translated('cat', 'gato')] });
    for (let request = 0; request < 3; request++) assert.deepEqual(await world.find('A cat sat.'), ['gato']);
    assert.equal(world.reads.count, 1);
    await world.change({ add: [translated('cat', 'michi')] });
    for (let request = 0; request < 3; request++) assert.deepEqual(await world.find('A cat sat.'), ['michi']);
    assert.deepEqual(await world.find('A cat sat.', { glossaryVersion: 1 }), ['michi']);
    assert.equal(world.reads.count, 2);
  });

  test('a glossary is read once, however many requests need it at once', async () => {
    await using world = await setup();
    await world.change({ add: [translated('cat', 'gato')] });
    const found = await Promise.all(Array.from({ length: 100 }, () => world.find('A cat sat.')));
    const expected = Array.from({ length: 100 }, () => ['gato']);
    assert.deepEqual(found, expected);
    assert.equal(world.reads.count, 1);
  });

  test('a request with a newer version than the running load does not get the older one', async () => {
    await using world = await setup();
    await world.change({ add: [translated('cat', 'gato')] });
    const { promise, resolve } = Promise.withResolvers<void>();
    world.reads.heldUp = promise;
    const older = world.find('A cat sat.', { glossaryVersion: 1 });
    await eventually(() => world.reads.count === 1);
    await world.change({ add: [translated('cat', 'michi')] });
    const newer = [1, 2, 3].map(() => world.find('A cat sat.', { glossaryVersion: 2 }));
    resolve();
    assert.deepEqual(await older, ['gato']);
    assert.deepEqual(await Promise.all(newer), [['michi'], ['michi'], ['michi']]);
    assert.equal(world.reads.count, 2);
  });

  test('a failed read fails all waiting requests, and the next request reads again', async () => {
    await using world = await setup();
    await world.change({ add: [translated('cat', 'gato')] });
    world.corrupt('alter table terms rename to terms_away');
    const requests = [1, 2, 3].map(() => world.find('A cat sat.', { glossaryVersion: 1 }));
    for (const request of requests) await assert.rejects(request, { code: 'store_unavailable' });
    assert.equal(world.reads.count, 1);
    world.corrupt('alter table terms_away rename to terms');
    assert.deepEqual(await world.find('A cat sat.'), ['gato']);
  });

  test('rejects a glossary that is older than the version of the request', async () => {
    await using world = await setup();
    await world.change({ add: [translated('cat', 'gato')] });
    await assert.rejects(world.find('A cat sat.', { glossaryVersion: 2 }), { code: 'store_unavailable' });
  });

  test('keeps at most the allowed number of entries, and evicts the least recently used glossary first', async () => {
    await using world = await setup(450);
    const accounts = [world.accountId, await openAccount(world), await openAccount(world)];
    const words = Array.from({ length: 60 }, (_, index) => translated(`cat ${index}`, `gato ${index}`));
    for (const account of accounts)
      await world.change(
        { add: words.map((entry) => newEntry(entry.term, { translation: entry.translation })) },
        account,
      );
    const ask = async (index: number) => {
      const before = world.reads.count;
      assert.deepEqual(await world.find('Take cat 7 now.', { accountId: accounts[index] ?? world.accountId }), [
        'gato 7',
      ]);
      assert(world.room.weight <= 450);
      return world.reads.count > before ? 'read' : 'kept';
    };
    const outcomes: string[] = [];
    for (const index of [0, 1, 0, 2, 0, 1, 2]) outcomes.push(`${index} ${await ask(index)}`);
    assert.deepEqual(outcomes, ['0 read', '1 read', '0 kept', '2 read', '0 kept', '1 read', '2 read']);
  });

  test('a glossary that exceeds the cache limit still serves every request', async () => {
    await using world = await setup(200);
    const add = Array.from({ length: 51 }, (_, index) => translated(`cat ${index}`, `gato ${index}`));
    await world.change({ add });
    for (let request = 0; request < 3; request++) assert.deepEqual(await world.find('Take cat 7 now.'), ['gato 7']);
    assert.deepEqual([world.reads.count, world.room.weight], [3, 0]);
  });

  test('refuses requests if too many wait for a read', async () => {
    await using world = await setup();
    await world.change({ add: [translated('cat', 'gato')] });
    const { promise, resolve } = Promise.withResolvers<void>();
    world.reads.heldUp = promise;
    const targets = Array.from({ length: 1_010 }, (_, index) => pairOf('en', `q${String(index).padStart(3, '0')}`));
    const requests = targets.map((pair) => world.find('A cat sat.', { pair, glossaryVersion: 1 }));
    const outcomes = Promise.allSettled(requests);
    await eventually(() => world.reads.count === 4);
    assert.equal(world.reads.count, 4);
    resolve();
    const refused = (await outcomes).filter((outcome) => outcome.status === 'rejected');
    assert.equal(refused.length, 6);
    for (const { reason } of refused) assert.equal(reason.code, 'overloaded');
  });

  test('an entry of a language applies to its variants, an entry of a variant only to that, `*` to all', async () => {
    await using world = await setup();
    const of = (source: string, target: string) => ({
      source: source as EntryLanguage,
      target: target as EntryLanguage,
    });
    const kept = { translation: undefined };
    await world.change({
      add: [
        translated('one', 'um', of('en', 'pt')),
        translated('two', 'dois', of('en', 'pt-BR')),
        translated('three', 'três', of('en-GB', 'pt')),
        newEntry('Dragoman', { ...of('*', '*'), ...kept }),
        newEntry('Acme', { ...of('en', '*'), ...kept }),
      ],
    });
    const sentence = 'Take one or two or three to Dragoman and Acme.';
    const found = (source: string, target: string) => world.find(sentence, { pair: pairOf(source, target) });
    assert.deepEqual(await found('en', 'pt-BR'), ['um', 'dois', 'Dragoman', 'Acme']);
    assert.deepEqual(await found('en', 'pt'), ['um', 'Dragoman', 'Acme']);
    assert.deepEqual(await found('en-GB', 'pt-BR'), ['um', 'dois', 'três', 'Dragoman', 'Acme']);
    assert.deepEqual(await found('en', 'fr'), ['Dragoman', 'Acme']);
    assert.deepEqual(await found('fr', 'en'), ['Dragoman']);
    assert.deepEqual(languagesFor('sr-Latn-RS' as LanguageTag), ['sr-Latn-RS', 'sr-Latn', 'sr', '*']);
  });

  test('each request uses the glossary at its arrival, whatever changes between requests', async () => {
    await using world = await setup(180);
    const words = ['cat', 'dog', 'bird'];
    const change = fc.record({
      account: fc.nat(1),
      word: fc.constantFrom(...words),
      target: fc.constantFrom('es', 'ca'),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 8 }), async (changes) => {
        const accounts = [await openAccount(world), await openAccount(world)];
        const standing = new Map<string, string>();
        for (const [index, { account, word, target }] of changes.entries()) {
          const entry = translated(word, `palabra ${index}`, { target: target as EntryLanguage });
          await world.change({ add: [entry] }, accounts[account]);
          standing.set(`${account} ${target} ${word}`, `palabra ${index}`);
          for (const asked of [0, 1]) {
            const expected = words.flatMap((each) => standing.get(`${asked} ${target} ${each}`) ?? []);
            const options = { accountId: accounts[asked] ?? world.accountId, pair: pairOf('en', target) };
            assert.deepEqual(await world.find('A cat, a dog and a bird.', options), expected);
          }
        }
      }),
      { numRuns: propertyRuns('SQLite', 25) },
    );
  });
});
