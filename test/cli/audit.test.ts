import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openShop } from './shop.ts';

type Act = { id: string; account: string; number: number; at: string; by: string; act: string; subject: string | null };

describe('audit list', () => {
  test('lists acts on all accounts or on one, newest first, by pages', async () => {
    await using shop = await openShop();
    assert.deepEqual(await shop.json('audit', 'list'), []);
    const ids = [];
    for (const name of ['ana', 'bea']) {
      ids.push((await shop.json<{ id: string }>('account', 'create', '--email', `${name}@example.com`)).id);
      shop.advance(1_000);
    }
    const [ana, bea] = ids;
    assert.ok(ana && bea);
    await shop.json('pack', 'grant', '--account', ana, '--characters', '5', '--order', 'gift-1');
    await shop.json('pack', 'grant', '--account', ana, '--characters', '5', '--order', 'gift-1');
    const acts = await shop.json<Act[]>('audit', 'list');
    assert.deepEqual(
      acts.map(({ account, number, act, subject }) => [account, number, act, subject]),
      [
        [ana, 2, 'pack.granted', 'gift-1'],
        [bea, 1, 'account.opened', null],
        [ana, 1, 'account.opened', null],
      ],
    );
    const [newest] = await shop.json<Act[]>('audit', 'list', '--limit', '1');
    assert.deepEqual(newest, acts[0]);
    assert.deepEqual(await shop.json('audit', 'list', '--before', newest?.id ?? ''), acts.slice(1));
    const ofAna = await shop.json<Act[]>('audit', 'list', '--account', 'ana@example.com');
    assert.deepEqual(ofAna, [acts[0], acts[2]]);
    assert.deepEqual(await shop.json('audit', 'list', '--account', bea, '--before', newest?.id ?? ''), []);
  });

  test('contains every other act of the operator on an account', async () => {
    await using shop = await openShop();
    const { id } = await shop.json<{ id: string }>('account', 'create', '--email', 'ana@example.com');
    await shop.json('pack', 'grant', '--account', id, '--characters', '5');
    const key = await shop.json<{ id: string }>('key', 'create', '--account', id);
    await shop.json('key', 'revoke', '--id', key.id);
    await shop.json('key', 'revoke', '--id', key.id);
    const file = join(shop.dataDir, 'glossary.csv');
    await writeFile(file, 'source,target,term,translation\nes,en,panel,board\n');
    for (const flags of [['--dry-run'], [], []]) await shop.json('glossary', 'import', file, '--account', id, ...flags);
    const acts = await shop.json<Act[]>('audit', 'list', '--account', id);
    assert.deepEqual(
      acts.map(({ act, by, subject }) => [act, by, act.startsWith('key.') ? subject : '']),
      [
        ['terms.imported', 'operator', ''],
        ['key.revoked', 'operator', key.id],
        ['key.created', 'operator', key.id],
        ['pack.granted', 'operator', ''],
        ['account.opened', 'operator', ''],
      ],
    );
  });
});
