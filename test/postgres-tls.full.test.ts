import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { migratePostgres } from '../src/adapters/sql/postgres/migrate.ts';
import { startAccountArea } from './support/account-area.ts';
import { rowsOf, sharedPostgres } from './support/postgres.ts';
import { findProgram, serverIdentity } from './support/postgres-programs.ts';
import { startPostgres } from './support/postgres-server.ts';
import { freePort, makeServerFolder, removeServerFolder } from './support/server-process.ts';

/**
 * Creates a certificate authority in a new folder of `parent`; returns the files of its certificate, and of a server's
 * certificate for `localhost` and its key.
 */
function makeCertificates(parent: string) {
  const folder = mkdtempSync(join(parent, 'authority-'));
  const openssl = findProgram('openssl', 'openssl');
  const [authority, authorityKey] = [join(folder, 'authority.crt'), join(folder, 'authority.key')];
  const [certificate, key] = [join(folder, 'server.crt'), join(folder, 'server.key')];
  const make = (out: string, keyout: string, name: string, ...more: readonly string[]) => {
    const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
    const options = ['req', ...kind, '-out', out, '-keyout', keyout, '-subj', `/CN=${name}`, ...more];
    execFileSync(openssl, options, { stdio: 'ignore' });
  };
  make(authority, authorityKey, 'authority of a test');
  const extensions = ['-addext', 'subjectAltName=DNS:localhost', '-addext', 'basicConstraints=critical,CA:FALSE'];
  make(certificate, key, 'database of a test', '-CA', authority, '-CAkey', authorityKey, ...extensions);
  chmodSync(folder, 0o755);
  // PostgreSQL refuses a key that others may read.
  const identity = serverIdentity();
  if (identity !== undefined) chownSync(key, identity.uid, identity.gid);
  return { authority, certificate, key };
}

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
