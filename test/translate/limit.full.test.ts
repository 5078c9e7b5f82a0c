import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { openSqlite } from '../../src/adapters/sql/sqlite/open-sqlite.ts';
import { unixMs } from '../../src/ground/units.ts';
import { startServer } from '../proof/started-server.ts';
import { newCustomer } from '../support/service.ts';
import { temporaryFolder } from '../support/stores.ts';
import { TcpProxy } from '../support/tcp-proxy.ts';
import { openProjectFolder } from './project-folder.ts';

test('more requests than the limit of 60 a minute wait, and none is refused', async (context) => {
  await using data = await temporaryFolder();
  await using server = (await startServer({ env: { DATA_DIR: data.path } })) ?? assert.fail('no server');
  const events = { backgroundFailed: () => undefined };
  await using stores = await openSqlite({ file: join(data.path, 'dragoman.db'), events });
  const now = () => unixMs(Date.now());
  const customer = await newCustomer(stores, now, { count: 4_000_000, expiresAt: undefined });
  await using proxy = await TcpProxy.start(Number(new URL(server.url).port));
  const statuses: string[] = [];
  proxy.rule = ({ direction, bytes }) => {
    const [, status] = /^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1', 0, 20)) ?? [];
    if (direction === 'down' && status !== undefined) statuses.push(status);
    return 'pass';
  };
  // A request has room for one. Another one checks the pair of languages.
  const texts = Array.from({ length: 65 }, (_, at) => `Palabra ${at} `.repeat(6_000).slice(0, 51_000).trim());
  await using project = await openProjectFolder({ 'es.json': JSON.stringify(texts) });
  const startedAt = performance.now();
  const address = { url: proxy.lead(server.url), key: customer.key };
  const { status, stderr } = await project.run(['es.json', '--from', 'es', '--to', 'en', '--quiet'], address);
  context.diagnostic(`${statuses.length} requests in ${Math.round((performance.now() - startedAt) / 1_000)} s`);
  assert.deepEqual([status, stderr], [0, '']);
  assert.deepEqual(new Set(statuses), new Set(['200']));
  assert.equal(statuses.length, 66);
  assert.equal((await customer.balance()).used, texts.join('').length);
});
