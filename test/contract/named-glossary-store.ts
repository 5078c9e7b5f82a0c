import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { later } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import {
  type NamedGlossaryId,
  type NewDictionary,
  type NewNamedGlossary,
  namedLimits,
} from '../../src/shop/glossaries/named-glossary-store.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';
import { firstMoment, newId, openAccount } from '../support/ledger-world.ts';
import type { OpenStores } from '../support/stores.ts';

function newDictionary(pair: string, replaced: Partial<NewDictionary> = {}): NewDictionary {
  const [source, target] = pair.split('>') as [LanguageTag, LanguageTag];
  return { source, target, revision: newId(), entryCount: 1, entries: '[["uno","one"]]', ...replaced };
}

function newGlossary(accountId: AccountId, replaced: Partial<NewNamedGlossary> = {}): NewNamedGlossary {
  const id = newId() as NamedGlossaryId;
  return { accountId, id, name: 'Products', createdAt: firstMoment, dictionaries: [], ...replaced };
}

/** A glossary in a list. */
function shown({ id, name, createdAt, dictionaries }: NewNamedGlossary) {
  const listed = dictionaries.map(({ source, target, revision, entryCount }) => ({
    source,
    target,
    revision,
    entryCount,
  }));
  return { id, name, createdAt, dictionaries: listed };
}

/** The contract of every `NamedGlossaryStore`. */
export function describeNamedGlossaryStore(name: string, open: () => Promise<OpenStores>): void {
  describe(`${name}: NamedGlossaryStore`, () => {
    test('returns glossaries as they were stored, oldest first, to their account alone', async () => {
      await using stores = await open();
      const { namedGlossaries } = stores;
      const accountId = await openAccount(stores);
      const [english, spanish] = [
        newDictionary('en>es'),
        newDictionary('es>en', { entries: '[["ñ \\"","\u{1f600} b"]]' }),
      ];
      const glossary = newGlossary(accountId, { name: 'Ärzte "1"', dictionaries: [spanish, english] });
      const older = newGlossary(accountId, { createdAt: later(firstMoment, -1) });
      for (const each of [glossary, older]) assert.equal(await namedGlossaries.createNamed(each), 'created');
      assert.deepEqual(await namedGlossaries.listNamed(accountId), [shown(older), shown(glossary)]);
      assert.deepEqual(await namedGlossaries.findNamed(glossary), shown(glossary));
      const place = { ...glossary, ...spanish };
      assert.equal(await namedGlossaries.readDictionary({ ...place, id: glossary.id }), spanish.entries);
      const other = { accountId: await openAccount(stores), id: glossary.id };
      assert.equal(await namedGlossaries.findNamed(other), undefined);
      assert.equal(await namedGlossaries.readDictionary({ ...place, ...other }), undefined);
      assert.equal(await namedGlossaries.removeNamed(other), false);
      assert.deepEqual(await namedGlossaries.listNamed(other.accountId), []);
    });

    test('replaces a dictionary only in the expected revision, and removes only the named one', async () => {
      await using stores = await open();
      const { namedGlossaries } = stores;
      const old = newDictionary('en>es');
      const glossary = newGlossary(await openAccount(stores), { dictionaries: [old] });
      await namedGlossaries.createNamed(glossary);
      const changes = Array.from({ length: 4 }, (_, index) => ({
        ...glossary,
        name: undefined,
        dictionary: { ...newDictionary('en>es', { entryCount: index }), instead: old.revision },
      }));
      const outcomes = await Promise.all(changes.map((change) => namedGlossaries.changeNamed(change)));
      assert.deepEqual(outcomes.toSorted(), ['changed', 'outdated', 'outdated', 'outdated']);
      const current = changes[outcomes.indexOf('changed')]?.dictionary ?? assert.fail();
      const read = (revision: string) =>
        namedGlossaries.readDictionary({ ...glossary, source: old.source, target: old.target, revision });
      assert.deepEqual([await read(old.revision), await read(current.revision)], [undefined, current.entries]);
      const added = { ...glossary, name: 'New', dictionary: { ...newDictionary('es>en'), instead: undefined } };
      assert.equal(await namedGlossaries.changeNamed(added), 'changed');
      assert.equal(await namedGlossaries.changeNamed(added), 'outdated');
      const found = await namedGlossaries.findNamed(glossary);
      assert.deepEqual(
        [found?.name, found?.dictionaries.map(({ revision }) => revision)],
        ['New', [current.revision, added.dictionary.revision]],
      );
      const place = { ...glossary, source: old.source, target: old.target };
      assert.equal(await namedGlossaries.removeDictionary(place), true);
      assert.equal(await namedGlossaries.removeDictionary(place), false);
      assert.equal(await read(current.revision), undefined);
      assert.equal(await namedGlossaries.removeNamed(glossary), true);
      assert.equal(await namedGlossaries.removeNamed(glossary), false);
      assert.equal(await namedGlossaries.changeNamed(added), 'missing');
    });

    test('accepts no more glossaries, entries and characters of an account than allowed', async () => {
      await using stores = await open();
      const { namedGlossaries } = stores;
      const accountId = await openAccount(stores);
      const full = newDictionary('en>es', { entryCount: namedLimits.entries - 1 });
      const glossary = newGlossary(accountId, { dictionaries: [full] });
      assert.equal(await namedGlossaries.createNamed(glossary), 'created');
      const change = (dictionary: NewDictionary, instead?: string) =>
        namedGlossaries.changeNamed({ ...glossary, name: undefined, dictionary: { ...dictionary, instead } });
      assert.equal(await change(newDictionary('es>en', { entryCount: 2 })), 'too_many');
      assert.equal(await change(newDictionary('es>en', { entryCount: 1 })), 'changed');
      const half = newDictionary('en>es', { entries: 'x'.repeat(namedLimits.lengthOfEntries / 2) });
      assert.equal(await change(half, full.revision), 'changed');
      const other = (entries: string) =>
        newGlossary(accountId, { dictionaries: [newDictionary('en>es', { entries })] });
      assert.equal(await namedGlossaries.createNamed(other(half.entries)), 'too_many');
      assert.equal((await namedGlossaries.listNamed(accountId)).length, 1);
      for (let count = 1; count < namedLimits.glossaries; count++)
        await namedGlossaries.createNamed(newGlossary(accountId));
      assert.equal(await namedGlossaries.createNamed(newGlossary(accountId)), 'too_many');
      assert.equal(await namedGlossaries.createNamed(newGlossary(await openAccount(stores))), 'created');
      assert.equal(await namedGlossaries.createNamed(newGlossary('unknown' as AccountId)), 'no_account');
    });
  });
}
