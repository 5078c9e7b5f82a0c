import { randomUUID } from 'node:crypto';
import { closeSync, openSync } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { backup } from 'node:sqlite';
import { ServiceError } from '../../../ground/service-error.ts';
import { SqliteConnection } from './connection.ts';
import { sqliteFailure } from './sqlite-error.ts';

/** All pages in one step: a write between two steps would restart the copy. */
const pagesPerStep = 2_147_483_647;

const lockWaitMs = 5_000;

/** Copies a consistent snapshot. @throws ServiceError `backup_exists` when `toFile` does, `backup_failed` */
export async function backupSqlite(file: string, toFile: string): Promise<void> {
  await withCopy(file, toFile, async (partial) => {
    checkWhole(partial);
    await flushToDisk(partial);
    // Unlike a rename, a link never replaces an existing file.
    await link(partial, toFile);
    await flushToDisk(dirname(toFile));
  });
}

/** Matches the copies of killed processes, with their log files. */
export const partialCopy = /\.[0-9a-f-]{36}\.partial(-wal|-shm|-journal)?$/;

/**
 * Copies a snapshot to a private file beside `toFile`, which is removed after `use`, unless `use` renames it.
 * @throws ServiceError `backup_exists` when `use` finds that a file exists; `backup_failed`
 */
export async function withCopy(file: string, toFile: string, use: (partial: string) => Promise<void>): Promise<void> {
  const partial = `${toFile}.${randomUUID()}.partial`;
  try {
    await copy(file, partial);
    await use(partial);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'EEXIST') throw new ServiceError('backup_exists');
    throw new ServiceError('backup_failed', { detail: { reason: sqliteFailure(cause).message } });
  } finally {
    for (const ending of ['', '-wal', '-shm', '-journal']) await rm(partial + ending, { force: true });
  }
}

async function copy(file: string, partial: string): Promise<void> {
  closeSync(openSync(partial, 'ax', 0o600));
  using source = new SqliteConnection({ file, readOnly: true, lockWaitMs });
  await backup(source.database, partial, { rate: pagesPerStep });
}

function checkWhole(file: string): void {
  using copied = new SqliteConnection({ file, readOnly: false, lockWaitMs });
  const found = copied.rows('pragma quick_check(1)');
  if (found[0]?.[0] !== 'ok') throw new Error('the copy is damaged');
}

export async function flushToDisk(path: string): Promise<void> {
  await using handle = await open(path, 'r');
  await handle.sync();
}
