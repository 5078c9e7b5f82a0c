import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { migratePostgres } from '../../../../src/adapters/sql/postgres/migrate.ts';
import { openPostgres } from '../../../../src/adapters/sql/postgres/open-postgres.ts';
import { startAccountArea } from '../../../support/account-area.ts';
import { translate } from '../../../support/call.ts';
import { type PgbouncerOptions, startPgbouncer } from '../../../support/pgbouncer.ts';
import { createTemporaryDatabase, rowsOf, sharedPostgres } from '../../../support/postgres.ts';
import { newCustomer } from '../../../support/service.ts';
import { noEvents } from '../../../support/stores.ts';

/** A migrated database, and its URL through a PgBouncer. */
async function setup(options: Omit<PgbouncerOptions, 'server'>) {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTemporaryDatabase());
  const proxy = opening.use(await startPgbouncer({ server: await sharedPostgres(), ...options }));
  const opened = opening.move();
  const proxied = new URL(url);
  proxied.port = String(proxy.port);
  return { url, proxied: proxied.href, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

describe('proxy before PostgreSQL', () => {
  for (const [description, options] of [
    ['by transaction', { poolMode: 'transaction' }],
    ['by transaction, taking its server connections in turn', { poolMode: 'transaction', roundRobin: true }],
    ['by transaction, with a single server connection', { poolMode: 'transaction', poolSize: 1 }],
    ['by statement', { poolMode: 'statement' }],
  ] as const) {
    test(`that pools ${description} is refused by the migration and by a node`, async () => {
      await using database = await setup(options);
      const refusal = { code: 'store_unavailable', message: /behind a proxy that pools by transaction or statement/ };
      await assert.rejects(migratePostgres(database.proxied), refusal);
      await assert.rejects(openPostgres({ url: database.proxied, connectionsMax: 2, events: noEvents }), refusal);
    });
  }

  test('that pools by session with too few server connections is refused without waiting', async () => {
    await using database = await setup({ poolMode: 'session', poolSize: 1 });
    await assert.rejects(openPostgres({ url: database.proxied, connectionsMax: 2, events: noEvents }), {
      code: 'store_unavailable',
      message: /with enough connections/,
    });
  });

  test('that pools by session is accepted by both: a service behind it signs up and charges', async () => {
    await using database = await setup({ poolMode: 'session' });
    assert.deepEqual(await migratePostgres(database.proxied), []);
    await using area = await startAccountArea({ database: { url: database.proxied } });
    const { accountId } = await area.signUp();
    const { key } = await newCustomer(area.stores, area.now, { count: 1_000, expiresAt: undefined });
    const body = { text: 'uno dos tres', source_lang: 'es' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => translate(area.url, { key, body })));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.ok(await area.stores.accounts.findAccount(accountId));
    assert.deepEqual(await rowsOf(database.url, 'select count(*)::int from usage'), [[20]]);
  });

  test('a direct connection is accepted by both', async () => {
    await using database = await setup({ poolMode: 'transaction' });
    assert.deepEqual(await migratePostgres(database.url), []);
    await using stores = await openPostgres({ url: database.url, connectionsMax: 2, events: noEvents });
    assert.deepEqual(await stores.accounts.listAccounts(), []);
  });
});
