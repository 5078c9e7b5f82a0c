import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { openSqlite } from '../../src/adapters/sql/sqlite/open-sqlite.ts';
import { characters, later, unixMs } from '../../src/ground/units.ts';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { KeyId } from '../../src/shop/keys/key-store.ts';
import type { HoldId } from '../../src/shop/ledger/ledger-store.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';
import { noEvents } from '../support/stores.ts';
import { openShop, type Shop } from './shop.ts';

const dayMs = 86_400_000;
const now = unixMs(Date.UTC(2026, 10, 20, 12));

type Charge = { readonly amount: number; readonly daysAgo: number; readonly key: string; readonly target?: string };

/** A shop with a customer who has two keys and was charged as given. */
async function setup(charges: readonly Charge[]) {
  const shop = await openShop();
  const { id } = await shop.json<{ id: string }>('account', 'create', '--email', 'ana@example.com');
  await shop.json('pack', 'grant', '--account', id, '--characters', '100000');
  const create = (name: string) => shop.json<{ id: string }>('key', 'create', '--account', id, '--name', name);
  const keys: Record<string, string> = { laptop: (await create('Laptop')).id, server: (await create('Server')).id };
  const named = charges.map((each) => ({ ...each, key: keys[each.key] ?? each.key }));
  await charge(shop, { accountId: id as AccountId, charges: named });
  return { shop, id, keys, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() };
}

type Charged = { readonly accountId: AccountId; readonly charges: readonly Charge[] };

async function charge({ databaseFile }: Shop, { accountId, charges }: Charged): Promise<void> {
  await using stores = await openSqlite({ file: databaseFile, events: noEvents });
  for (const { amount, daysAgo, key, target = 'en' } of charges) {
    const openedAt = later(now, -daysAgo * dayMs);
    const hold = {
      id: randomUUID() as string as HoldId,
      accountId,
      keyId: key as KeyId,
      amount: characters(amount),
      openedAt,
      leaseUntil: later(openedAt, 1),
    };
    assert.deepEqual(await stores.ledger.openHold(hold), { kind: 'held' });
    const usage = { source: 'es' as LanguageTag, target: target as LanguageTag, engine: 'apertium' };
    assert.equal(await stores.ledger.captureHold({ hold, at: openedAt, usage }), 'captured');
  }
}

const someCharges: readonly Charge[] = [
  { amount: 40, daysAgo: 30, key: 'laptop' },
  { amount: 1_000, daysAgo: 29, key: 'laptop' },
  { amount: 20, daysAgo: 1, key: 'server' },
  { amount: 3, daysAgo: 1, key: 'laptop', target: 'fr' },
  { amount: 100, daysAgo: 0, key: 'server' },
];

describe('usage report', () => {
  test('sums up the last 30 days by day', async () => {
    await using world = await setup(someCharges);
    assert.deepEqual(await world.shop.json('usage', 'report', '--account', 'ana@example.com'), {
      account: world.id,
      from: '2026-10-22',
      to: '2026-11-20',
      by: 'day',
      characters: 1_123,
      requests: 4,
      usage: [
        { day: '2026-10-22', characters: 1_000, requests: 1 },
        { day: '2026-11-19', characters: 23, requests: 2 },
        { day: '2026-11-20', characters: 100, requests: 1 },
      ],
    });
  });

  test('sums up by key, the largest first, and by pair', async () => {
    await using world = await setup(someCharges);
    const { shop, id, keys } = world;
    const days = ['--from', '2026-11-19', '--to', '2026-11-19'];
    const report = (by: string) => shop.json('usage', 'report', '--account', id, '--by', by, ...days);
    const all = { account: id, from: '2026-11-19', to: '2026-11-19', characters: 23, requests: 2 };
    assert.deepEqual(await report('key'), {
      ...all,
      by: 'key',
      usage: [
        { key: keys['server'], name: 'Server', characters: 20, requests: 1 },
        { key: keys['laptop'], name: 'Laptop', characters: 3, requests: 1 },
      ],
    });
    assert.deepEqual(await report('pair'), {
      ...all,
      by: 'pair',
      usage: [
        { source_lang: 'es', target_lang: 'en', characters: 20, requests: 1 },
        { source_lang: 'es', target_lang: 'fr', characters: 3, requests: 1 },
      ],
    });
  });

  test('prints a table with the total below without --json', async () => {
    await using world = await setup(someCharges);
    const show = async (...more: readonly string[]) =>
      (await world.shop.run('usage', 'report', '--account', world.id, ...more)).out;
    assert.equal(
      await show('--from', '2026-10-21'),
      [
        'DAY         CHARACTERS  REQUESTS',
        '2026-10-21          40         1',
        '2026-10-22        1000         1',
        '2026-11-19          23         2',
        '2026-11-20         100         1',
        'total             1163         5',
        '',
      ].join('\n'),
    );
    const byPair = (await show('--by', 'pair')).split('\n');
    assert.match(byPair[0] ?? '', /^SOURCE LANG {2}TARGET LANG {2}CHARACTERS {2}REQUESTS$/);
    assert.match(byPair[1] ?? '', /^es +en +1120 +3$/);
    assert.match((await show('--by', 'key')).split('\n')[1] ?? '', /^\S+ +Laptop +1003 +2$/);
    const shown = await show('--to', '2026-10-01');
    assert.equal(shown, 'ana@example.com was charged nothing from 2026-09-02 to 2026-10-01.\n');
  });

  test('refuses invalid days, too many days, and an unknown part', async () => {
    await using world = await setup([]);
    const run = (...more: readonly string[]) => world.shop.run('usage', 'report', '--account', world.id, ...more);
    for (const day of ['2026-02-30', '20.11.2026', '2026-11-20T00:00:00', '']) {
      assert.equal((await run('--from', day)).status, 2, day);
    }
    assert.equal((await run('--by', 'engine')).status, 2);
    const { status, err } = await run('--from', '2025-01-01');
    assert.equal(status, 1);
    assert.match(err, /^error: --from: Choose at most 400 days[^\n]*\n$/);
    assert.equal((await run('--from', '2026-11-21')).status, 1);
    assert.equal((await world.shop.run('usage', 'report', '--account', 'nobody')).status, 1);
  });
});
