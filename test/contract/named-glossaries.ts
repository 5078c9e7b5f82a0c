import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import { type NamedGlossaryId, type NamedPairId, namedLimits } from '../../src/shop/glossaries/glossary-store.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';
import { changedTo, changeGlossary, createNamed, newEntry, readWords } from '../support/glossary-world.ts';
import { firstMoment, newId, openAccount } from '../support/ledger-world.ts';
import { type GlossaryStoreWorld, manyEntries } from './glossary-store.ts';

const [english, spanish] = ['en' as LanguageTag, 'es' as LanguageTag];

/** The contract of every `GlossaryStore` for named glossaries. */
export function describeNamedGlossaries(name: string, open: () => Promise<GlossaryStoreWorld>): void {
  const setup = async () => {
    const stores = await open();
    return { ...stores, accountId: await openAccount(stores) };
  };

  describe(`${name}: GlossaryStore, named glossaries`, () => {
    test('lists named glossaries, oldest first, with the pairs that have entries, to their account alone', async () => {
      await using world = await setup();
      const { glossaries, accountId } = world;
      const pair = await createNamed(world, accountId, 'Ärzte "1"');
      const { id } = pair.place;
      await changeGlossary(pair, { add: [newEntry('cat'), newEntry('dog')] });
      const older = { accountId, id: newId() as NamedGlossaryId, createdAt: later(firstMoment, -1) };
      await glossaries.createNamed({ ...older, name: 'x' });
      const shown = { id, name: 'Ärzte "1"', createdAt: firstMoment };
      const listed = { id: pair.pairId, source: english, target: spanish, version: 1, entryCount: 2 };
      assert.deepEqual(await glossaries.listNamed({ accountId }), [{ ...shown, pairs: [listed] }]);
      assert(await glossaries.nameGlossary({ ...older, name: 'Older' }));
      const [first, second] = await glossaries.listNamed({ accountId });
      assert.deepEqual(first, { id: older.id, name: 'Older', createdAt: older.createdAt, pairs: [] });
      assert.deepEqual(await glossaries.listNamed({ accountId, id }), [second]);
      const other = { accountId: await openAccount(world), id };
      assert.deepEqual(await glossaries.listNamed(other), []);
      assert.equal(await glossaries.removeNamed(other), false);
      assert.equal(await glossaries.nameGlossary({ ...other, name: 'Mine' }), false);
      const opened = { ...other, source: english, target: spanish, newId: newId() as NamedPairId };
      assert.equal(await glossaries.openPair(opened), undefined);
    });

    test('a pair has entries and a version of its own, and moves to the end when it is added again', async () => {
      await using world = await setup();
      const { accountId, glossaries } = world;
      const pair = await createNamed(world, accountId);
      const cat = newEntry('cat');
      assert.deepEqual(await changeGlossary(pair, { add: [cat] }), changedTo(1, 1, 0));
      assert.deepEqual(await readWords(pair), { version: 1, words: ['cat = cat in Spanish @1'] });
      assert.deepEqual(await readWords(world), { version: 0, words: [] });
      assert.deepEqual(await changeGlossary(world, { add: [newEntry('cat')] }), changedTo(1, 1, 0));
      const back = { ...pair.place, source: spanish, target: english, newId: newId() as NamedPairId };
      const pairId = await glossaries.openPair(back);
      assert.equal(await glossaries.openPair({ ...back, newId: newId() as NamedPairId }), pairId);
      await changeGlossary({ ...pair, pairId }, { add: [newEntry('gato', { source: spanish, target: english })] });
      const sources = async () => (await glossaries.listNamed(pair.place))[0]?.pairs.map(({ source }) => source);
      assert.deepEqual(await sources(), [english, spanish]);
      await changeGlossary(pair, { kind: 'edit', remove: [cat.id] });
      assert.deepEqual(await sources(), [spanish]);
      await glossaries.openPair({ ...back, source: english, target: spanish });
      assert.deepEqual(await changeGlossary(pair, { add: [cat] }), changedTo(3, 1, 0));
      assert.deepEqual(await sources(), [spanish, english]);
    });

    test('a removed glossary leaves no entries, and a change of it is refused', async () => {
      await using world = await setup();
      const pair = await createNamed(world, world.accountId);
      const add = Array.from({ length: manyEntries }, (_, index) => newEntry(`word ${index}`));
      await changeGlossary(pair, { add });
      const changing = changeGlossary(pair, { kind: 'remove', remove: add.map(({ id }) => id) });
      assert.equal(await world.glossaries.removeNamed(pair.place), true);
      assert.equal(await world.glossaries.removeNamed(pair.place), false);
      assert(['changed', 'no_account'].includes((await changing).kind));
      assert.deepEqual(await changeGlossary(pair, { add: [newEntry('cat')] }), { kind: 'no_account' });
      assert.deepEqual([await world.countRows(), await readWords(pair)], [0, { version: 0, words: [] }]);
      assert.equal(await world.glossaries.nameGlossary({ ...pair.place, name: 'Again' }), false);
    });

    test('what a killed creation left is removed by a later one', async () => {
      await using world = await setup();
      const { accountId, glossaries } = world;
      const place = { accountId, id: newId() as NamedGlossaryId };
      await glossaries.createNamed({ ...place, name: 'x', createdAt: later(firstMoment, -3_600_001) });
      const newPair = { ...place, source: english, target: spanish, newId: newId() as NamedPairId };
      await changeGlossary({ ...world, pairId: await glossaries.openPair(newPair) }, { add: [newEntry('cat')] });
      assert.equal(await world.countRows(), 1);
      await createNamed(world, accountId);
      assert.equal(await world.countRows(), 0);
      assert.equal(await glossaries.nameGlossary({ ...place, name: 'x' }), false);
    });

    test('accepts no more glossaries, entries and characters of an account than allowed', async () => {
      await using world = await setup();
      const { accountId, glossaries } = world;
      const [one, other] = [await createNamed(world, accountId), await createNamed(world, accountId)];
      await changeGlossary(one, { add: [newEntry('cat')], length: namedLimits.lengthOfEntries / 2 });
      const long = { add: [newEntry('dog')], length: namedLimits.lengthOfEntries / 2 + 1 };
      assert.deepEqual(await changeGlossary(other, long), { kind: 'too_many' });
      assert.deepEqual(await changeGlossary(one, long), changedTo(2, 1, 0));
      await world.corrupt(
        `update named_dictionaries set entry_count = ${namedLimits.entries - 1} where entry_count > 0`,
      );
      const two = { add: [newEntry('a'), newEntry('b')], length: 2 };
      assert.deepEqual(await changeGlossary(other, two), { kind: 'too_many' });
      assert.deepEqual(await changeGlossary(other, { add: [newEntry('a')], length: 1 }), changedTo(1, 1, 0));
      const create = (account: AccountId) =>
        glossaries.createNamed({
          ...{ accountId: account, id: newId() as NamedGlossaryId },
          ...{ name: 'x', createdAt: firstMoment },
        });
      const numbers = 'with recursive n (n) as (select 4 union all select n + 1 from n where n < 1000) select n from n';
      await world.corrupt(`insert into named_glossaries (account_id, id, name, created_at)
 select '${accountId}', 'glossary ' || n, 'x', 0 from (${numbers}) as numbers`);
      assert.equal(await create(accountId), 'created');
      assert.equal(await create(accountId), 'too_many');
      assert.equal(await create(await openAccount(world)), 'created');
      assert.equal(await create('unknown' as AccountId), 'no_account');
    });
  });
}
