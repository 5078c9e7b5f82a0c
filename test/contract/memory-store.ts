import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { nextRound } from '../../src/ground/steps.ts';
import { later } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { MemoryEntryId, StoredMemoryEntry } from '../../src/shop/memory/memory-entry.ts';
import {
  alikeMax,
  type KeyedMemoryEntry,
  type MemoryHashes,
  type MemoryLookup,
} from '../../src/shop/memory/memory-store.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';
import { changedTo } from '../support/glossary-world.ts';
import { firstMoment, newKey, newPurchase, openAccount, sweepIntervalMs } from '../support/ledger-world.ts';
import { changeMemory, digestOf, hashFor, listTexts, newMemoryEntry, type OwnMemory } from '../support/memory-world.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { EntryModel } from './entry-model.ts';
import type { CorruptibleStores } from './ledger-verification.ts';

/** More than one step of a change can write. */
const manyEntries = 1_200;

const [english, spanish, portuguese, brazilian] = ['en', 'es', 'pt', 'pt-BR'] as LanguageTag[];

const many = (prefix: string) =>
  Array.from({ length: manyEntries }, (_, index) => newMemoryEntry(`${prefix} ${index}.`));

const storedOf = ({
  digest: _digest,
  hash: _look,
  untaggedHash: _other,
  ...stored
}: KeyedMemoryEntry): StoredMemoryEntry => stored;

type Asked = Partial<MemoryLookup> & { readonly digests?: readonly string[]; readonly hashes?: readonly number[] };

