import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { openTemporarySqlite } from '../../../support/stores.ts';

describe('backup of a running SQLite', () => {
  test('does not touch an existing file, and leaves no partial copy', async () => {
    await using stores = await openTemporarySqlite();
    const copy = join(dirname(stores.file), 'copy.db');
    writeFileSync(copy, 'precious');
    await assert.rejects(stores.backup(copy), { reason: 'backup_exists' });
    assert.equal(readFileSync(copy, 'utf8'), 'precious');
    const copies = readdirSync(dirname(stores.file)).filter((file) => file.startsWith('copy'));
    assert.deepEqual(copies, ['copy.db']);
  });

  test('reports an unwritable target', async () => {
    await using stores = await openTemporarySqlite();
    const copy = join(dirname(stores.file), 'no such folder', 'copy.db');
    await assert.rejects(stores.backup(copy), { reason: 'backup_failed' });
  });
});
