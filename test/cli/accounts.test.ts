import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { openShop, type Shop } from './shop.ts';

type AccountRow = Readonly<Record<'id' | 'email' | 'state', string>>;

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

  test('refuses an address that is taken in another case, in one line and with status 1', async () => {
    await using shop = await openShop();
    await createAna(shop);
    const refused = await shop.run('account', 'create', '--email', 'ANA@example.com');
    assert.deepEqual([refused.status, refused.out], [1, '']);
    assert.match(refused.err, /^error: --email: [^\n]+\n$/);
  });
});

describe('account list', () => {
  test('lists accounts with their balances, oldest first', async () => {
    await using shop = await openShop();
    const ana = await createAna(shop);
    shop.advance(1_000);
    const bea = await shop.json<{ id: string }>('account', 'create', '--email', 'bea@example.com');
    const pack = ['--characters', '5_000', '--expires-at', '2027-11-20T00:00:00'];
    await shop.run('pack', 'grant', '--account', bea.id, ...pack);
    const none = { characters_balance: 0, characters_used: 0, characters_expires_at: null };
    assert.deepEqual(await shop.json('account', 'list'), [
      { id: ana.id, email: 'ana@example.com', state: 'active', created_at: '2026-11-20T12:00:00Z', ...none },
      {
        id: bea.id,
        email: 'bea@example.com',
        state: 'active',
        created_at: '2026-11-20T12:00:01Z',
        characters_balance: 5_000,
        characters_used: 0,
        characters_expires_at: '2027-11-20T00:00:00Z',
      },
    ]);
  });
});

describe('account list by pages', () => {
  test('names the option for the next page, which continues there', async () => {
    await using shop = await openShop();
    const ids: string[] = [];
    for (const name of ['ana', 'bea', 'cid']) {
      ids.push((await shop.json<{ id: string }>('account', 'create', '--email', `${name}@example.com`)).id);
      shop.advance(1_000);
    }
    const [first, second, third] = ids;
    const { out } = await shop.run('account', 'list', '--limit', '2');
    assert.ok(out.endsWith(`\nThere may be more: --after ${second}\n`));
    const page = await shop.json<AccountRow[]>('account', 'list', '--limit', '2');
    assert.deepEqual(page.map(idOf), [first, second]);
    const rest = await shop.json<AccountRow[]>('account', 'list', '--after', page.at(-1)?.id ?? '');
    assert.deepEqual(rest.map(idOf), [third]);
    assert.equal((await shop.run('account', 'list', '--after', third ?? '')).out, 'No further account.\n');
    assert.equal((await shop.run('account', 'list', '--limit', '1001')).status, 2);
  });
});

type Shown = AccountRow & { characters_balance: number; erased_at: string | null; keys_live: number };

const idOf = ({ id }: { readonly id: string }) => id;

const show = (shop: Shop, account: string) => shop.json<Shown>('account', 'show', '--account', account);

describe('account show', () => {
  test('prints the state of an account, its live keys and its unpaid orders', async () => {
    await using shop = await openShop();
    const { id } = await createAna(shop);
    await shop.json('pack', 'grant', '--account', id, '--characters', '5000');
    await shop.json('key', 'create', '--account', id);
    const key = await shop.json<{ id: string }>('key', 'create', '--account', id);
    await shop.json('key', 'revoke', '--id', key.id);
    await shop.json('order', 'create', '--account', id, '--characters', '5', '--price', '9.90', '--currency', 'EUR');
    assert.deepEqual(await show(shop, 'ANA@example.com'), {
      id,
      email: 'ana@example.com',
      state: 'active',
      created_at: '2026-11-20T12:00:00Z',
      characters_balance: 5_000,
      characters_used: 0,
      characters_expires_at: '2027-11-20T12:00:00Z',
      suspended_at: null,
      suspension_reason: null,
      erased_at: null,
      keys_live: 1,
      orders_unpaid: 1,
    });
    const { out } = await shop.run('account', 'show', '--account', id);
    assert.match(out, /^id +\S+\nemail +ana@example\.com\nstate +active\n/);
    assert.equal((await shop.run('account', 'show', '--account', 'nobody')).status, 1);
  });
});

