import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Translation } from '../sdk/src/wire.ts';
import { openSqlite } from '../src/adapters/sql/sqlite/open-sqlite.ts';
import { type UnixMs, unixMs } from '../src/ground/units.ts';
import { bareEnvironment } from './support/bare-environment.ts';
import { translate } from './support/call.ts';
import { eventually } from './support/eventually.ts';
import { RawConnection, rawRequest } from './support/raw-connection.ts';
import { startServerChild } from './support/server-child.ts';
import { freePort } from './support/server-process.ts';
import { newCustomer } from './support/service.ts';
import { temporaryFolder } from './support/stores.ts';

const serverFile = fileURLToPath(new URL('support/steered-server.ts', import.meta.url));
const sweepIntervalMs = 10_000;

const now = (): UnixMs => unixMs(Date.now());

type Start = { readonly env?: Readonly<Record<string, string>>; readonly prepare?: (file: string) => Promise<void> };

/** Starts the server as a separate process with a new database, which the test reads as well. */
async function startProcess({ env = {}, prepare }: Start = {}) {
  await using opening = new AsyncDisposableStack();
  const { path: dataDir } = opening.use(await temporaryFolder());
  const file = join(dataDir, 'dragoman.db');
  await prepare?.(file);
  const server = opening.use(await startServerChild({ DATA_DIR: dataDir, ...env }));
  const stores = opening.use(await openSqlite({ file, events: { backgroundFailed: () => undefined } }));
  const opened = opening.move();
  return {
    ...server,
    dataDir,
    stores,
    customer: (count: number) => newCustomer(stores, now, { count, expiresAt: undefined }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

async function takesConnections(url: string): Promise<boolean> {
  using connection = await RawConnection.open(url).catch(() => undefined);
  return connection !== undefined;
}

describe('server process', () => {
  test('SIGTERM lets a running translation finish and charge, refuses new work, and ends with status 0', async () => {
    await using server = await startProcess();
    const customer = await server.customer(100);
    using kept = await RawConnection.open(server.url);
    kept.send(rawRequest({ path: '/api/v1/languages' }));
    assert.equal((await kept.reply()).status, 200);
    // A request that has begun keeps its connection from being closed as idle.
    const late = rawRequest({ path: '/api/v1/usage', headers: { Authorization: `Bearer ${customer.key}` } });
    kept.send(late.subarray(0, -2));
    const accepted = translate<Translation>(server.url, {
      key: customer.key,
      body: { text: 'espera un poco', source_lang: 'es' },
    });
    await server.said('at the gate');
    server.child.kill('SIGTERM');
    await server.logged('stopping');
    // The line is written just before the port closes, so the first of these requests may still be accepted.
    while (await takesConnections(server.url));
    kept.send(late.subarray(-2));
    const refused = await kept.reply();
    assert.equal(refused.status, 500);
    assert.equal(refused.headers['connection'], 'close');
    assert.equal((JSON.parse(refused.body) as { error: { code: string } }).error.code, 'server_error');
    server.child.kill('SIGUSR2');
    const { status, body } = await accepted;
    assert.deepEqual([status, body.translated_text, body.characters_charged], [200, 'poco un espera', 14]);
    assert.deepEqual(await server.ended, [0, null]);
    assert.deepEqual(await customer.balance(), { balance: 86, used: 14, held: 0 });
    assert.deepEqual(await server.stores.ledger.verify(now(), sweepIntervalMs), []);
  });

  test('a log that cannot be written does not end the server, and a metric counts the lines', async () => {
    await using folder = await temporaryFolder();
    const opsPort = await freePort();
    const env = { ...bareEnvironment, DATA_DIR: folder.path, PORT: '0', OPS_PORT: String(opsPort) };
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [serverFile], { stdio: ['ignore', 'ignore', full], env });
    const ended = once(child, 'exit');
    closeSync(full);
    const metrics = `http://127.0.0.1:${opsPort}/metrics`;
    await eventually(async () => {
      const text = await (await fetch(metrics).catch(() => undefined))?.text();
      return /^dragoman_log_lines_lost_total [1-9]/m.test(text ?? '');
    });
    child.kill('SIGTERM');
    assert.deepEqual(await ended, [0, null]);
  });

  test('an uncaught error is the last line of the log, without the text that caused it, and the status is 1', async () => {
    await using server = await startProcess();
    const { key } = await server.customer(100);
    const cut = translate(server.url, { key, body: { text: 'estalla y espera secretamente', source_lang: 'es' } });
    await assert.rejects(cut);
    assert.deepEqual(await server.ended, [1, null]);
    const last = JSON.parse(server.log().trimEnd().split('\n').at(-1) ?? '') as Record<string, unknown>;
    assert.equal(last['message'], 'ended by an error that nothing caught');
    const error = last['error'] as { readonly type: string; readonly stack: readonly string[] };
    assert.equal(error.type, 'RangeError');
    assert.match(error.stack[0] ?? '', /steered-server\.ts/);
    assert.doesNotMatch(server.log(), /secretamente/);
  });

  test('a server on a ledger with issues logs them, and continues', async () => {
    await using server = await startProcess({
      async prepare(file) {
        {
          await using stores = await openSqlite({ file, events: { backgroundFailed: () => undefined } });
          await newCustomer(stores, now, { count: 50, expiresAt: undefined });
        }
        using database = new DatabaseSync(file);
        database.exec('update balances set settled = settled + 1');
      },
    });
    const line = await server.logged('the ledger is not sound');
    assert.equal(line['level'], 'error');
    const [account] = await server.stores.accounts.listAccounts();
    assert.deepEqual([line['account'], line['row']], [account?.id, 'balance']);
    const customer = await server.customer(100);
    const body = { text: 'uno', source_lang: 'es' };
    assert.equal((await translate(server.url, { key: customer.key, body })).status, 200);
  });
});
