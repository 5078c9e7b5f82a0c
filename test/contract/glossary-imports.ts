import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { later } from '../../src/ground/units.ts';
import type { EntryChangeOutcome } from '../../src/shop/entries/entry-changes.ts';
import type { StoredEntry } from '../../src/shop/glossaries/stored-entry.ts';
import {
  changedTo,
  changeGlossary,
  createNamed,
  listEntries,
  newEntry,
  type PlacedGlossary,
  readWords,
} from '../support/glossary-world.ts';
import { firstMoment, openAccount, sweepIntervalMs } from '../support/ledger-world.ts';
import { propertyRuns } from '../support/property-runs.ts';
import { EntryModel } from './entry-model.ts';
import { type GlossaryStoreWorld, manyEntries } from './glossary-store.ts';

/** The contract of every `GlossaryStore` for imports, their undo, the history, and concurrent changes. */
export function describeGlossaryImports(name: string, open: () => Promise<GlossaryStoreWorld>): void {
  const setup = async () => {
    const stores = await open();
    const accountId = await openAccount(stores);
    const undo = () => stores.glossaries.undoImport({ accountId, at: later(firstMoment, 1), by: 'operator' });
    const assertSound = async () => assert.deepEqual(await stores.breaches(firstMoment, sweepIntervalMs), []);
    return { ...stores, accountId, undo, assertSound };
  };
  const words = (count: number, prefix = 'word') => Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
  const segmentEntriesOf = (list: readonly string[], translation: string) =>
    list.map((word) => newEntry(word, { translation }));

  describe(`${name}: GlossaryStore, imports`, () => {
    test('undoing one import reverses no other', async () => {
      await using world = await setup();
      await changeGlossary(world, { add: [newEntry('cat')] });
      const { accountId } = world;
      const undo = (only: number) => world.glossaries.undoImport({ accountId, at: firstMoment, by: 'operator', only });
      await changeGlossary(world, { add: [newEntry('dog')] });
      assert.deepEqual(await undo(1), { kind: 'no_import' });
      assert.deepEqual(await undo(2), changedTo(3, 0, 1));
      assert.deepEqual(await undo(2), { kind: 'no_import' });
      assert.deepEqual((await readWords(world)).words, ['cat = cat in Spanish @1']);
    });

    test('an undo that would exceed the limit of terms changes nothing', async () => {
      await using world = await setup();
      const cat = newEntry('cat');
      await changeGlossary(world, { kind: 'add', add: [cat] });
      await changeGlossary(world, { remove: [cat.id] });
      await changeGlossary(world, { kind: 'add', add: [newEntry('dog')] });
      await world.corrupt('update accounts set live_terms = 100000');
      assert.deepEqual(await world.undo(), { kind: 'too_many' });
      await world.corrupt('update accounts set live_terms = 1');
      assert.deepEqual(await world.undo(), changedTo(4, 1, 0));
      await world.assertSound();
    });

    test('a thousand changes are kept, and the last import, however old it is', async () => {
      await using world = await setup();
      await changeGlossary(world, { kind: 'add', add: [newEntry('ant')] });
      await changeGlossary(world, { add: [newEntry('cat')] });
      await changeGlossary(world, { kind: 'add', add: [newEntry('dog')] });
      await world.corrupt(`update accounts set terms_version = 1001`);
      await changeGlossary(world, { kind: 'add', add: [newEntry('bird')] });
      const versions = async (limit = 9) => {
        const history = await world.glossaries.listChanges({ accountId: world.accountId, limit });
        return history.map(({ version }) => version);
      };
      assert.deepEqual(await versions(), [1002, 3, 2]);
      await changeGlossary(world, { kind: 'add', add: [newEntry('fox')] });
      assert.deepEqual(await versions(), [1003, 1002, 2]);
      assert.deepEqual(await versions(1), [1003]);
      assert.deepEqual(await world.undo(), changedTo(1004, 0, 1));
    });

    test('removed terms that no undo can restore are deleted', async () => {
      await using world = await setup();
      const list = words(manyEntries);
      await changeGlossary(world, { add: segmentEntriesOf(list, 'one') });
      await changeGlossary(world, { add: segmentEntriesOf(list, 'two') });
      assert.equal(await world.countRows(), 2 * manyEntries);
      await changeGlossary(world, { kind: 'add', add: segmentEntriesOf(list, 'three') });
      assert.equal(await world.countRows(), 2 * manyEntries);
      await changeGlossary(world, { add: segmentEntriesOf(list, 'four') });
      assert.equal(await world.countRows(), 2 * manyEntries);
      assert.deepEqual(await world.undo(), changedTo(5, manyEntries, manyEntries));
      assert.equal(await world.countRows(), manyEntries);
      await world.assertSound();
    });

    test('readers see an import completely or not at all while it is written', async () => {
      await using world = await setup();
      const list = words(2 * manyEntries);
      await changeGlossary(world, { add: segmentEntriesOf(list, 'one') });
      const states = new Set<string>();
      const reading = new AbortController();
      const look = async () => {
        const { version, words: read } = await readWords(world);
        const kinds = new Set(read.map((word) => word.replace(/^.*= (?=\w+ @)/, '')));
        const listed = await listEntries(world);
        states.add(`${version}: ${[...kinds].join()} ${read.length}`).add(`list ${listed.length}`);
      };
      const reader = (async () => {
        while (!reading.signal.aborted) await look();
      })();
      await changeGlossary(world, {
        add: segmentEntriesOf(list.slice(0, -1), 'two'),
        remove: (await listEntries(world, { holding: list.at(-1) })).map(({ id }) => id),
      });
      reading.abort();
      await reader;
      await look();
      const [one, two] = [`1: one @1 ${list.length}`, `2: two @2 ${list.length - 1}`];
      for (const state of states) {
        assert([one, two, `list ${list.length}`, `list ${list.length - 1}`].includes(state), state);
      }
      assert(states.has(two));
    });

    test('a glossary of several pages is of one version, even if entries are removed while it is read', async () => {
      await using world = await setup();
      const added = segmentEntriesOf(words(5_000), 'one').toSorted((one, other) => (one.term < other.term ? -1 : 1));
      await changeGlossary(world, { add: added });
      const removedAtOnce = 300;
      for (const step of [1, 2, 3, 4, 5, 6]) {
        const remove = added.slice(added.length - removedAtOnce * step).slice(0, removedAtOnce);
        const [matched, listed] = await Promise.all([
          readWords(world),
          world.glossaries.readEntries(world),
          changeGlossary(world, { kind: 'remove', remove: remove.map(({ id }) => id) }),
        ]);
        const counts = [
          [matched.version, matched.words.length],
          [listed.version, listed.entries.length],
        ] as const;
        for (const [version, count] of counts) {
          assert([step, step + 1].includes(version));
          assert.equal(count, added.length - removedAtOnce * (version - 1));
        }
      }
    });

    test('concurrent changes of one account all apply, one after another', async () => {
      await using world = await setup();
      const small = words(10, 'small').map((word) => changeGlossary(world, { kind: 'add', add: [newEntry(word)] }));
      const large = ['a', 'b'].map((prefix) =>
        changeGlossary(world, { add: segmentEntriesOf(words(manyEntries, prefix), prefix) }),
      );
      const outcomes = await Promise.all([...small, ...large]);
      const versions = outcomes.map((outcome) => (outcome.kind === 'changed' ? outcome.version : 0));
      assert.deepEqual(
        versions.toSorted((one, other) => one - other),
        Array.from({ length: 12 }, (_, index) => index + 1),
      );
      const base = await readWords(world);
      assert.deepEqual([base.version, base.words.length], [12, 10 + 2 * manyEntries]);
      await world.assertSound();
    });

    test('of concurrent changes of one version, one applies', async () => {
      await using world = await setup();
      const lists = [['cat'], words(manyEntries, 'a'), ['dog'], words(manyEntries, 'b')];
      const changes = lists.map((list) =>
        changeGlossary(world, { add: segmentEntriesOf(list, 'x'), expectedVersion: 0 }),
      );
      const kinds = (await Promise.all(changes)).map(({ kind }) => kind).toSorted();
      assert.deepEqual(kinds, ['changed', 'outdated', 'outdated', 'outdated']);
      assert.equal((await readWords(world)).version, 1);
      await world.assertSound();
    });

    test('any sequence of changes has the result of a simple model, for each kind of glossary', async () => {
      await using world = await open();
      await fc.assert(
        fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 1, maxLength: 14 }), async (isNamed, steps) => {
          const accountId = await openAccount(world);
          const model = new EntryModel(placeOf);
          const placed = isNamed ? await createNamed(world, accountId) : { ...world, accountId };
          for (const each of steps) await play(placed, model, each);
          assert.deepEqual(await world.breaches(firstMoment, sweepIntervalMs), []);
        }),
        { numRuns: propertyRuns(name, 120) },
      );
    });
  });
}

