import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openShop, type Shop } from './shop.ts';

type Granted = { order: string; characters_balance: number };

const createAna = (shop: Shop) => shop.json<{ id: string }>('account', 'create', '--email', 'ana@example.com');

test('pack grant adds characters for 365 days to the account with this id or this email', async () => {
  await using shop = await openShop();
  const { id } = await createAna(shop);
  const first = await shop.json<Granted>('pack', 'grant', '--account', id, '--characters', '1000');
  assert.deepEqual(
    { ...first, order: '' },
    {
      account: id,
      order: '',
      outcome: 'granted',
      characters_balance: 1_000,
      characters_expires_at: '2027-11-20T12:00:00Z',
    },
  );
  const second = await shop.json<Granted>('pack', 'grant', '--account', 'Ana@Example.com', '--characters', '500');
  assert.equal(second.characters_balance, 1_500);
});

test('pack grant refuses an order that was granted to another account, in one line', async () => {
  await using shop = await openShop();
  await createAna(shop);
  await shop.json('account', 'create', '--email', 'bea@example.com');
  const grant = (email: string) =>
    shop.run('pack', 'grant', '--account', email, '--characters', '700', '--order', 'in_1');
  assert.equal((await grant('ana@example.com')).status, 0);
  const { status, out, err } = await grant('bea@example.com');
  assert.deepEqual([status, out], [1, '']);
  assert.match(err, /^error: --order: [^\n]+\n$/);
});

test('pack grant accepts either --valid-days or --expires-at', async () => {
  await using shop = await openShop();
  const both = ['--valid-days', '3', '--expires-at', '2027-01-01T00:00:00'];
  const { status, err } = await shop.run('pack', 'grant', '--account', 'a', '--characters', '1', ...both);
  assert.equal(status, 2);
  assert.match(err, /^error: option '--valid-days <days>' cannot be used with option '--expires-at <time>'\n/);
});
