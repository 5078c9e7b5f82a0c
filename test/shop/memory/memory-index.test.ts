import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { CacheRoom } from '../../../src/ground/cache-room.ts';
import { HashSet } from '../../../src/shop/memory/hash-set.ts';
import { MemoryIndex, type MemoryQuery } from '../../../src/shop/memory/memory-index.ts';
import type { KeyedMemoryEntry, MemoryStore } from '../../../src/shop/memory/memory-store.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { openAccount } from '../../support/ledger-world.ts';
import { changeMemory, digestOf, newMemoryEntry } from '../../support/memory-world.ts';
import { processorMs } from '../../support/processor-time.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

const tag = (text: string) => text as LanguageTag;
const toSpanish = { source: tag('en'), target: tag('es') };

/** An index over a real database that counts reads. */
async function setup(weightMax = 1_000) {
  const stores = await openTemporarySqlite();
  const accountId = await openAccount(stores);
  const reads = { hashes: 0, entries: 0 };
  const store: Pick<MemoryStore, 'readHashes' | 'findApproved'> = {
    readHashes: (query) => {
      reads.hashes++;
      return stores.memory.readHashes(query);
    },
    findApproved: (lookup) => {
      reads.entries++;
      return stores.memory.findApproved(lookup);
    },
  };
  const room = new CacheRoom(weightMax);
  const index = new MemoryIndex({ store, room, bytesPerWeight: 100, sha256Hex: digestOf });
  const change = (add: readonly KeyedMemoryEntry[], remove: readonly KeyedMemoryEntry[] = []) =>
    changeMemory({ ...stores, accountId }, { kind: 'add', add, remove: remove.map(({ id }) => id) });
  const open = async (query: Partial<MemoryQuery> = {}) => {
    const { version: memoryVersion } = await stores.memory.countEntries({ accountId });
    const memory = await index.find({ accountId, memoryVersion, pair: toSpanish, ...query });
    assert(memory !== undefined);
    return memory;
  };
  return { ...stores, accountId, index, room, reads, change, open };
}