/** The contract of every `MemoryStore`. What it shares with glossaries is in theirs, such as concurrent changes. */
export function describeMemoryStore(name: string, open: () => Promise<CorruptibleStores>): void {
  const setup = async () => {
    const stores = await open();
    const accountId = await openAccount(stores);
    const undo = () => stores.memory.undoImport({ accountId, at: later(firstMoment, 1), by: 'operator' });
    const assertSound = async () => assert.deepEqual(await stores.breaches(firstMoment, sweepIntervalMs), []);
    /** Looks up texts with these digests and an unknown hash, and with an unknown digest and these hashes. */
    const find = async ({ digests = [], hashes = [], ...asked }: Asked) => {
      const lookup = { accountId, sources: [english as LanguageTag], targets: [spanish as LanguageTag] };
      const wanted = [
        ...digests.map((digest) => ({ digest, hash: 1 })),
        ...hashes.map((hash) => ({ digest: digestOf('unknown'), hash })),
      ];
      return stores.memory.findApproved({ ...lookup, wanted, ...asked });
    };
    return { ...stores, accountId, undo, assertSound, find };
  };

  describe(`${name}: MemoryStore`, () => {
    test('a key lookup returns the current version', async () => {
      await using world = await setup();
      const key = newKey(world.accountId);
      await world.ledger.grant(newPurchase(world.accountId, 1));
      await world.keys.createKey(key, 5);
      const versions = async () => {
        const holder = await world.keys.findHolder(key.hash);
        return [holder?.memoryVersion, holder?.glossaryVersion];
      };
      assert.deepEqual(await versions(), [0, 0]);
      await changeMemory(world, { add: [newMemoryEntry('A cat.')] });
      assert.deepEqual(await versions(), [1, 0]);
      await world.undo();
      assert.deepEqual(await versions(), [2, 0]);
    });

    test('an entry is stored unchanged, for any content', async () => {
      await using world = await setup();
      const hostile = [
        ...[`'; drop table memory_entries; --`, '{"a": [null, 1e9]}', '100% _ % \\', '$1 ?1 :x @y', '\t two\n lines'],
        ...[
          '😀 👩‍👩‍👧 \u{10ffff}',
          'שלום\u202eabc',
          'e\u0301 é',
          'ﬁ ß İ ı ſ',
          'ñ'.repeat(10_000),
          'a\u0301\u0301'.repeat(300),
        ],
      ];
      const origins = ['api', 'page', 'command', 'import'] as const;
      const added = hostile.map((text, index) =>
        newMemoryEntry(text, {
          ...{
            target: text,
            note: text.slice(0, 500),
            createdBy: text.slice(0, 9),
            origin: origins[index % 4] ?? 'api',
          },
          ...{ createdAt: later(firstMoment, index), updatedAt: later(firstMoment, 2 * index) },
          ...{ hash: Number.MAX_SAFE_INTEGER - index, untaggedHash: index % 2 === 0 ? index : undefined },
        }),
      );
      assert.deepEqual(await changeMemory(world, { add: added }), changedTo(1, added.length, 0));
      for (const entry of added) {
        assert.deepEqual(await world.memory.findEntry({ accountId: world.accountId, id: entry.id }), storedOf(entry));
      }
      const digests = added.map(({ digest }) => digest);
      const found = await world.memory.findDigests({ accountId: world.accountId, digests });
      assert.deepEqual(
        new Map(found.map((each) => [each.id, each])),
        new Map(added.map((each) => [each.id, { ...storedOf(each), digest: each.digest }])),
      );
      await world.assertSound();
    });

    test('text that a database cannot store is refused, and nothing is changed', async () => {
      await using world = await setup();
      for (const text of ['a\0b', 'a\ud800b']) {
        for (const bad of [
          newMemoryEntry(text),
          newMemoryEntry('a', { target: text }),
          newMemoryEntry('a', { note: text }),
        ])
          await assert.rejects(changeMemory(world, { add: [newMemoryEntry('good'), bad] }), {
            name: 'ImpossibleError',
          });
      }
      assert.deepEqual(await listTexts(world), []);
    });

    test('one entry for each pair and key: a new one replaces it, under its id or another, and can be undone', async () => {
      await using world = await setup();
      const cat = newMemoryEntry('A cat.', { target: 'Un gato.' });
      const others = [{ targetLanguage: portuguese }, { sourceLanguage: brazilian }].map((pair) =>
        newMemoryEntry('A cat.', { ...(pair as Partial<KeyedMemoryEntry>), target: 'Um gato.' }),
      );
      assert.deepEqual(await changeMemory(world, { kind: 'add', add: [cat, ...others] }), changedTo(1, 3, 0));
      const better = { ...cat, target: 'Una gata.', updatedAt: later(firstMoment, 5) };
      assert.deepEqual(await changeMemory(world, { add: [better] }), changedTo(2, 1, 1));
      assert.deepEqual(await world.memory.findEntry({ accountId: world.accountId, id: cat.id }), storedOf(better));
      assert.deepEqual(await world.undo(), changedTo(3, 1, 1));
      assert.deepEqual(await world.memory.findEntry({ accountId: world.accountId, id: cat.id }), storedOf(cat));
      const another = newMemoryEntry('A cat.', { target: 'El gato.' });
      assert.deepEqual(await changeMemory(world, { kind: 'add', add: [another] }), changedTo(4, 1, 1));
      assert.equal(await world.memory.findEntry({ accountId: world.accountId, id: cat.id }), undefined);
      assert.deepEqual(await listTexts(world), ['A cat. = El gato.', 'A cat. = Um gato.', 'A cat. = Um gato.']);
      await world.assertSound();
    });

    test('an account has at most 200,000 entries and 40,000,000 characters, and a change beyond changes nothing', async () => {
      await using world = await setup();
      await changeMemory(world, { add: [newMemoryEntry('A cat.')] });
      const two = { add: [newMemoryEntry('A dog.'), newMemoryEntry('A fox.')] };
      await world.corrupt('update accounts set memory_entries = 199999');
      assert.deepEqual(await changeMemory(world, two), { kind: 'too_many' });
      await world.corrupt('update accounts set memory_entries = 1, memory_characters = 40000000 - 45');
      assert.deepEqual(await changeMemory(world, two), { kind: 'too_many' });
      assert.deepEqual(await listTexts(world), ['A cat. = A cat. in Spanish']);
      await world.corrupt('update accounts set memory_characters = 40000000 - 47');
      // Each has 6 + 17 code points; the one that replaces another of as many has one more, which takes two units.
      const replaced = newMemoryEntry('A cat.', { target: 'A cat. in Spanish😀' });
      assert.deepEqual(await changeMemory(world, { add: [...two.add, replaced] }), changedTo(2, 3, 1));
      await world.corrupt('update accounts set memory_characters = memory_characters - 40000000 + 70');
      await world.assertSound();
    });

    test('entries are listed by languages and source as a dictionary sorts them, in pages, and filtered', async () => {
      await using world = await setup();
      const sources = ['Ábside.', 'abeto', 'Árbol', 'Straße 50%', 'zorro'];
      const add = [
        ...sources.toReversed().map((source) => newMemoryEntry(source)),
        newMemoryEntry('a', { targetLanguage: portuguese as LanguageTag, target: 'ÉTÉ \\_' }),
      ];
      await changeMemory(world, { add });
      const list = async (filter: Parameters<typeof listTexts>[1]) =>
        (await listTexts(world, filter)).map((text) => text.replace(/ = .*/, '')).join('|');
      assert.equal(await list({}), ['abeto', 'Ábside.', 'Árbol', 'Straße 50%', 'zorro', 'a'].join('|'));
      assert.equal(await list({ target: portuguese }), 'a');
      assert.equal(await list({ source: spanish }), '');
      for (const [holding, found] of Object.entries({
        STRASSE: 'Straße 50%',
        '0%': 'Straße 50%',
        été: 'a',
        '\\_': 'a',
        __: '',
      }))
        assert.equal(await list({ holding }), found, holding);
      for (const filter of [{}, { holding: 'o' }, { holding: 'o', lookedThroughMax: 2 }]) {
        const found: string[] = [];
        let after: MemoryEntryId | undefined;
        do {
          const page = await world.memory.listEntries({ accountId: world.accountId, ...filter, after, limit: 2 });
          found.push(...page.entries.map(({ source }) => source));
          after = page.goesOnAfter;
        } while (after !== undefined);
        assert.equal(found.join('|'), await list({ ...filter, lookedThroughMax: undefined }));
      }
    });

    test('live entries are found by digest and by hash, of any or of some languages, the newest first', async () => {
      await using world = await setup();
      const texts = async (asked: Asked) => (await world.find(asked)).map(({ target }) => target);
      const tagged = newMemoryEntry('<b>Page</b> 1', { target: 'tagged', untaggedHash: hashFor('Page 1') });
      await changeMemory(world, { add: [newMemoryEntry('Page 1', { target: 'one' }), tagged] });
      await changeMemory(world, { add: [newMemoryEntry('Page 2', { target: 'two' })] });
      const toBrazil = { sourceLanguage: english, targetLanguage: brazilian } as Partial<KeyedMemoryEntry>;
      await changeMemory(world, { add: [newMemoryEntry('Page 1', { ...toBrazil, target: 'um' })] });
      const hashes = [hashFor('Page 1')];
      assert.deepEqual((await texts({ hashes })).slice(0, 1), ['two']);
      assert.deepEqual(new Set(await texts({ hashes })), new Set(['one', 'tagged', 'two']));
      assert.deepEqual(await texts({ digests: [digestOf('Page 1')] }), ['one']);
      assert.deepEqual(await texts({ digests: [digestOf('Page 1'), digestOf('Page 2')] }), ['two', 'one']);
      const every = { sources: undefined, targets: [spanish, brazilian, portuguese] as LanguageTag[] };
      assert.deepEqual(await texts({ ...every, digests: [digestOf('Page 1')] }), ['um', 'one']);
      const page = (digest: string) => [{ digest, hash: hashFor('Page 1') }];
      assert.deepEqual(await texts({ wanted: page(digestOf('Page 1')) }), ['one'], 'no others beside an exact one');
      assert.equal(
        (await texts({ ...every, wanted: page(digestOf('Page 1')) })).length,
        4,
        'another language may have it',
      );
      assert.equal((await texts({ wanted: page(digestOf('Page 3')) })).length, 3);
      assert.deepEqual(await texts({ hashes, targets: [portuguese as LanguageTag] }), []);
      assert.deepEqual(await texts({ hashes: [hashFor('Another')] }), []);
      assert.deepEqual(await texts({ hashes, accountId: await openAccount(world) }), []);
      await changeMemory(world, { kind: 'remove', remove: [tagged.id] });
      assert.deepEqual(await texts({ hashes }), ['two', 'one']);
    });

    test('of many entries that differ in numbers only, the newest and those with the digest are found', async () => {
      await using world = await setup();
      const pages = Array.from({ length: 2 * alikeMax }, (_, index) => newMemoryEntry(`Page ${index}`));
      await changeMemory(world, { add: pages.slice(0, alikeMax) });
      await changeMemory(world, { add: pages.slice(alikeMax) });
      const found = await world.find({ hashes: [hashFor('Page 1')], digests: [digestOf('Page 3')] });
      const ids = [...pages.slice(alikeMax).map(({ id }) => id), pages[3]?.id];
      assert.deepEqual(new Set(found.map(({ id }) => id)), new Set(ids));
      assert.equal(found.at(-1)?.id, pages[3]?.id);
    });

    test('all entries with a digest are found, from however many languages', async () => {
      await using world = await setup();
      const keys = Array.from({ length: 4 }, (_, index) => `Text ${index}`);
      const languages = Array.from({ length: 2 * alikeMax }, (_, index) => `x${index + 10}` as LanguageTag);
      for (const some of [keys.slice(0, 1), keys.slice(1)]) {
        const add = some.flatMap((key) => languages.map((sourceLanguage) => newMemoryEntry(key, { sourceLanguage })));
        await changeMemory(world, { add });
      }
      const found = await world.find({ digests: keys.map(digestOf), sources: undefined });
      assert.equal(found.length, keys.length * languages.length);
    });

    test('a look-up of many texts finds all, and lets other requests run in between', async () => {
      await using world = await setup();
      const add = many('Page').map((entry, index) => ({ ...entry, hash: index + 1 }));
      await changeMemory(world, { add: add.slice(0, 10) });
      await changeMemory(world, { add: add.slice(10) });
      let [rounds, isDone] = [0, false];
      const count = () => {
        rounds++;
        if (!isDone) setImmediate(count);
      };
      setImmediate(count);
      const found = await world.find({ hashes: add.map(({ hash }) => hash), digests: [digestOf('Page 3.')] });
      isDone = true;
      const ids = (entries: readonly { readonly id: string }[]) => entries.map(({ id }) => id).toSorted();
      assert.deepEqual(ids(found), ids(add));
      assert.deepEqual(ids(found.slice(-10)), ids(add.slice(0, 10)));
      assert(rounds >= 20, `${rounds}`);
    });

    test('hashes and their version are of one moment, whatever changes meanwhile', async () => {
      await using world = await setup();
      const after = { liveFrom: 0, id: '' as MemoryEntryId };
      await changeMemory(world, { add: [newMemoryEntry('A cat.')] });
      const changing = Promise.all(
        Array.from({ length: 20 }, () => changeMemory(world, { add: [newMemoryEntry('A cat.')] })),
      );
      for (let reading = 0; reading < 100; reading++) {
        const { version, hashes } = await world.memory.readHashes({ accountId: world.accountId, after, limit: 3 });
        assert.deepEqual([hashes.length, hashes[0]?.liveFrom], [1, version]);
        await nextRound();
      }
      await changing;
    });

    test('hashes are read by version, in pages', async () => {
      await using world = await setup();
      const { accountId, memory } = world;
      const start = { liveFrom: 0, id: '' as MemoryEntryId };
      const read = async (first: Pick<MemoryHashes, 'liveFrom' | 'id'>) => {
        const found: MemoryHashes[] = [];
        for (let after = first; ; ) {
          const { version, hashes } = await memory.readHashes({ accountId, after, limit: 3 });
          found.push(...hashes);
          const last = hashes.at(-1);
          if (last === undefined || hashes.length < 3) return { version, found };
          after = last;
        }
      };
      assert.deepEqual(await read(start), { version: 0, found: [] });
      const first = ['a', 'b', 'c', 'd'].map((text) => newMemoryEntry(text, { untaggedHash: hashFor(`${text}?`) }));
      await changeMemory(world, { add: first });
      const hashesOf = (
        { id, sourceLanguage, targetLanguage, hash, untaggedHash }: KeyedMemoryEntry,
        liveFrom: number,
      ) => ({
        ...{ id, sourceLanguage, targetLanguage, hash, untaggedHash, liveFrom },
      });
      assert.deepEqual(await read(start), { version: 1, found: first.map((each) => hashesOf(each, 1)) });
      const next = newMemoryEntry('e');
      const remove = first.slice(0, 1).map(({ id }) => id);
      await changeMemory(world, { kind: 'edit', add: [next], remove });
      assert.deepEqual(await read({ ...start, liveFrom: 2 }), { version: 2, found: [hashesOf(next, 2)] });
      assert.equal((await read(start)).found.length, 4);
      await changeMemory(world, { kind: 'remove', remove: first.slice(1).map(({ id }) => id) });
      assert.deepEqual(await read(start), { version: 3, found: [hashesOf(next, 2)] });
    });

    test('erases all entries, and nothing before it can be undone', async () => {
      await using world = await setup();
      await changeMemory(world, { add: many('One') });
      await changeMemory(world, { add: many('One').slice(0, 700) });
      const erase = { kind: 'erase', remove: 'all' } as const;
      assert.deepEqual(await changeMemory(world, erase), changedTo(3, 0, manyEntries));
      assert.deepEqual(await listTexts(world), []);
      assert.deepEqual(await world.undo(), { kind: 'no_import' });
      assert.deepEqual(await changeMemory(world, erase), { kind: 'nothing_to_change' });
      assert.deepEqual(await changeMemory(world, { add: many('Two') }), changedTo(4, manyEntries, 0));
      assert.deepEqual(await world.undo(), changedTo(5, 0, manyEntries));
      const history = await world.memory.listChanges({ accountId: world.accountId, limit: 9 });
      assert.deepEqual(
        history.map(({ kind }) => kind),
        ['undo', 'import', 'erase', 'import', 'import'],
      );
      assert.deepEqual(await world.memory.countEntries(world), { version: 5, count: 0 });
      await world.assertSound();
    });

    test('an erasure of no entries is only in the history if it ends the undo of an import', async () => {
      await using world = await setup();
      const erase = { kind: 'erase', remove: 'all' } as const;
      const imported = newMemoryEntry('A cat.', { target: 'Una gata.' });
      await changeMemory(world, { kind: 'add', add: [newMemoryEntry('A cat.')] });
      await changeMemory(world, { add: [imported] });
      await changeMemory(world, { kind: 'remove', remove: [imported.id] });
      assert.deepEqual(await changeMemory(world, erase), changedTo(4, 0, 0));
      assert.deepEqual(await world.undo(), { kind: 'no_import' });
      assert.deepEqual(await changeMemory(world, erase), { kind: 'nothing_to_change' });
    });

    test('concurrent changes all apply, also an erasure of all entries', async () => {
      await using world = await setup();
      const erase = { kind: 'erase', remove: 'all' } as const;
      const changes = [{ add: many('a') }, erase, { add: [newMemoryEntry('b')] }, erase, { add: many('c') }];
      const outcomes = await Promise.all(changes.map((change) => changeMemory(world, change)));
      const versions = outcomes.flatMap((outcome) => (outcome.kind === 'changed' ? outcome.version : []));
      // Without those of erasures that found nothing.
      assert.deepEqual(new Set(versions), new Set(versions.map((_, index) => index + 1)));
      assert(changes.every((change, index) => change === erase || outcomes[index]?.kind === 'changed'));
      const late = { add: [newMemoryEntry('d')], expectedVersion: versions.length - 1 };
      assert.deepEqual(await changeMemory(world, late), { kind: 'outdated' });
      await world.assertSound();
    });

    test("an account's entries are invisible to others, and an unknown account gets none", async () => {
      await using world = await setup();
      const other = { ...world, accountId: await openAccount(world) };
      const cat = newMemoryEntry('A cat.');
      await changeMemory(world, { add: [cat] });
      assert.deepEqual(await changeMemory(other, { kind: 'remove', remove: [cat.id] }), { kind: 'nothing_to_change' });
      assert.equal(await world.memory.findEntry({ accountId: other.accountId, id: cat.id }), undefined);
      assert.deepEqual(await changeMemory(other, { add: [newMemoryEntry('A cat.')] }), changedTo(1, 1, 0));
      const missing = { ...world, accountId: 'missing' as AccountId };
      assert.deepEqual(await changeMemory(missing, { add: [newMemoryEntry('A cat.')] }), { kind: 'no_account' });
      assert.deepEqual(await world.memory.countEntries(missing), { version: 0, count: 0 });
    });

    test('an erased account keeps no entry', async () => {
      await using world = await setup();
      const { accountId, erasures } = world;
      await changeMemory(world, { add: many('One') });
      await changeMemory(world, { add: many('One').slice(0, 150) });
      const entry = { id: 'act' as never, at: firstMoment, by: accountId, accountId, subject: undefined };
      await erasures.beginErasure({ entry: { ...entry, act: 'account.erasure_begun' }, evenIfDisputed: false });
      assert.deepEqual(await changeMemory(world, { add: [newMemoryEntry('Late.')] }), { kind: 'no_account' });
      await world.assertSound();
      await erasures.eraseRecords(accountId);
      assert(await erasures.endErasure({ ...entry, id: 'end' as never, act: 'account.erased' }));
      assert.deepEqual(await listTexts(world), []);
      await world.assertSound();
    });

    test('any sequence of changes has the result of a simple model', async () => {
      await using world = await open();
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
          const accountId = await openAccount(world);
          const model = new EntryModel<KeyedMemoryEntry>(({ source }) => source);
          for (const each of steps) await play({ ...world, accountId }, model, each);
          assert.deepEqual(await world.breaches(firstMoment, sweepIntervalMs), []);
        }),
        { numRuns: propertyRuns(name, 60) },
      );
    });
  });
}

