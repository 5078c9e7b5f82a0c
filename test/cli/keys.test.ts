import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop, type Shop } from './shop.ts';

type Created = { id: string; key: string };
type KeyRow = {
  id: string;
  account: string;
  name: string;
  key: string;
  created_at: string;
  last_used_at: string | null;
  revoked_at: string | null;
};

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

  test('tells a person that the key is shown once', async () => {
    await using shop = await openShop();
    await customer(shop);
    const { out } = await shop.run('key', 'create', '--account', 'ana@example.com', '--name', 'Laptop');
    assert.match(out, /^dragoman_live_\w{38}\n\nKeep it now: .* cannot be shown again\. Its id: \S+\n$/);
  });

  test('refuses an account without a pack, and a sixth live key, in one line each', async () => {
    await using shop = await openShop();
    await shop.run('account', 'create', '--email', 'bea@example.com');
    const packless = await shop.run('key', 'create', '--account', 'bea@example.com');
    assert.deepEqual([packless.status, packless.err.split('\n').length], [1, 2]);
    assert.match(packless.err, /has not bought a pack/);
    const account = await customer(shop);
    for (let count = 0; count < 5; count++) await shop.json('key', 'create', '--account', account);
    const sixth = await shop.run('key', 'create', '--account', account);
    assert.deepEqual([sixth.status, sixth.err.split('\n').length], [1, 2]);
    assert.match(sixth.err, /5 live keys/);
  });

  test('refuses a name that is not one line', async () => {
    await using shop = await openShop();
    const account = await customer(shop);
    const { status, err } = await shop.run('key', 'create', '--account', account, '--name', 'a\nb');
    assert.equal(status, 1);
    assert.match(err, /^error: --name: [^\n]*\n$/);
  });
});

describe('key list', () => {
  test('lists keys by what a person recognises them by, never the key itself', async () => {
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

  test('lists those of one account when it is named', async () => {
    await using shop = await openShop();
    await shop.json('key', 'create', '--account', await customer(shop));
    await shop.run('account', 'create', '--email', 'bea@example.com');
    assert.equal((await shop.json<KeyRow[]>('key', 'list', '--account', 'ana@example.com')).length, 1);
    assert.equal((await shop.json<KeyRow[]>('key', 'list', '--account', 'bea@example.com')).length, 0);
    assert.equal((await shop.run('key', 'list', '--account', 'nobody')).status, 1);
  });

  test('shows a person a table', async () => {
    await using shop = await openShop();
    assert.equal((await shop.run('key', 'list')).out, 'No key yet.\n');
    await shop.json('key', 'create', '--account', await customer(shop));
    const [head, row, end] = (await shop.run('key', 'list')).out.split('\n');
    assert.match(head ?? '', /^ID +ACCOUNT +KEY +CREATED +LAST USED +REVOKED +NAME$/);
    assert.match(row ?? '', / dragoman_live_\w+\.\.\.\w{4} {2}2026-11-20T12:00:00Z {2}- {10}- {8}API key$/);
    assert.equal(end, '');
  });
});

describe('key revoke', () => {
  test('revokes for good, and once more is no error', async () => {
    await using shop = await openShop();
    const { id } = await shop.json<Created>('key', 'create', '--account', await customer(shop));
    assert.deepEqual(await shop.json('key', 'revoke', '--id', id), { id, revoked: true });
    assert.equal((await shop.run('key', 'revoke', '--id', id)).out, `Revoked ${id}.\n`);
    const [row] = await shop.json<KeyRow[]>('key', 'list');
    assert.equal(row?.revoked_at, '2026-11-20T12:00:00Z');
  });

  test('refuses an id that is not there', async () => {
    await using shop = await openShop();
    assert.deepEqual(await shop.run('key', 'revoke', '--id', 'nothing'), {
      status: 1,
      out: '',
      err: 'error: There is no such key.\n',
    });
  });
});