describe('MemoryIndex', () => {
  test('an account that has never had an entry has no memory, and none is read', async () => {
    await using world = await setup();
    assert.equal(world.index.find({ accountId: world.accountId, memoryVersion: 0, pair: toSpanish }), undefined);
    assert.deepEqual(world.reads, { hashes: 0, entries: 0 });
  });

  test('reads the hashes of each version once, however many requests need them at once', async () => {
    await using world = await setup();
    const [cat, dog] = [newMemoryEntry('A cat.', { untaggedHash: 7 }), newMemoryEntry('A dog.')];
    await world.change([cat]);
    for (const memory of await Promise.all(Array.from({ length: 50 }, () => world.open()))) {
      assert.deepEqual(
        [cat.hash, 7, dog.hash].map((hash) => memory.mayHave(hash)),
        [true, true, false],
      );
    }
    assert.deepEqual(world.reads, { hashes: 1, entries: 0 });
    await world.change([dog]);
    const memory = await world.open();
    assert.deepEqual(
      [cat, dog].map(({ hash }) => memory.mayHave(hash)),
      [true, true],
    );
    assert.equal(world.reads.hashes, 2);
    assert(!((await world.open({ memoryVersion: 1 })) instanceof Promise));
    assert.equal(world.reads.hashes, 2);
  });

  test('an entry for a language applies to its regions and not the reverse, the more specific first', async () => {
    await using world = await setup();
    const others = ['zh en', 'zh-Hant en', 'sr en', 'oc en', 'en sr'];
    const pairs = ['pt en', 'pt-BR en', 'pt en-GB', 'pt-BR en-GB', 'es en', ...others].map((pair) =>
      pair.split(' ').map(tag),
    );
    const entries = pairs.map(([sourceLanguage = tag(''), targetLanguage = tag('')]) =>
      newMemoryEntry('Olá.', { sourceLanguage, targetLanguage, target: `${sourceLanguage} ${targetLanguage}` }),
    );
    await world.change(entries);
    const hash = entries[0]?.hash ?? 0;
    const found = async (source: string | undefined, target: string) => {
      const memory = await world.open({
        pair: { source: source === undefined ? source : tag(source), target: tag(target) },
      });
      const texts = (await memory.find(new Map([['', hash]]))).map((entry) => entry.target);
      assert.equal(memory.mayHave(hash), texts.length > 0);
      return texts;
    };
    assert.deepEqual(await found('pt', 'en'), ['pt en']);
    assert.deepEqual(await found('pt-BR', 'en'), ['pt-BR en', 'pt en']);
    assert.deepEqual(await found('pt-BR', 'en-GB'), ['pt-BR en-GB', 'pt-BR en', 'pt en-GB', 'pt en']);
    assert.deepEqual(await found('pt-PT', 'en'), ['pt en']);
    assert.deepEqual(await found('fr', 'en'), []);
    assert.deepEqual(await found('zh-Hant-TW', 'en'), ['zh-Hant en']);
    assert.deepEqual(await found('zh-Hans', 'en'), ['zh en']);
    assert.deepEqual(await found('sr-Latn', 'en'), [], 'another script');
    assert.deepEqual(await found('en', 'sr-Latn'), [], 'another script');
    assert.deepEqual(await found('oc-aranese', 'en'), [], 'another variant');
    const toEnglish = pairs.flatMap(([source, target]) => (target === 'en' ? [`${source} en`] : []));
    assert.deepEqual(new Set(await found(undefined, 'en')), new Set(toEnglish));
  });

  test('a removed entry is not found, although its hash may still be in the index', async () => {
    await using world = await setup();
    const cat = newMemoryEntry('A cat.');
    await world.change([cat]);
    assert.equal((await (await world.open()).find(new Map([['', cat.hash]]))).length, 1);
    await world.change([], [cat]);
    assert.deepEqual(await (await world.open()).find(new Map([['', cat.hash]])), []);
  });

  test('reads pages of any number of entries', async () => {
    await using world = await setup(100_000);
    const entries = Array.from({ length: 4_100 }, (_, index) =>
      newMemoryEntry(`${'x'.repeat(index % 50)} ${index}`, { hash: index + 1 }),
    );
    await world.change(entries);
    const memory = await world.open();
    assert(entries.every(({ hash }) => memory.mayHave(hash)));
    assert(!memory.mayHave(4_102));
    assert.equal(world.reads.hashes, 3);
  });

  test('keeps the hashes of one account that need more than the room, and reads each version of them anew', async () => {
    await using world = await setup(2);
    const [first, ...others] = Array.from({ length: 10 }, (_, index) =>
      newMemoryEntry(`Text ${index}.`, { hash: index + 1 }),
    );
    assert(first !== undefined);
    await world.change([first, ...others]);
    const has = async (...hashes: readonly number[]) => {
      const memory = await world.open();
      return hashes.map((hash) => memory.mayHave(hash));
    };
    assert.deepEqual(await has(1, 10, 99), [true, true, false]);
    assert.deepEqual(await has(1, 10, 99), [true, true, false]);
    assert.deepEqual([world.reads.hashes, world.room.weight], [1, 2]);
    await world.change([], [first]);
    assert.deepEqual(await has(1, 10, 99), [false, true, false]);
    assert.deepEqual([world.reads.hashes, world.room.weight], [2, 2]);
  });

  test('rejects a memory that is older than the version of the request', async () => {
    await using world = await setup();
    await world.change([newMemoryEntry('A cat.')]);
    await assert.rejects(world.open({ memoryVersion: 2 }), { code: 'store_unavailable' });
  });
});

test('a HashSet has the hashes that were added, and no others', () => {
  const hash = fc.oneof(
    fc.integer({ min: 1, max: 40 }),
    fc.maxSafeInteger().map((number) => Math.abs(number) || 1),
  );
  fc.assert(
    fc.property(fc.array(hash, { maxLength: 300 }), fc.array(hash, { maxLength: 30 }), (added, others) => {
      const set = new HashSet();
      for (const each of added) set.add(each);
      const model = new Set(added);
      for (const each of [...added, ...others]) assert.equal(set.has(each), model.has(each));
    }),
  );
});

test('a HashSet is fast for hashes with the same low or high bits', () => {
  const of = (step: number) => Array.from({ length: 60_000 }, (_, index) => (index + 1) * step);
  for (const hashes of [of(2 ** 32), of(2 ** 20), of(1)]) {
    const set = new HashSet();
    const spent = processorMs(() => {
      for (const hash of hashes) set.add(hash);
    });
    // With one place for all it takes more than a second, else some milliseconds.
    assert(spent < 500, `${spent} ms`);
  }
});
