import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import type { GlossaryPage, MemoryImport, MemoryPage } from '../sdk/src/wire.ts';
import { post, read } from './support/call.ts';
import { eventually } from './support/eventually.ts';
import { operate } from './support/operate.ts';
import { createTemporaryDatabase, rowsOf } from './support/postgres.ts';
import { startServerChild } from './support/server-child.ts';
import { temporaryFolder } from './support/stores.ts';

/** Where the entries of an API are stored, and the columns of its files. */
const kinds = {
  memory: { table: 'memory_entries', columns: 'source,target' },
  glossary: { table: 'terms', columns: 'term,translation' },
} as const;

const imported = 8_000;

/** A migrated database, and the number of rows of a table of it, of whatever process. */
async function openDatabase(database: 'SQLite' | 'PostgreSQL') {
  await using opening = new AsyncDisposableStack();
  const { path: DATA_DIR } = opening.use(await temporaryFolder());
  const url = database === 'SQLite' ? undefined : opening.use(await createTemporaryDatabase()).url;
  const env = { DATA_DIR, ...(url === undefined ? {} : { DATABASE_URL: url }), RATE_LIMIT_PER_MINUTE: '10000' };
  const count = async (table: string) => {
    const sql = `select count(*) as total from ${table}`;
    if (url !== undefined) return Number((await rowsOf(url, sql))[0]?.[0]);
    using file = new DatabaseSync(join(DATA_DIR, 'dragoman.db'), { readOnly: true });
    return Number(file.prepare(sql).get()?.['total']);
  };
  const opened = opening.move();
  return { env, count, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

for (const database of ['SQLite', 'PostgreSQL'] as const) {
  for (const [kind, { table, columns }] of Object.entries(kinds)) {
    test(`an import into a ${kind} on ${database} whose server is killed changes nothing, and can be repeated`, async () => {
      await using world = await openDatabase(database);
      const command = <Value>(...argv: readonly string[]) => operate<Value>(world.env, ...argv);
      await command('account', 'create', '--email', 'ana@example.com');
      await command('pack', 'grant', '--account', 'ana@example.com', '--characters', '1000');
      const { key } = await command<{ key: string }>('key', 'create', '--account', 'ana@example.com');
      const importFile = ({ url }: { readonly url: string }, name: string, rows: number) => {
        const lines = Array.from({ length: rows }, (_, at) => `es,en,${name}${at},cloud${at}`);
        const body = ['source_lang,target_lang,'.concat(columns), ...lines, ''].join('\n');
        const headers = { 'Content-Type': 'text/csv' };
        return post<MemoryImport>(`${url}/api/v1/${kind}/import`, { key, body, headers });
      };
      const state = async ({ url }: { readonly url: string }) => {
        const { body } = await read<MemoryPage | GlossaryPage>(`${url}/api/v1/${kind}`, { key });
        return [body.version, body.entries.length, body.next_cursor === null];
      };
      await using killed = await startServerChild(world.env);
      await importFile(killed, 'sol', 50);
      const importing = assert.rejects(importFile(killed, 'nube', imported));
      await eventually(async () => (await world.count(table)) > 500);
      await killed.kill();
      await importing;
      await using server = await startServerChild(world.env);
      assert.deepEqual(await state(server), [1, 50, true]);
      const { body } = await importFile(server, 'nube', imported);
      assert.deepEqual([body.version, body.added], [2, imported]);
      assert.deepEqual(await command('ledger', 'verify'), { sound: true, swept: 0, faults: [] });
    });
  }
}
