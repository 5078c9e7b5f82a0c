import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { EntryFilter } from '../../src/shop/glossaries/glossary-store.ts';
import type { StoredEntry } from '../../src/shop/glossaries/stored-entry.ts';
import type { EntryId, EntryLanguage } from '../../src/text/glossary/glossary-entry.ts';
import { changedTo, changeGlossary, listEntries, newEntry, readWords, spanish } from '../support/glossary-world.ts';
import { firstMoment, newKey, newPurchase, openAccount } from '../support/ledger-world.ts';
import type { CorruptibleStores } from './ledger-verification.ts';

/** More than one step of a change can write. */
export const manyEntries = 1_200;

const filling = Array.from({ length: manyEntries }, (_, index) => newEntry(`word ${index}`));
const french = 'fr' as EntryLanguage;

export type GlossaryStoreWorld = CorruptibleStores & {
  /** Counts the rows of all entries, including removed ones. */
  readonly countRows: () => Promise<number>;
};

/** The contract of every `GlossaryStore`. */
export function describeGlossaryStore(name: string, open: () => Promise<GlossaryStoreWorld>): void {
  const setup = async () => {
    const stores = await open();
    return { ...stores, accountId: await openAccount(stores) };
  };

  describe(`${name}: GlossaryStore`, () => {
    test('a key lookup returns the current version', async () => {
      await using world = await setup();
      const key = newKey(world.accountId);
      await world.ledger.grant(newPurchase(world.accountId, 1));
      await world.keys.createKey(key, 5);
      const version = async () => (await world.keys.findHolder(key.hash))?.glossaryVersion;
      assert.equal(await version(), 0);
      await changeGlossary(world, { add: [newEntry('cat')] });
      assert.equal(await version(), 1);
      await world.glossaries.undoImport({ accountId: world.accountId, at: firstMoment, by: 'operator' });
      assert.equal(await version(), 2);
    });

    test('an entry is stored unchanged, for any content', async () => {
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
        'ﬁ ß İ ı ſ',
        'x'.repeat(200),
      ];
      const entries = hostile.map((text) => newEntry(text, { translation: text, note: text, createdBy: text }));
      const other = { translation: undefined, caseRule: 'exact', partOfSpeech: 'name', target: '*' } as const;
      const added = [...entries, newEntry('Dragoman', other)];
      await changeGlossary(world, { add: added });
      const byId = (list: readonly StoredEntry[]) => new Map(list.map((entry) => [entry.id, entry]));
      assert.deepEqual(byId(await listEntries(world)), byId(added));
    });

    test('text that a database cannot store is refused, and nothing is changed', async () => {
      await using world = await setup();
      for (const text of ['a\0b', 'a\ud800b']) {
        for (const bad of [newEntry(text), newEntry('a', { translation: text }), newEntry('a', { note: text })])
          await assert.rejects(changeGlossary(world, { add: [newEntry('good'), bad] }), { name: 'ImpossibleError' });
      }
      assert.deepEqual(await readWords(world), { version: 0, words: [] });
    });

    test('an entry may be changed under its id, and no other entry may take the id', async () => {
      await using world = await setup();
      const cat = newEntry('cat');
      await changeGlossary(world, { kind: 'add', add: [cat] });
      const taking = { ...newEntry('bird'), id: cat.id };
      for (const add of [
        [newEntry('dog'), taking],
        [...filling, taking],
      ])
        await assert.rejects(changeGlossary(world, { kind: 'add', add }));
      assert.deepEqual(await readWords(world), { version: 1, words: ['cat = cat in Spanish @1'] });
      const edited = { ...cat, term: 'tomcat' };
      const edit = { kind: 'edit', add: [edited], remove: [cat.id] } as const;
      assert.deepEqual(await changeGlossary(world, edit), changedTo(2, 1, 1));
      assert.deepEqual(await listEntries(world), [edited]);
    });

    test('an account that does not exist has no entries, and gets none', async () => {
      await using world = await setup();
      const missing = { ...world, accountId: 'missing' as AccountId };
      for (const add of [[newEntry('cat')], filling])
        assert.deepEqual(await changeGlossary(missing, { add }), { kind: 'no_account' });
      const undo = { accountId: missing.accountId, at: firstMoment, by: 'operator' };
      assert.deepEqual(await world.glossaries.undoImport(undo), { kind: 'no_account' });
      assert.deepEqual(await readWords(missing), { version: 0, words: [] });
      assert.equal(await world.countRows(), 0);
    });

    test('an account has at most 100,000 live entries, and a change beyond that changes nothing', async () => {
      await using world = await setup();
      const cat = newEntry('cat');
      await changeGlossary(world, { add: [cat] });
      const tooMany = Array.from({ length: 100_001 }, () => cat);
      assert.deepEqual(await changeGlossary(world, { add: tooMany }), { kind: 'too_many' });
      await world.corrupt('update accounts set live_terms = 99999');
      for (const add of [[newEntry('dog'), newEntry('cat'), newEntry('bird')], filling]) {
        assert.deepEqual(await changeGlossary(world, { add }), { kind: 'too_many' });
        assert.deepEqual(await readWords(world), { version: 1, words: ['cat = cat in Spanish @1'] });
        assert.equal(await world.countRows(), 1);
      }
      assert.deepEqual(await changeGlossary(world, { add: [newEntry('dog'), newEntry('cat')] }), changedTo(2, 2, 1));
    });

    test('entries are listed by languages and words as a dictionary sorts them', async () => {
      await using world = await setup();
      const latin = '1|a|á|a b|ab|abeto|Ábside|Árbol|łza|LZB|ñandú|Nube|Øst|Ost z|z|Zebra';
      const words = `${latin}|Ωρα|ώς|Ежик|ёлка|Ива|Йод|Кот|日本|😀`.split('|');
      const scattered = words.toSorted((one, other) => (one < other ? 1 : -1));
      const others = [
        newEntry('a', { caseRule: 'exact' }),
        newEntry('a', { source: 'ca' as EntryLanguage }),
        newEntry('a', { target: '*', translation: undefined }),
      ];
      await changeGlossary(world, { add: [...scattered.map((word) => newEntry(word)), ...others] });
      const all = await listEntries(world);
      assert.deepEqual(
        all.map(({ source, target, term, caseRule }) => `${source}>${target} ${term} ${caseRule}`),
        [
          'ca>es a follow',
          'en>* a follow',
          ...words.flatMap((word) => [...(word === 'a' ? ['en>es a exact'] : []), `en>es ${word} follow`]),
        ],
      );
      const { accountId } = world;
      assert.deepEqual(await world.glossaries.readEntries({ accountId }), { version: 1, entries: all });
    });

    test('a list is filtered by language, and by text in a term or its translation in any case', async () => {
      await using world = await setup();
      const add = [
        newEntry('Straße', { translation: 'calle' }),
        newEntry('ΟΔΟΣ', { translation: 'camino' }),
        newEntry('50% off_peak', { translation: 'C:\\tarifa' }),
        newEntry('50 offpeak', { translation: 'ÉTÉ', target: french }),
      ];
      await changeGlossary(world, { add });
      const list = async (filter: Partial<EntryFilter>) =>
        (await listEntries(world, filter)).map(({ term }) => term).join();
      const greek = 'οδός'.normalize('NFD').replaceAll(/\p{M}/gu, '');
      const found = { STRASSE: 'Straße', [greek]: 'ΟΔΟΣ', CALLE: 'Straße', été: '50 offpeak', '%%': '' };
      const escaped = { '0% O': '50% off_peak', f_p: '50% off_peak', '\\T': '50% off_peak' };
      for (const [holding, term] of Object.entries({ ...found, ...escaped }))
        assert.equal(await list({ holding }), term, holding);
      assert.equal(await list({ target: french }), '50 offpeak');
      assert.equal(await list({ source: spanish }), '');
      assert.equal(await list({ source: 'en' as EntryLanguage, target: french }), '50 offpeak');
    });

    test('pages together have the entries of one list, for any filter and bound', async () => {
      await using world = await setup();
      const add = Array.from({ length: 40 }, (_, index) =>
        newEntry(`cat ${index}`, { target: index % 3 === 0 ? french : spanish }),
      );
      await changeGlossary(world, { add });
      await changeGlossary(world, { kind: 'remove', remove: add.slice(10, 15).map(({ id }) => id) });
      const { accountId } = world;
      const filters = [{}, { holding: 'CAT 3' }, { target: french }, { source: french }, { holding: 'no such' }];
      for (const filter of filters.flatMap((each) => [each, { ...each, lookedThroughMax: 7 }])) {
        const found: StoredEntry[] = [];
        let [after, pages]: [EntryId | undefined, number] = [undefined, 0];
        do {
          const page = await world.glossaries.listEntries({ accountId, ...filter, after, limit: 3 });
          assert(page.entries.length <= 3 && pages < 40);
          found.push(...page.entries);
          [after, pages] = [page.goesOnAfter, pages + 1];
        } while (after !== undefined);
        assert.deepEqual(found, await listEntries(world, { ...filter, lookedThroughMax: undefined }));
      }
      const last = (await listEntries(world)).at(-1)?.id;
      for (const lookedThroughMax of [undefined, 7])
        assert.deepEqual(await listEntries(world, { holding: 'cat', after: last, lookedThroughMax }), []);
    });

    test('live entries are found by id and by their words in any case, and are counted', async () => {
      await using world = await setup();
      const { accountId, glossaries } = world;
      const [cat, dog] = [newEntry('Cät'), newEntry('dog')];
      const alike = [newEntry('CAT'), newEntry('cat', { caseRule: 'exact' })];
      await changeGlossary(world, { add: [cat, dog, ...alike, newEntry('cat', { target: french })] });
      assert.deepEqual(await glossaries.findEntry({ accountId, id: cat.id }), cat);
      assert.equal(await glossaries.findEntry({ accountId, id: newEntry('x').id }), undefined);
      const found = await glossaries.findAlike({ ...newEntry('cAt'), accountId });
      assert.deepEqual(new Set(found), new Set([cat, ...alike]));
      await changeGlossary(world, { kind: 'remove', remove: [cat.id] });
      assert.equal(await glossaries.findEntry({ accountId, id: cat.id }), undefined);
      assert.deepEqual(new Set(await glossaries.findAlike({ ...cat, accountId })), new Set(alike));
      assert.deepEqual(await glossaries.countEntries({ accountId }), { version: 2, count: 4 });
    });

    test("one account's entries are invisible to other accounts", async () => {
      await using world = await setup();
      const other = { ...world, accountId: await openAccount(world) };
      const cat = newEntry('cat');
      await changeGlossary(world, { add: [cat] });
      const removed = await changeGlossary(other, { kind: 'remove', remove: [cat.id] });
      assert.deepEqual(removed, { kind: 'nothing_to_change' });
      assert.equal(await world.glossaries.findEntry({ accountId: other.accountId, id: cat.id }), undefined);
      const same = [newEntry('cat', { translation: 'michi' })];
      assert.deepEqual(await changeGlossary(other, { add: same }), changedTo(1, 1, 0));
      assert.deepEqual((await readWords(world)).words, ['cat = cat in Spanish @1']);
      assert.deepEqual((await readWords(other)).words, ['cat = michi @1']);
    });
  });
}
