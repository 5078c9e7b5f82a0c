import assert from 'node:assert/strict';
import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { inspectDatabase } from '../../../../src/adapters/sql/chosen-database.ts';
import { openSqlite } from '../../../../src/adapters/sql/sqlite/open-sqlite.ts';
import { silentEvents } from '../../../../src/adapters/telemetry/events.ts';
import { createLedgerWorld, firstMoment } from '../../../support/ledger-world.ts';
import { noEvents, openTemporarySqlite } from '../../../support/stores.ts';

const movedAway = { code: 'store_unavailable', message: /was moved, deleted or replaced/ };

describe('files of a SQLite database', () => {
  test('nothing is held or charged while one of them is not the file that was opened', async () => {
    for (const ending of ['', '-wal', '-lock']) {
      await using stores = await openTemporarySqlite({ writesHere: false, use: 'serve', events: silentEvents });
      const world = await createLedgerWorld(stores);
      await world.buy(100);
      const hold = await world.hold(60);
      await world.settled();
      const file = stores.file + ending;
      renameSync(file, `${file}.moved`);
      await assert.rejects(world.hold(1), movedAway);
      await assert.rejects(world.capture(hold), movedAway);
      copyFileSync(`${file}.moved`, file);
      await assert.rejects(world.capture(hold), movedAway);
      renameSync(`${file}.moved`, file);
      assert.equal(await world.capture(hold), 'captured');
      assert.deepEqual(await world.balance(), { balance: 40, held: 0, used: 60 });
    }
  });

  test('a log without its database stops a start, doctor and a command, and does not change', async () => {
    await using stores = await openTemporarySqlite();
    for (const ending of ['-wal', '-journal']) {
      const file = `${stores.file}${ending}.db`;
      writeFileSync(file + ending, 'of a database that was moved');
      const refusal = {
        code: 'store_unavailable',
        message: /is missing, and its log .* is there: move the database back/,
      };
      for (const use of ['serve', 'operate'] as const)
        await assert.rejects(openSqlite({ file, use, events: noEvents }), refusal);
      const inspection = inspectDatabase({ kind: 'sqlite', file }, () => firstMoment);
      await assert.rejects(inspection, refusal);
      assert.equal(readFileSync(file + ending, 'utf8'), 'of a database that was moved');
      rmSync(file + ending);
    }
    const databases = readdirSync(dirname(stores.file)).filter((name) => name.endsWith('.db'));
    assert.deepEqual(databases, ['dragoman.db']);
  });
});
