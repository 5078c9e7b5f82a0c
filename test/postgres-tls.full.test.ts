import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { migratePostgres } from '../src/adapters/sql/postgres/migrate.ts';
import { startAccountArea } from './support/account-area.ts';
import { makeCertificates } from './support/certificates.ts';
import { rowsOf, sharedPostgres } from './support/postgres.ts';
import { startPostgres } from './support/postgres-server.ts';
import { freePort, makeServerFolder, removeServerFolder } from './support/server-process.ts';

/** A server with TLS and a certificate for `localhost`. */
async function setup() {
  await using opening = new AsyncDisposableStack();
  const folder = makeServerFolder('certificates');
  opening.defer(() => removeServerFolder(folder));
  const { authority: anotherAuthority } = makeCertificates(folder);
  const { authority, certificate, key } = makeCertificates(folder);
  const settings = { ssl: 'on', ssl_cert_file: certificate, ssl_key_file: key };
  const server = opening.use(await startPostgres({ settings }));
  const opened = opening.move();
  return {
    folder,
    authority,
    anotherAuthority,
    server,
    url: (host: string, authorityFile: string) =>
      `postgres://postgres@${host}:${server.port}/postgres?sslmode=verify-full&sslrootcert=${authorityFile}`,
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

const refused = (message: RegExp) => ({ code: 'store_unavailable', message });

describe('TLS to PostgreSQL', () => {
  test('encrypts every connection of a node with sslmode=verify-full, and checks authority and host', async () => {
    await using world = await setup();
    const { folder, authority, server } = world;
    const url = world.url('localhost', authority);
    await migratePostgres(url);
    await using area = await startAccountArea({ database: { url } });
    await area.signUp();
    const connections = await rowsOf(
      server.url,
      `select application_name, bool_and(ssl) from pg_stat_ssl join pg_stat_activity using (pid)
       where application_name like 'dragoman%' and pid <> pg_backend_pid() group by 1 order by 1`,
    );
    assert.deepEqual(connections, [
      ['dragoman', 1],
      ['dragoman people', 1],
    ]);
    const untrusted = refused(/no trusted authority signed the certificate/);
    await assert.rejects(migratePostgres(world.url('localhost', world.anotherAuthority)), untrusted);
    await assert.rejects(migratePostgres(world.url('localhost', '').replace('&sslrootcert=', '')), untrusted);
    await assert.rejects(migratePostgres(world.url('127.0.0.1', authority)), refused(/does not name the host/));
    const missing = refused(/the file of sslrootcert cannot be read/);
    await assert.rejects(migratePostgres(world.url('localhost', join(folder, 'missing.crt'))), missing);
  });

  test('is never left out when sslmode asks for it', async () => {
    const { url } = await sharedPostgres();
    await assert.rejects(migratePostgres(`${url}?sslmode=verify-full`), refused(/the server has no TLS/));
  });

  test('is the reported reason also when another of several servers is unreachable', async () => {
    const { url } = await sharedPostgres();
    const { host } = new URL(url);
    const both = url.replace(host, `${host},${new URL(url).hostname}:${await freePort()}`);
    await assert.rejects(migratePostgres(`${both}?sslmode=verify-full`), refused(/the server has no TLS/));
  });
});