describe('account suspend and resume', () => {
  test('suspends with a reason until it is resumed, and each is in the audit journal', async () => {
    await using shop = await openShop();
    const { id } = await createAna(shop);
    const suspended = await shop.json('account', 'suspend', '--account', id, '--reason', 'Unpaid invoice');
    const since = { suspended_at: '2026-11-20T12:00:00Z', suspension_reason: 'Unpaid invoice', erased_at: null };
    assert.deepEqual(suspended, { id, email: 'ana@example.com', ...since });
    assert.equal((await show(shop, id)).state, 'suspended');
    shop.advance(60_000);
    await shop.json('account', 'resume', '--account', 'ana@example.com');
    assert.equal((await show(shop, id)).state, 'active');
    const acts = await shop.json<{ act: string; by: string; at: string }[]>('audit', 'list', '--account', id);
    assert.deepEqual(
      acts.map(({ act, by, at }) => [act, by, at]),
      [
        ['account.resumed', 'operator', '2026-11-20T12:01:00Z'],
        ['account.suspended', 'operator', '2026-11-20T12:00:00Z'],
        ['account.opened', 'operator', '2026-11-20T12:00:00Z'],
      ],
    );
  });

  test('refuses a reason of several lines, and an unknown account', async () => {
    await using shop = await openShop();
    const { id } = await createAna(shop);
    const { status, err } = await shop.run('account', 'suspend', '--account', id, '--reason', 'a\nb');
    assert.deepEqual([status, err.startsWith('error: --reason: ')], [1, true]);
    assert.equal((await shop.run('account', 'suspend', '--account', 'nobody')).status, 1);
    assert.equal((await shop.run('account', 'resume', '--account', 'nobody')).status, 1);
  });
});

describe('account erase', () => {
  test('erases the account of an address, which is free again, and leaves a sound ledger', async () => {
    await using shop = await openShop();
    const { id } = await createAna(shop);
    await shop.json('pack', 'grant', '--account', id, '--characters', '5000');
    await shop.json('key', 'create', '--account', id, '--name', 'Laptop of Ana');
    const glossary = join(shop.dataDir, 'glossary.tsv');
    await writeFile(glossary, 'panel\tpanel\n');
    await shop.json('glossary', 'import', glossary, '--account', id, '--source', 'es', '--target', 'en');
    const erased = await shop.json<Shown>('account', 'erase', '--account', 'ana@example.com');
    assert.deepEqual([erased.id, erased.email, erased.erased_at], [id, `erased:${id}`, '2026-11-20T12:00:00Z']);
    const shown = await show(shop, id);
    assert.deepEqual([shown.state, shown.characters_balance, shown.keys_live], ['erased', 0, 0]);
    assert.equal((await shop.run('account', 'show', '--account', 'ana@example.com')).status, 1);
    assert.doesNotMatch((await shop.run('key', 'list')).out, /Laptop/);
    assert.match((await shop.run('glossary', 'list', '--account', id)).out, /^No /);
    assert.equal((await shop.run('ledger', 'verify')).status, 0);
    const again = await createAna(shop);
    assert.notEqual(again.id, id);
  });

  test('an account with a disputed payment is erased only with --despite-dispute', async () => {
    await using shop = await openShop();
    const { id } = await createAna(shop);
    const sold = ['--characters', '5', '--price', '9.90', '--currency', 'EUR'];
    const order = await shop.json<{ id: string }>('order', 'create', '--account', id, ...sold);
    for (const act of ['mark-paid', 'dispute']) await shop.json('order', act, '--id', order.id);
    const refused = await shop.run('account', 'erase', '--account', id);
    assert.equal(refused.status, 1);
    assert.equal((await show(shop, id)).state, 'active');
    await shop.json('account', 'erase', '--account', id, '--despite-dispute');
    assert.equal((await show(shop, id)).state, 'erased');
  });
});
