import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cp, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { connect, type SecureVersion, type TLSSocket } from 'node:tls';
import type { ServiceError } from '../../src/ground/service-error.ts';
import type { HttpServer } from '../../src/http/http-server.ts';
import { RawConnection, rawRequest } from '../support/raw-connection.ts';
import { temporaryFolder } from '../support/stores.ts';
import { connectTo, listenWith, watched } from './listening.ts';

const certificates = new URL('../fixtures/tls/', import.meta.url);

/** A folder with the certificate called `one`, and a listener's events about its changes. */
async function certificateFolder() {
  const folder = await temporaryFolder();
  const tls = { certFile: join(folder.path, 'cert.pem'), keyFile: join(folder.path, 'key.pem') };
  const put = async (name: string, part: 'cert' | 'key') => {
    const file = part === 'cert' ? tls.certFile : tls.keyFile;
    await cp(new URL(`${name}.${part}.pem`, certificates), `${file}.new`);
    await rename(`${file}.new`, file);
  };
  await put('one', 'cert');
  await put('one', 'key');
  let reloaded = Promise.withResolvers<void>();
  let refused = Promise.withResolvers<unknown>();
  return {
    tls,
    put,
    events: {
      certificateLoaded: ({ expiresAtMs, isReload }: { expiresAtMs: number; isReload: boolean }) => {
        assert.ok(expiresAtMs > Date.now());
        if (!isReload) return;
        reloaded.resolve();
        reloaded = Promise.withResolvers();
      },
      certificateRefused: (cause: unknown) => {
        refused.resolve(cause);
        refused = Promise.withResolvers();
      },
    },
    /** Resolves with the next applied change. */
    reloaded: () => reloaded.promise,
    /** Resolves with the next refused change. */
    refused: () => refused.promise,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

const listenOn = (folder: Parameters<typeof listenWith>[1]) => listenWith(() => new Response('secret'), folder);

async function presented(server: HttpServer): Promise<string> {
  const socket = await secureSocket(server.port);
  const name = socket.getPeerCertificate().subject.CN;
  socket.destroy();
  return String(name);
}

async function secureSocket(port: number, maxVersion: SecureVersion = 'TLSv1.3'): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false, minVersion: 'TLSv1', maxVersion });
  await once(socket, 'secureConnect');
  return socket;
}

async function ask(connection: RawConnection): Promise<RawConnection> {
  connection.send(rawRequest({}));
  assert.equal((await connection.reply()).body, 'secret');
  return connection;
}

describe('TLS listener', () => {
  test('accepts TLS 1.2 and 1.3, nothing older', async () => {
    await using folder = await certificateFolder();
    await using server = await listenOn(folder);
    for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
      const socket = await secureSocket(server.port, version);
      assert.equal(socket.getProtocol(), version);
      socket.destroy();
    }
    await assert.rejects(secureSocket(server.port, 'TLSv1.1'));
    assert.match(server.url, /^https:/);
  });

  test('closes on a caller that sends plain HTTP, and serves the next', async () => {
    await using folder = await certificateFolder();
    await using server = await listenOn(folder);
    using plain = await RawConnection.open(server.url.replace('https:', 'http:'));
    plain.send(rawRequest({}));
    assert.doesNotMatch(await plain.closed(), /secret/);
    using secure = await RawConnection.open(server.url);
    await ask(secure);
  });

  test('uses a new certificate once both its files are there, without a restart', async () => {
    await using folder = await certificateFolder();
    await using server = await listenOn(folder);
    assert.equal(await presented(server), 'one.test');
    const reloaded = folder.reloaded();
    await folder.put('two', 'key');
    await folder.put('two', 'cert');
    await reloaded;
    assert.equal(await presented(server), 'two.test');
  });

  test('keeps the old certificate when the new one is invalid or does not match its key, and reports it', async () => {
    await using folder = await certificateFolder();
    await using server = await listenOn(folder);
    const broken = folder.refused();
    await writeFile(folder.tls.certFile, 'no certificate');
    assert.ok((await broken) instanceof Error);
    assert.equal(await presented(server), 'one.test');
    const foreign = folder.refused();
    await folder.put('two', 'cert');
    assert.ok((await foreign) instanceof Error);
    assert.equal(await presented(server), 'one.test');
    const reloaded = folder.reloaded();
    await folder.put('two', 'key');
    await reloaded;
    assert.equal(await presented(server), 'two.test');
  });

  test('reads unchanged files again when asked, and reports files that are missing', async () => {
    await using folder = await certificateFolder();
    await using server = await listenOn(folder);
    const reloaded = folder.reloaded();
    await server.reloadCertificate();
    await reloaded;
    const refused = folder.refused();
    await rm(folder.tls.keyFile);
    await server.reloadCertificate();
    assert.ok((await refused) instanceof Error);
    assert.equal(await presented(server), 'one.test');
  });

  test('does not start with a key of another certificate, or without one', async () => {
    await using folder = await certificateFolder();
    await folder.put('two', 'key');
    await assert.rejects(listenOn(folder), /key values mismatch/);
    await rm(folder.tls.keyFile);
    await assert.rejects(listenOn(folder), { code: 'ENOENT' });
  });

  test('closes despite a handshake that never ends', async () => {
    await using folder = await certificateFolder();
    await using server = await listenOn(folder);
    using stalled = await RawConnection.open(server.url.replace('https:', 'http:'));
    stalled.send('\x16\x03\x01');
    await server.drain(20);
    assert.equal(await stalled.closed(), '');
  });

  test('makes room for new connections by closing handshakes that never end, and idle connections', async () => {
    await using folder = await certificateFolder();
    await using server = await listenWith(() => new Response('secret'), { ...folder, limits: { connectionsMax: 4 } });
    await using opening = new AsyncDisposableStack();
    const open = async (url: string) => opening.use(await RawConnection.open(url));
    const plainUrl = server.url.replace('https:', 'http:');
    const stalled = [await open(plainUrl), await open(plainUrl), await open(plainUrl)];
    const secure: RawConnection[] = [];
    for (let count = 0; count < 6; count++) secure.push(await ask(await open(server.url)));
    for (const closed of [...stalled, ...secure.slice(0, 3)]) assert.equal(await closed.closed(), '');
  });

  test('a new connection closes one idle connection, not all', async () => {
    await using folder = await certificateFolder();
    await using server = await listenWith(() => new Response('secret'), { ...folder, limits: { connectionsMax: 16 } });
    await using opening = new AsyncDisposableStack();
    const idle: RawConnection[] = [];
    while (idle.length < 13) idle.push(await ask(opening.use(await RawConnection.open(server.url))));
    const [longest, ...others] = idle;
    assert.equal(await longest?.closed(), '');
    for (const connection of others) await ask(connection);
  });

  test('aborts the work of a caller that hangs up', async () => {
    await using folder = await certificateFolder();
    const { answer, slow, aborted } = watched();
    await using connection = await connectTo(answer, folder);
    connection.send(rawRequest({}));
    await slow.entered;
    connection.socket.destroy();
    assert.equal(((await aborted) as ServiceError).code, 'caller_gone');
  });
});