type Step =
  | { readonly kind: 'undo' }
  | {
      readonly kind: 'add' | 'edit' | 'remove' | 'import';
      readonly sources: readonly string[];
      /** Whether an entry that replaces another keeps its id, as those of users do. */
      readonly keepsId: boolean;
      /** Indexes of live entries in order, and one that does not exist. */
      readonly removed: readonly number[];
    };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ kind: 'undo' } as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('add', 'edit', 'remove', 'import', 'import'),
      sources: fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 4 }),
      keepsId: fc.boolean(),
      removed: fc.array(fc.nat(7), { maxLength: 3 }),
    }),
  },
);

/** Applies a change to the store and to the model, and compares everything visible. */
async function play(world: OwnMemory, model: EntryModel<KeyedMemoryEntry>, asked: Step): Promise<void> {
  const { accountId, memory } = world;
  const at = later(firstMoment, model.version);
  if (asked.kind === 'undo') {
    model.undo({ at, by: 'undoer' });
    assert.deepEqual(await memory.undoImport({ accountId, at, by: 'undoer' }), model.outcome);
  } else {
    const live = model.list();
    const add = asked.sources.map((source) => {
      const replaced = asked.keepsId ? live.find((each) => each.source === source) : undefined;
      return newMemoryEntry(source, { target: `${source} of ${model.version}`, ...(replaced && { id: replaced.id }) });
    });
    const remove = asked.removed.map((index) => live[index]?.id ?? newMemoryEntry('x').id);
    const change = { kind: asked.kind, at, by: 'changer', add, remove, expectedVersion: undefined };
    model.change(change);
    assert.deepEqual(await changeMemory(world, change), model.outcome);
  }
  const { entries } = await memory.listEntries({ accountId, limit: 99 });
  assert.deepEqual(entries, model.list().map(storedOf));
  assert.deepEqual(await memory.listChanges({ accountId, limit: 99 }), model.history());
}
