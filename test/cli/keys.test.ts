import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import { describe, test } from 'node:test';
import { newApiKey } from '../../src/shop/keys/api-key.ts';
import { openShop, type Shop } from './shop.ts';

type Created = { id: string; key: string };
type KeyRow = { id: string; key: string; revoked_at: string | null };

async function customer(shop: Shop): Promise<string> {
  const { id } = await shop.json<{ id: string }>('account', 'create', '--email', 'ana@example.com');
  await shop.json('pack', 'grant', '--account', id, '--characters', '1000');
  return id;
}

describe('key create', () => {
  test('prints exactly the id and the key', async () => {
    await using shop = await openShop();
    const account = await customer(shop);
    const created = await shop.json<Created>('key', 'create', '--account', account);
    assert.deepEqual(Object.keys(created), ['id', 'key']);
    assert.match(created.key, /^dragoman_live_[0-9A-Za-z]{38}$/);
  });
});

describe('key list', () => {
  test('lists keys by their recognisable parts, never the key itself', async () => {
    await using shop = await openShop();
    const account = await customer(shop);
    const { id, key } = await shop.json<Created>('key', 'create', '--account', account, '--name', 'Laptop');
    const { out } = await shop.run('key', 'list', '--json');
    assert.doesNotMatch(out, new RegExp(key));
    const [row] = JSON.parse(out) as KeyRow[];
    assert.ok(row);
    const [start, end] = row.key.split('...');
    assert.ok(start && end && key.startsWith(start) && key.endsWith(end));
    assert.deepEqual(
      { ...row, key: '' },
      {
        id,
        account,
        name: 'Laptop',
        key: '',
        created_at: '2026-11-20T12:00:00Z',
        last_used_at: null,
        revoked_at: null,
      },
    );
  });

  test('lists any number of keys: as one array, or a table for each thousand', async () => {
    await using shop = await openShop();
    const account = await customer(shop);
    await shop.json('key', 'create', '--account', account);
    {
      using database = new DatabaseSync(shop.databaseFile);
      database
        .prepare(`with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < 2500)
          insert into api_keys (hash, id, account_id, name, start, last_four, created_at, revoked_at)
          select printf('%064d', n), 'k' || n, ?, 'Old', 'dragoman_live_old', printf('%04d', n % 10000), n, n from numbers`)
        .run(account);
    }
    const rows = await shop.json<KeyRow[]>('key', 'list');
    assert.equal(new Set(rows.map(({ id }) => id)).size, 2_501);
    assert.deepEqual(
      rows.slice(1, 3).map(({ id }) => id),
      ['k2500', 'k2499'],
      'the newest first',
    );
    const { out } = await shop.run('key', 'list', '--account', account);
    const lines = out.trimEnd().split('\n');
    assert.deepEqual([lines.length, lines.filter((line) => line.startsWith('ID ')).length], [2_504, 3]);
  });
});

describe('key revoke', () => {
  test('revokes permanently, and a second revocation is no error', async () => {
    await using shop = await openShop();
    const { id } = await shop.json<Created>('key', 'create', '--account', await customer(shop));
    assert.deepEqual(await shop.json('key', 'revoke', '--id', id), { id, revoked: true });
    assert.deepEqual(await shop.json('key', 'revoke', '--id', id), { id, revoked: true });
    const [row] = await shop.json<KeyRow[]>('key', 'list');
    assert.equal(row?.revoked_at, '2026-11-20T12:00:00Z');
  });
});

describe('key revoke --leaked', () => {
  test('revokes every active key found in a file, prints their ids, and never prints a key', async () => {
    await using shop = await openShop();
    const account = await customer(shop);
    const keys = [];
    for (const name of ['Laptop', 'Server', 'Old']) {
      keys.push(await shop.json<Created>('key', 'create', '--account', account, '--name', name));
    }
    const [laptop, server, old] = keys;
    assert.ok(laptop && server && old);
    await shop.json('key', 'revoke', '--id', old.id);
    const file = join(shop.dataDir, 'report.json');
    const found = keys.map(({ key }) => ({
      token: key,
      url: `https://paste.example/${randomBytes(8).toString('hex')}`,
    }));
    await writeFile(file, JSON.stringify({ found, strange: newApiKey('acme') }));
    const json = await shop.run('key', 'revoke', '--leaked', file, '--json');
    assert.deepEqual(JSON.parse(json.out), {
      found: 4,
      revoked: [laptop, server].map(({ id }) => ({ id, account })),
      revoked_before: [{ id: old.id, account }],
      unknown: 1,
      owners_told: [],
      owners_not_told: [account],
    });
    const text = await shop.run('key', 'revoke', '--leaked', file);
    assert.match(text.out, /^\D*4 \D*0 \D*3 \D*1 [^\n]*\n$/);
    for (const { key } of keys) assert.ok(!`${json.out}${json.err}${text.out}${text.err}`.includes(key.slice(-30)));
    const live = (await shop.json<KeyRow[]>('key', 'list')).filter(({ revoked_at }) => revoked_at === null);
    assert.deepEqual(live, []);
    const acts = await shop.json<{ act: string; subject: string }[]>('audit', 'list', '--account', account);
    assert.deepEqual(
      acts.slice(0, 2).map(({ act, subject }) => [act, subject]),
      [server, laptop].map(({ id }) => ['key.revoked_as_leaked', id]),
    );
  });

  test('reads standard input, in pieces of any size and any encoding', async () => {
    const pieces: Buffer[] = [];
    await using shop = await openShop({ openInput: () => Readable.from(pieces, { objectMode: true }) });
    const account = await customer(shop);
    const first = await shop.json<Created>('key', 'create', '--account', account);
    const second = await shop.json<Created>('key', 'create', '--account', account);
    const bytes = Buffer.concat([
      Buffer.from(`Büro ${first.key} 東京\n`),
      Buffer.from(`${second.key}\n`, 'utf16le'),
      randomBytes(100),
    ]);
    for (let at = 0; at < bytes.length; at += 7) pieces.push(bytes.subarray(at, at + 7));
    const { revoked } = await shop.json<{ revoked: { id: string }[] }>('key', 'revoke', '--leaked', '-');
    const ids = revoked.map(({ id }) => id);
    assert.deepEqual(ids, [first.id, second.id]);
  });

  test('fails on a file without a key, which is probably a mistake', async () => {
    await using shop = await openShop();
    const file = join(shop.dataDir, 'nothing.txt');
    await writeFile(file, 'dragoman_live_ and nothing more');
    assert.equal((await shop.run('key', 'revoke', '--leaked', file)).status, 1);
    const missing = await shop.run('key', 'revoke', '--leaked', join(shop.dataDir, 'missing.txt'));
    assert.deepEqual([missing.status, missing.err.split('\n').length], [1, 2]);
  });

  test('requires either an id or a file', async () => {
    await using shop = await openShop();
    const neither = await shop.run('key', 'revoke');
    assert.equal(neither.status, 2);
    assert.equal((await shop.run('key', 'revoke', '--id', 'a', '--leaked', 'b')).status, 2);
  });
});
