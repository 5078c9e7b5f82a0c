import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openShop, type Shop } from './shop.ts';

type AccountRow = {
  id: string;
  email: string;
  created_at: string;
  characters_balance: number;
  characters_used: number;
  characters_expires_at: string | null;
};

const createAna = (shop: Shop) =>
  shop.json<{ id: string; email: string }>('account', 'create', '--email', 'ana@example.com');

describe('account create', () => {
  test('opens an account and prints exactly its id and email', async () => {
    await using shop = await openShop();
    const created = await createAna(shop);
    assert.deepEqual(Object.keys(created), ['id', 'email']);
    assert.equal(created.email, 'ana@example.com');
    const [row] = await shop.json<AccountRow[]>('account', 'list');
    assert.equal(row?.id, created.id);
  });

  test('says both in one line to a person', async () => {
    await using shop = await openShop();
    const { status, out, err } = await shop.run('account', 'create', '--email', 'ana@example.com');
    assert.match(out, /^[0-9a-f-]{36} {2}ana@example\.com\n$/);
    assert.deepEqual([status, err], [0, '']);
  });

  test('refuses an address that is taken in another case, in one line and with status 1', async () => {
    await using shop = await openShop();
    await createAna(shop);
    const refused = await shop.run('account', 'create', '--email', 'ANA@example.com');
    assert.deepEqual(refused, {
      status: 1,
      out: '',
      err: 'error: --email: There is already an account with this email address.\n',
    });
  });

  test('refuses what is no address', async () => {
    await using shop = await openShop();
    for (const email of ['', 'ana', 'ana@', '@example.com', 'a b@example.com']) {
      const { status, err } = await shop.run('account', 'create', '--email', email);
      assert.deepEqual([status, err], [1, 'error: --email: This is not an email address.\n'], email);
    }
  });
});

describe('account list', () => {
  test('lists accounts with their balances, oldest first', async () => {
    await using shop = await openShop();
    const ana = await createAna(shop);
    shop.advance(1_000);
    const bea = await shop.json<{ id: string }>('account', 'create', '--email', 'bea@example.com');
    await shop.run(
      'pack',
      'grant',
      '--account',
      bea.id,
      '--characters',
      '5_000',
      '--expires-at',
      '2027-11-20T00:00:00',
    );
    const none = { characters_balance: 0, characters_used: 0, characters_expires_at: null };
    assert.deepEqual(await shop.json('account', 'list'), [
      { id: ana.id, email: 'ana@example.com', created_at: '2026-11-20T12:00:00Z', ...none },
      {
        id: bea.id,
        email: 'bea@example.com',
        created_at: '2026-11-20T12:00:01Z',
        characters_balance: 5_000,
        characters_used: 0,
        characters_expires_at: '2027-11-20T00:00:00Z',
      },
    ]);
  });

  test('shows a person an aligned table', async () => {
    await using shop = await openShop();
    const { id } = await createAna(shop);
    await shop.run('pack', 'grant', '--account', id, '--characters', '5000');
    const { out } = await shop.run('account', 'list');
    const indent = ' '.repeat(id.length - 2);
    assert.equal(
      out,
      `ID${indent}  BALANCE  USED  EXPIRES               CREATED               EMAIL\n` +
        `${id}     5000     0  2027-11-20T12:00:00Z  2026-11-20T12:00:00Z  ana@example.com\n`,
    );
  });

  test('says so where there is none, and is an empty list under --json', async () => {
    await using shop = await openShop();
    assert.equal((await shop.run('account', 'list')).out, 'No account yet.\n');
    assert.deepEqual(await shop.json('account', 'list'), []);
  });

  test('shows 0 characters once they have expired', async () => {
    await using shop = await openShop();
    const { id } = await createAna(shop);
    await shop.run('pack', 'grant', '--account', id, '--characters', '5000', '--valid-days', '1');
    shop.advance(86_400_000);
    const [row] = await shop.json<AccountRow[]>('account', 'list');
    assert.equal(row?.characters_balance, 0);
  });
});
