import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { production } from '../../../../src/parts.ts';
import { translate } from '../../../support/call.ts';
import { openOperatorsDesk, startNode } from '../../../support/node.ts';
import { createTemporaryDatabase, rowsOf } from '../../../support/postgres.ts';
import { postgresPrograms } from '../../../support/postgres-programs.ts';
import { newCustomer } from '../../../support/service.ts';
import { temporaryFolder } from '../../../support/stores.ts';

const sweepIntervalMs = 10_000;

const run = (name: string, ...argv: readonly string[]) => promisify(execFile)(join(postgresPrograms(), name), argv);

const journalOf = async (url: string) => {
  const rows = await rowsOf(url, 'select to_json(journal)::text from journal order by account_id, seq');
  return rows.map(([row]) => String(row));
};

// The commands of docs/operating.md, "Backups of PostgreSQL".
test('a dump of a database in use restores into a new one, with a sound ledger and the same rows', async () => {
  await using folder = await temporaryFolder();
  await using served = await createTemporaryDatabase();
  await using restored = await createTemporaryDatabase('empty');
  const dump = join(folder.path, 'dragoman.dump');
  await using desk = await openOperatorsDesk(served.url);
  await using node = await startNode({ url: served.url, env: { RATE_LIMIT_PER_MINUTE: '10000' } });
  const { key } = await newCustomer(desk, production.now, { count: 1_000_000, expiresAt: undefined });
  const progress = { charges: 0, isDumped: false };
  const caller = async () => {
    while (!progress.isDumped) {
      assert.equal((await translate(node.url, { key, body: { text: 'uno dos', source_lang: 'es' } })).status, 200);
      progress.charges++;
    }
  };
  const callers = Promise.all([caller(), caller()]);
  while (progress.charges < 50) await new Promise(setImmediate);
  const before = progress.charges;
  await run('pg_dump', '--format=custom', `--file=${dump}`, served.url);
  progress.isDumped = true;
  await callers;
  await run('pg_restore', '--no-owner', '--single-transaction', `--dbname=${restored.url}`, dump);
  const [all, copied] = [await journalOf(served.url), await journalOf(restored.url)];
  // The first row is the purchase.
  assert.ok(copied.length > before && copied.length <= progress.charges + 1);
  assert.deepEqual(copied, all.slice(0, copied.length));
  await using newDesk = await openOperatorsDesk(restored.url);
  for (const { ledger } of [desk, newDesk]) {
    await ledger.sweep(production.now(), production.now());
    const faults = await ledger.verify(production.now(), sweepIntervalMs);
    assert.deepEqual(faults, []);
  }
});
