import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { openSqlite } from '../../../../src/adapters/sql/sqlite/open-sqlite.ts';
import { later } from '../../../../src/ground/units.ts';
import { createLedgerWorld, leaseMs, sweepIntervalMs } from '../../../support/ledger-world.ts';
import { noEvents, openTemporarySqlite } from '../../../support/stores.ts';

describe('backup of a running SQLite', () => {
  test('is a sound and complete snapshot of the ledger while charges continue', async () => {
    await using stores = await openTemporarySqlite();
    const world = await createLedgerWorld(stores);
    await world.buy(1_000_000);
    let charges = 0;
    const enough = new AbortController();
    const loop = async () => {
      while (!enough.signal.aborted) {
        await world.capture(await world.hold(1));
        charges += 1;
      }
    };
    const loops = Promise.all(Array.from({ length: 8 }, loop));
    const copy = join(dirname(stores.file), 'copy.db');
    const before = charges;
    await stores.backup(copy);
    enough.abort();
    await loops;
    await using restored = await openSqlite({ file: copy, events: noEvents });
    const after = later(world.clock.now, leaseMs + 1);
    await restored.ledger.sweep(after);
    assert.deepEqual(await restored.ledger.verify(after, sweepIntervalMs), []);
    const balance = await restored.ledger.readBalance(world.accountId, after);
    assert.ok(balance !== undefined && balance.used >= before && balance.used <= charges);
    assert.equal(balance.balance + balance.used, 1_000_000);
  });

  test('does not touch an existing file, and leaves no partial copy', async () => {
    await using stores = await openTemporarySqlite();
    const copy = join(dirname(stores.file), 'copy.db');
    writeFileSync(copy, 'precious');
    await assert.rejects(stores.backup(copy), { reason: 'backup_exists' });
    assert.equal(readFileSync(copy, 'utf8'), 'precious');
    assert.deepEqual(
      readdirSync(dirname(stores.file)).filter((file) => file.startsWith('copy')),
      ['copy.db'],
    );
  });

  test('reports an unwritable target', async () => {
    await using stores = await openTemporarySqlite();
    const copy = join(dirname(stores.file), 'no such folder', 'copy.db');
    await assert.rejects(stores.backup(copy), { reason: 'backup_failed' });
  });
});
