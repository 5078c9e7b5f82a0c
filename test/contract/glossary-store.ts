import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { StoredEntry } from '../../src/shop/glossaries/stored-entry.ts';
import type { EntryId, EntryLanguage } from '../../src/text/glossary/glossary-entry.ts';
import { changedTo, changeGlossary, newEntry, readWords, spanish } from '../support/glossary-world.ts';
import { firstMoment, newKey, newPurchase, openAccount } from '../support/ledger-world.ts';
import type { CorruptibleStores } from './ledger-verification.ts';

/** More than one step of a change can write. */
export const manyEntries = 1_200;

const filling = Array.from({ length: manyEntries }, (_, index) => newEntry(`word ${index}`));

export type GlossaryStoreWorld = CorruptibleStores & {
  /** Counts the rows of the table of terms, including removed ones. */
  readonly countRows: () => Promise<number>;
};

/** The contract of every `GlossaryStore`. */
export function describeGlossaryStore(name: string, open: () => Promise<GlossaryStoreWorld>): void {
  const setup = async () => {
    const stores = await open();
    const accountId = await openAccount(stores);
    return { ...stores, accountId };
  };

  describe(`${name}: GlossaryStore`, () => {
    test('a key lookup returns the current version', async () => {
      await using world = await setup();
      const key = newKey(world.accountId);
      await world.ledger.grant(newPurchase(world.accountId, 1));
      await world.keys.createKey(key, 5);
      const told = async () => (await world.keys.findHolder(key.hash))?.glossaryVersion;
      assert.equal(await told(), 0);
      await changeGlossary(world, { add: [newEntry('cat')] });
      assert.equal(await told(), 1);
      await world.glossaries.undoImport({ accountId: world.accountId, at: firstMoment, by: 'operator' });
      assert.equal(await told(), 2);
    });

    test('a term is stored unchanged, for any content', async () => {
      await using world = await setup();
      const hostile = [
        `'; drop table terms; --`,
        '{"a": [null, 1e9]}',
        'a\\u0041\\n"b"',
        '100% _ % \\',
        '$1 ?1 :x @y',
        '😀 👩‍👩‍👧 \u{10ffff}',
        'שלום\u202eabc',
        'e\u0301 é',
        '\t tab',
        '٣ ½ Ⅷ',
        'ﬁ ß İ ı ſ',
        'x'.repeat(200),
      ];
      const entries = hostile.map((text) => newEntry(text, { translation: text, note: text, createdBy: text }));
      const kept = newEntry('Dragoman', {
        translation: undefined,
        caseRule: 'exact',
        partOfSpeech: 'name',
        target: '*',
      });
      await changeGlossary(world, { add: [...entries, kept] });
      const found = await world.glossaries.listEntries({ accountId: world.accountId, limit: 100 });
      assert.deepEqual(
        new Map(found.map((entry) => [entry.id, entry])),
        new Map([...entries, kept].map((entry) => [entry.id, entry])),
      );
    });

    test('text that a database cannot store is refused for each of them, and nothing is changed', async () => {
      await using world = await setup();
      for (const text of ['a\0b', 'a\ud800b']) {
        for (const bad of [newEntry(text), newEntry('a', { translation: text }), newEntry('a', { note: text })]) {
          await assert.rejects(changeGlossary(world, { add: [newEntry('good'), bad] }), { name: 'ImpossibleError' });
        }
      }
      assert.deepEqual(await readWords(world), { version: 0, words: [] });
    });

    test('a newer term replaces only one with the same languages, words and case rule', async () => {
      await using world = await setup();
      await changeGlossary(world, {
        add: [
          newEntry('cat'),
          newEntry('cat', { caseRule: 'exact' }),
          newEntry('Cat'),
          newEntry('cat', { target: 'fr' as EntryLanguage }),
        ],
      });
      const changed = await changeGlossary(world, { kind: 'add', add: [newEntry('cat', { translation: 'gato' })] });
      assert.deepEqual(changed, changedTo(2, 1, 1));
      assert.deepEqual((await readWords(world)).words, [
        'Cat = Cat in Spanish @1',
        'cat = cat in Spanish @1',
        'cat = gato @2',
      ]);
      assert.equal(await world.countRows(), 4);
    });

    test('a term may be changed under its id, and moves to the place of its new words', async () => {
      await using world = await setup();
      const cat = newEntry('cat');
      await changeGlossary(world, { kind: 'add', add: [cat] });
      const edited = { ...cat, term: 'tomcat' };
      assert.deepEqual(
        await changeGlossary(world, { kind: 'edit', add: [edited], remove: [cat.id] }),
        changedTo(2, 1, 1),
      );
      assert.deepEqual(await world.glossaries.listEntries({ accountId: world.accountId, limit: 9 }), [edited]);
    });

    test('the id of another term is refused, and nothing is changed', async () => {
      await using world = await setup();
      const cat = newEntry('cat');
      await changeGlossary(world, { kind: 'add', add: [cat] });
      await assert.rejects(
        changeGlossary(world, { kind: 'add', add: [newEntry('dog'), { ...newEntry('bird'), id: cat.id }] }),
      );
      await assert.rejects(changeGlossary(world, { add: [...filling, { ...newEntry('bird'), id: cat.id }] }));
      assert.deepEqual(await readWords(world), { version: 1, words: ['cat = cat in Spanish @1'] });
      assert.deepEqual(await changeGlossary(world, { kind: 'add', add: [newEntry('dog')] }), changedTo(2, 1, 0));
    });

    test('a change of an outdated version changes nothing', async () => {
      await using world = await setup();
      for (const add of [[newEntry('cat')], filling]) {
        assert.deepEqual(await changeGlossary(world, { add, expectedVersion: 1 }), { kind: 'outdated' });
      }
      assert.deepEqual(await changeGlossary(world, { add: filling, expectedVersion: 0 }), changedTo(1, manyEntries, 0));
      assert.deepEqual(await changeGlossary(world, { add: [newEntry('cat')], expectedVersion: 0 }), {
        kind: 'outdated',
      });
      assert.deepEqual(await changeGlossary(world, { add: [newEntry('cat')], expectedVersion: 1 }), changedTo(2, 1, 0));
    });

    test('an account that does not exist has no terms, and gets none', async () => {
      await using world = await setup();
      const missing = { ...world, accountId: 'missing' as AccountId };
      for (const add of [[newEntry('cat')], filling])
        assert.deepEqual(await changeGlossary(missing, { add }), { kind: 'no_account' });
      const undo = { accountId: missing.accountId, at: firstMoment, by: 'operator' };
      assert.deepEqual(await world.glossaries.undoImport(undo), { kind: 'no_account' });
      assert.deepEqual(await readWords(missing), { version: 0, words: [] });
      assert.equal(await world.countRows(), 0);
    });

    test('an account has at most 100,000 live terms, and a change beyond that changes nothing', async () => {
      await using world = await setup();
      const cat = newEntry('cat');
      await changeGlossary(world, { add: [cat] });
      const tooMany = Array.from({ length: 100_001 }, () => cat);
      assert.deepEqual(await changeGlossary(world, { add: tooMany }), { kind: 'too_many_terms' });
      await world.corrupt('update accounts set live_terms = 99999');
      for (const add of [[newEntry('dog'), newEntry('cat'), newEntry('bird')], filling]) {
        assert.deepEqual(await changeGlossary(world, { add }), { kind: 'too_many_terms' });
        assert.deepEqual(await readWords(world), { version: 1, words: ['cat = cat in Spanish @1'] });
        assert.equal(await world.countRows(), 1);
      }
      assert.deepEqual(await changeGlossary(world, { add: [newEntry('dog'), newEntry('cat')] }), changedTo(2, 2, 1));
    });

    test('terms are listed by languages and words as a dictionary sorts them, and continued', async () => {
      await using world = await setup();
      const sorted = [
        '1',
        'a',
        'á',
        'a b',
        'ab',
        'abeto',
        'Ábside',
        'Árbol',
        'łza',
        'LZB',
        'ñandú',
        'Nube',
        'Øst',
        'Ost z',
      ];
      const words = [...sorted, 'z', 'Zebra', 'Ωρα', 'ώς', 'Ежик', 'ёлка', 'Ива', 'Йод', 'Кот', '日本', '😀'];
      const scattered = words.toSorted((one, other) => (one < other ? 1 : -1));
      const exact = newEntry('a', { caseRule: 'exact' });
      const others = [
        newEntry('a', { source: 'ca' as EntryLanguage }),
        newEntry('a', { target: '*', translation: undefined }),
      ];
      await changeGlossary(world, { add: [...scattered.map((word) => newEntry(word)), exact, ...others] });
      const all = await world.glossaries.listEntries({ accountId: world.accountId, limit: 100 });
      const places = all.map(({ source, target, term, caseRule }) => `${source}>${target} ${term} ${caseRule}`);
      assert.deepEqual(places, [
        'ca>es a follow',
        'en>* a follow',
        ...words.flatMap((word) => [...(word === 'a' ? ['en>es a exact'] : []), `en>es ${word} follow`]),
      ]);
      const paged: StoredEntry[] = [];
      for (let page = all.slice(0, 0), after: EntryId | undefined; paged.length < all.length; after = page.at(-1)?.id) {
        page = [...(await world.glossaries.listEntries({ accountId: world.accountId, limit: 4, after }))];
        paged.push(...page);
        assert(page.length > 0);
      }
      assert.deepEqual(paged, all);
      const last = all.at(-1)?.id;
      assert.deepEqual(await world.glossaries.listEntries({ accountId: world.accountId, limit: 4, after: last }), []);
    });

    test('a list is filtered by language, and by text in a term or its translation in any case', async () => {
      await using world = await setup();
      const add = [
        newEntry('Straße', { translation: 'calle' }),
        newEntry('ΟΔΟΣ', { translation: 'camino' }),
        newEntry('50% off_peak', { translation: 'C:\\tarifa' }),
        newEntry('50 offpeak', { translation: 'ÉTÉ', target: 'fr' as EntryLanguage }),
      ];
      await changeGlossary(world, { add });
      const holding = async (text: string) =>
        (await world.glossaries.listEntries({ accountId: world.accountId, limit: 9, holding: text })).map(
          ({ term }) => term,
        );
      assert.deepEqual(await holding('STRASSE'), ['Straße']);
      assert.deepEqual(await holding('οδός'.normalize('NFD').replaceAll(/\p{M}/gu, '')), ['ΟΔΟΣ']);
      assert.deepEqual(await holding('CALLE'), ['Straße']);
      assert.deepEqual(await holding('0% O'), ['50% off_peak']);
      assert.deepEqual(await holding('f_p'), ['50% off_peak']);
      assert.deepEqual(await holding('\\T'), ['50% off_peak']);
      assert.deepEqual(await holding('été'), ['50 offpeak']);
      assert.deepEqual(await holding('%%'), []);
      const listed = async (filter: { source?: EntryLanguage; target?: EntryLanguage }) =>
        (await world.glossaries.listEntries({ accountId: world.accountId, limit: 9, ...filter })).length;
      assert.deepEqual([await listed({ target: spanish }), await listed({ source: spanish })], [3, 0]);
      assert.equal(await listed({ source: 'en' as EntryLanguage, target: 'fr' as EntryLanguage }), 1);
    });

    test('a search finds in steps what a list returns, in the same order, for any step size', async () => {
      await using world = await setup();
      const french = 'fr' as EntryLanguage;
      const add = Array.from({ length: 40 }, (_, index) =>
        newEntry(`cat ${index}`, { target: index % 3 === 0 ? french : spanish }),
      );
      await changeGlossary(world, { add });
      await changeGlossary(world, { kind: 'remove', remove: add.slice(10, 15).map(({ id }) => id) });
      const { accountId } = world;
      for (const filter of [{}, { holding: 'CAT 3' }, { target: french }, { source: french }, { holding: 'no such' }]) {
        const found: StoredEntry[] = [];
        let [after, steps]: [EntryId | undefined, number] = [undefined, 0];
        do {
          const step = await world.glossaries.searchEntries({
            accountId,
            ...filter,
            after,
            limit: 3,
            lookedThroughMax: 7,
          });
          assert(step.entries.length <= 3 && steps < 40);
          found.push(...step.entries);
          [after, steps] = [step.goesOnAfter, steps + 1];
        } while (after !== undefined);
        assert.deepEqual(found, await world.glossaries.listEntries({ accountId, ...filter, limit: 100 }));
      }
      const last = (await world.glossaries.listEntries({ accountId, limit: 100 })).at(-1)?.id;
      const behind = { accountId, holding: 'cat', after: last, limit: 3, lookedThroughMax: 7 };
      assert.deepEqual(await world.glossaries.searchEntries(behind), { entries: [], goesOnAfter: undefined });
    });

    test('a live term is found by its id, only by its own account, and terms are counted', async () => {
      await using world = await setup();
      const other = await openAccount(world);
      const [cat, dog] = [newEntry('cat'), newEntry('dog')];
      const find = (accountId: AccountId, id: EntryId) => world.glossaries.findEntry({ accountId, id });
      await changeGlossary(world, { add: [cat, dog] });
      assert.deepEqual(await find(world.accountId, cat.id), cat);
      assert.equal(await find(other, cat.id), undefined);
      assert.equal(await find(world.accountId, newEntry('x').id), undefined);
      await changeGlossary(world, { kind: 'remove', remove: [cat.id] });
      assert.equal(await find(world.accountId, cat.id), undefined);
      assert.deepEqual(await world.glossaries.countEntries(world.accountId), { version: 2, count: 1 });
      assert.deepEqual(await world.glossaries.countEntries(other), { version: 0, count: 0 });
      await world.glossaries.undoImport({ accountId: world.accountId, at: firstMoment, by: 'operator' });
      assert.equal(await find(world.accountId, dog.id), undefined);
    });

    test("one account's terms are invisible to other accounts", async () => {
      await using world = await setup();
      const other = { ...world, accountId: await openAccount(world) };
      const cat = newEntry('cat');
      await changeGlossary(world, { add: [cat] });
      assert.deepEqual(await changeGlossary(other, { kind: 'remove', remove: [cat.id] }), {
        kind: 'nothing_to_change',
      });
      assert.deepEqual(
        await changeGlossary(other, { add: [newEntry('cat', { translation: 'michi' })] }),
        changedTo(1, 1, 0),
      );
      assert.deepEqual((await readWords(world)).words, ['cat = cat in Spanish @1']);
      assert.deepEqual((await readWords(other)).words, ['cat = michi @1']);
    });
  });
}
