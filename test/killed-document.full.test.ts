import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TranslatedFile } from '../sdk/src/wire.ts';
import { production } from '../src/parts.ts';
import { eventually } from './support/eventually.ts';
import { openOperatorsDesk } from './support/node.ts';
import { createTemporaryDatabase } from './support/postgres.ts';
import { startNodeProcess } from './support/server-child.ts';
import { freePort } from './support/server-process.ts';
import { newCustomer } from './support/service.ts';

test('a document whose node is killed in the middle is continued by another one, and charged once', async () => {
  await using database = await createTemporaryDatabase();
  await using desk = await openOperatorsDesk(database.url);
  const [port, opsPort] = [await freePort(), await freePort()];
  const start = (host: string) => startNodeProcess({ databaseUrl: database.url, host, port, opsPort });
  const first = await start('127.0.0.2');
  await using second = await start('127.0.0.3');
  const bought = 4_000_000;
  const { key, balance } = await newCustomer(desk, production.now, { count: bought, expiresAt: undefined });
  const headers = { Authorization: `Bearer ${key}` };
  const stateAt = async (url: string, id: string) =>
    (await (await fetch(`${url}/api/v1/documents/${id}`, { headers })).json()) as TranslatedFile;
  const lines = Array.from({ length: 40_000 }, (_, index) => `la casa ${index} es muy grande y tiene un tejado rojo`);
  const form = new FormData();
  form.set('file', new Blob([lines.join('\n\n')]), 'long.txt');
  form.set('source_lang', 'es');
  form.set('target_lang', 'en');
  const sent = await fetch(`${first.url}/api/v1/documents`, { method: 'POST', headers, body: form });
  const { id, characters } = (await sent.json()) as TranslatedFile;
  await eventually(async () => ((await stateAt(first.url, id)).progress?.characters_done ?? 0) > 0);
  await first[Symbol.asyncDispose]();
  const killed = await balance();
  assert.deepEqual([killed.balance, killed.held], [bought, characters]);
  await eventually(async () => (await stateAt(second.url, id)).status === 'done');
  const content = await fetch(`${second.url}/api/v1/documents/${id}/content`, { headers });
  assert.equal(await content.text(), lines.map((line) => line.split(' ').toReversed().join(' ')).join('\n\n'));
  const settled = await balance();
  assert.deepEqual([settled.balance, settled.used], [bought - characters, characters]);
  // The hold of the killed node lapses.
  assert.equal(settled.held, characters);
  assert.deepEqual(await desk.ledger.verify(production.now(), 10_000), []);
});
