import assert from 'node:assert/strict';
import { test } from 'node:test';
import { characters, dayMs, unixMs } from '../../../src/ground/units.ts';
import type { AccountId } from '../../../src/shop/accounts/account.ts';
import type { KeyId } from '../../../src/shop/keys/key-store.ts';
import { recentSources } from '../../../src/shop/usage/recent-sources.ts';
import type { PartSum, UsageQuery } from '../../../src/shop/usage/usage-store.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';

const account = 'a' as AccountId;

function openWorld(requestsBySource: Readonly<Record<string, number>>) {
  const asked: UsageQuery[] = [];
  const state = { day: 100, fails: false };
  const parts = Object.entries(requestsBySource).map(([source, requests]): PartSum => {
    return {
      keyId: 'k' as KeyId,
      source: source as LanguageTag,
      target: 'en' as LanguageTag,
      characters: characters(5),
      requests,
    };
  });
  const sumByPart = (query: UsageQuery) => {
    asked.push(query);
    return state.fails ? Promise.reject(new Error('PostgreSQL is unreachable')) : Promise.resolve(parts);
  };
  return { asked, state, find: recentSources({ store: { sumByPart }, now: () => unixMs(state.day * dayMs + 5) }) };
}

test('finds the languages of a tenth of the requests or more', async () => {
  const { find } = openWorld({ gl: 80, es: 15, fr: 5 });
  assert.deepEqual([...(await find(account))].toSorted(), ['es', 'gl']);
  assert.deepEqual([...(await openWorld({}).find(account))], []);
});

test('reads only days that are over on every node, once a day for each account', async () => {
  const { find, asked, state } = openWorld({ gl: 1 });
  await find(account);
  await find(account);
  assert.deepEqual(asked, [{ accountId: account, from: 69, to: 98 }]);
  await find('b' as AccountId);
  state.day = 101;
  await find(account);
  assert.deepEqual(
    asked.map(({ accountId, to }) => [accountId, to]),
    [
      ['a', 98],
      ['b', 98],
      ['a', 99],
    ],
  );
});

test('reads again after a failure', async () => {
  const { find, state } = openWorld({ gl: 1 });
  state.fails = true;
  await assert.rejects(find(account), /unreachable/);
  state.fails = false;
  assert.deepEqual([...(await find(account))], ['gl']);
});