type Step =
  | { readonly kind: 'undo' }
  | {
      readonly kind: 'add' | 'edit' | 'remove' | 'import';
      readonly words: readonly string[];
      /** Indexes of live terms in order, and one that does not exist. */
      readonly removed: readonly number[];
      readonly behind: number | undefined;
    };

/** With `!` for the case rule `exact`. */
const word = fc.constantFrom('a', 'A', 'a!', 'b', 'c', 'd', 'e');

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.constant({ kind: 'undo' } as const) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('add', 'edit', 'remove', 'import', 'import'),
      words: fc.uniqueArray(word, { maxLength: 4 }),
      removed: fc.array(fc.nat(7), { maxLength: 3 }),
      behind: fc.option(fc.nat(2), { nil: undefined, freq: 6 }),
    }),
  },
);

/** Applies a change to the store and to the model, and compares everything visible. */
async function play(world: PlacedGlossary, model: EntryModel<StoredEntry>, asked: Step): Promise<void> {
  const { accountId, pairId, glossaries } = world;
  assert.deepEqual(await carryOut(world, model, asked), model.outcome);
  assert.deepEqual(await listEntries(world), model.list());
  assert.deepEqual(await readWords(world), { version: model.version, words: wordsOf(model) });
  for (const limit of [1, 99]) {
    const history = await glossaries.listChanges({ accountId, pairId, limit });
    assert.deepEqual(history, model.history().slice(0, limit));
  }
}

