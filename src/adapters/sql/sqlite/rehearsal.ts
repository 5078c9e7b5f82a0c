import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type UnixMs, unixMs } from '../../../ground/units.ts';
import { backupTime } from '../../../shop/backups/backup-name.ts';
import { backupIn, copy, type PreparedCopy, prepare, type RestoreOptions, restoreFailed } from './restore.ts';

export type RehearsedCopy = PreparedCopy & {
  readonly fromFile: string;
  /** When the backup began; of a file that is no scheduled backup, its last change. */
  readonly at: UnixMs;
  readonly bytes: number;
};

/** Restores to a temporary folder; a server may run. @throws ServiceError `unusable_backup`, `restore_failed` */
export async function rehearseRestore(options: Omit<RestoreOptions, 'file'>): Promise<RehearsedCopy> {
  const fromFile = backupIn(options.from, options.now());
  const folder = mkdtempSync(join(tmpdir(), 'dragoman-rehearsal-'));
  try {
    const { mtimeMs, size } = statSync(fromFile);
    const next = join(folder, 'dragoman.db');
    await copy(fromFile, next);
    const prepared = await prepare(next, options);
    const at = backupTime(basename(fromFile)) ?? unixMs(Math.round(mtimeMs));
    return { ...prepared, fromFile, at, bytes: size };
  } catch (cause) {
    throw restoreFailed(cause);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
