import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { namedLimits } from '../../../src/shop/glossaries/glossary-store.ts';
import { NamedGlossaries } from '../../../src/shop/glossaries/named-glossaries.ts';
import type { LanguagePair } from '../../../src/text/languages/language.ts';
import { firstMoment, newId, openAccount } from '../../support/ledger-world.ts';
import { propertyRuns } from '../../support/property-runs.ts';
import { openTemporarySqlite } from '../../support/stores.ts';

const pairOf = (source: string, target: string): LanguagePair => ({
  source: source as LanguagePair['source'],
  target: target as LanguagePair['target'],
});
const pair = pairOf('en', 'es');

async function setup() {
  const stores = await openTemporarySqlite();
  const named = new NamedGlossaries({ store: stores.glossaries, now: () => firstMoment, newId });
  return { ...stores, named, accountId: await openAccount(stores) };
}

const entries = fc.uniqueArray(fc.tuple(fc.constantFrom(...'abcdefgh'), fc.constantFrom('1', '2')), {
  selector: ([term]) => term,
  minLength: 1,
});

describe('NamedGlossaries', () => {
  test('returns entries in the order in which they were sent, after any changes', async () => {
    await using world = await setup();
    const { named, accountId } = world;
    const change = fc.record({ isMerged: fc.boolean(), sent: entries });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const place = { accountId, id: (await named.create(accountId, { name: 'x', pairs: [] })).id };
        let expected = new Map<string, string>();
        for (const { isMerged, sent } of changes) {
          expected = new Map([...(isMerged ? expected : []), ...sent]);
          await named.change(place, { pair: { ...pair, entries: new Map(sent) }, isMerged });
          assert.deepEqual([...((await named.read(place, pair)) ?? [])], [...expected]);
        }
        await named.remove(place);
      }),
      { numRuns: propertyRuns('SQLite', 30) },
    );
  });

  test('a creation that exceeds a limit leaves nothing', async () => {
    await using world = await setup();
    const { named, accountId } = world;
    const pairs = [
      { ...pair, entries: new Map([['a', 'b']]) },
      { ...pairOf('es', 'en'), entries: new Map([['a', 'x'.repeat(namedLimits.lengthOfEntries)]]) },
    ];
    await assert.rejects(named.create(accountId, { name: 'x', pairs }), { reason: 'too_many_glossaries' });
    assert.deepEqual(await named.list(accountId), []);
    assert.deepEqual(await world.breaches(firstMoment, 1_000), []);
    const { pairs: created } = await named.create(accountId, { name: 'x', pairs: pairs.slice(0, 1) });
    const counts = created.map(({ entryCount }) => entryCount);
    assert.deepEqual(counts, [1]);
  });

  test('concurrent changes of a pair all apply', async () => {
    await using world = await setup();
    const { named, accountId } = world;
    const { id } = await named.create(accountId, { name: 'x', pairs: [] });
    const terms = [...'abcd'];
    const add = (term: string) =>
      named.change({ accountId, id }, { pair: { ...pair, entries: new Map([[term, term]]) }, isMerged: true });
    await Promise.all(terms.map(add));
    assert.deepEqual([...((await named.read({ accountId, id }, pair)) ?? [])].map(([term]) => term).toSorted(), terms);
  });
});