function carryOut(world: PlacedGlossary, model: EntryModel<StoredEntry>, asked: Step): Promise<EntryChangeOutcome> {
  const at = later(firstMoment, model.version);
  if (asked.kind === 'undo') {
    model.undo({ at, by: 'undoer' });
    const { accountId, pairId } = world;
    return world.glossaries.undoImport({ accountId, pairId, at, by: 'undoer' });
  }
  const { kind, behind } = asked;
  const live = model.list();
  const change = {
    kind,
    at,
    by: 'changer',
    add: asked.words.map((each) => {
      const rule = { caseRule: each.endsWith('!') ? 'exact' : 'follow' } as const;
      return newEntry(each.replace('!', ''), { ...rule, translation: `${each} of ${model.version}` });
    }),
    remove: asked.removed.map((index) => live[index]?.id ?? newEntry('').id),
    expectedVersion: behind === undefined ? undefined : Math.max(0, model.version - behind),
  };
  model.change(change);
  return changeGlossary(world, change);
}

function placeOf({ source, target, term, caseRule }: StoredEntry): string {
  return [source, target, term, caseRule].join('\0');
}

function wordsOf(model: EntryModel<StoredEntry>): readonly string[] {
  return model
    .live()
    .map(({ entry, addedIn }) => `${entry.term} = ${entry.translation ?? 'itself'} @${addedIn}`)
    .toSorted();
}
