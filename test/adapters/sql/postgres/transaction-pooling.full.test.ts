import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { migratePostgres } from '../../../../src/adapters/sql/postgres/migrate.ts';
import { openPostgres } from '../../../../src/adapters/sql/postgres/open-postgres.ts';
import { startAccountArea } from '../../../support/account-area.ts';
import { translate } from '../../../support/call.ts';
import { createTemporaryDatabase, rowsOf, sharedPostgres } from '../../../support/postgres.ts';
import { findProgram } from '../../../support/postgres-programs.ts';
import { freePort, makeServerFolder, removeServerFolder, startServerProcess } from '../../../support/server-process.ts';
import { newCustomer } from '../../../support/service.ts';
import { noEvents } from '../../../support/stores.ts';

type Pooling = {
  readonly mode: 'session' | 'transaction' | 'statement';
  /** Connections to the server for each database. */
  readonly size?: number;
  /** Whether to use the longest idle server connection first, instead of the last used one. */
  readonly inTurn?: boolean;
};

/** A migrated database, and its URL through a PgBouncer on loopback, without authentication. Source: pgbouncer.ini(5). */
async function setup({ mode, size = 20, inTurn = false }: Pooling) {
  await using opening = new AsyncDisposableStack();
  const { url } = opening.use(await createTemporaryDatabase());
  const folder = makeServerFolder('pgbouncer');
  opening.defer(() => removeServerFolder(folder));
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  const configuration = `[databases]
* = host=127.0.0.1 port=${(await sharedPostgres()).port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = ${size}
server_round_robin = ${inTurn ? 1 : 0}
`;
  writeFileSync(file, configuration, { mode: 0o644 });
  const process = await startServerProcess({
    program: findProgram('pgbouncer', 'pgbouncer'),
    arguments: [file],
    readyLine: 'process up',
    folder,
    endSignal: 'SIGTERM',
  });
  opening.defer(() => process.end('SIGTERM'));
  const opened = opening.move();
  const proxied = new URL(url);
  proxied.port = String(port);
  return { url, proxied: proxied.href, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

describe('proxy before PostgreSQL', () => {
  for (const [description, options] of [
    ['by transaction', { mode: 'transaction' }],
    ['by transaction, taking its server connections in turn', { mode: 'transaction', inTurn: true }],
    ['by transaction, with a single server connection', { mode: 'transaction', size: 1 }],
    ['by statement', { mode: 'statement' }],
  ] as const) {
    test(`that pools ${description} is refused by the migration and by a node`, async () => {
      await using database = await setup(options);
      const refusal = { code: 'store_unavailable', message: /behind a proxy that pools by transaction or statement/ };
      await assert.rejects(migratePostgres(database.proxied), refusal);
      await assert.rejects(openPostgres({ url: database.proxied, connectionsMax: 2, events: noEvents }), refusal);
    });
  }

  test('that pools by session with too few server connections is refused without waiting', async () => {
    await using database = await setup({ mode: 'session', size: 1 });
    await assert.rejects(openPostgres({ url: database.proxied, connectionsMax: 2, events: noEvents }), {
      code: 'store_unavailable',
      message: /with enough connections/,
    });
  });

  test('that pools by session is accepted by both: a service behind it signs up and charges', async () => {
    await using database = await setup({ mode: 'session' });
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
    await using database = await setup({ mode: 'transaction' });
    assert.deepEqual(await migratePostgres(database.url), []);
    await using stores = await openPostgres({ url: database.url, connectionsMax: 2, events: noEvents });
    assert.deepEqual(await stores.accounts.listAccounts(), []);
  });
});
