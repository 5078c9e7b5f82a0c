import { readdir } from 'node:fs/promises';
import type { UnixMs } from '../../ground/units.ts';
import { backupTime, newestBackup } from '../../shop/backups/backup-name.ts';
import { utcTime } from '../utc-time.ts';
import type { Finding } from './check.ts';
import { checkFolder } from './machine.ts';

type Backups = { readonly dir: string; readonly everyMs: number };

const check = 'backups';

/** Whether the folder is writable, and the newest scheduled backup is at most twice as old as the interval. */
export async function checkBackups({ dir, everyMs }: Backups, now: UnixMs): Promise<Finding> {
  const names = await readdir(dir).catch((cause: NodeJS.ErrnoException) => cause.code ?? 'unknown');
  if (typeof names === 'string') {
    // A server does not create it: it may be the mount point of a disk that is not mounted.
    const remedy =
      names === 'EACCES' ? 'let the user of the service read and write it' : 'create it, or set BACKUP_DIR';
    return { check, state: 'fail', message: `${dir} is not a readable folder (${names})`, remedy };
  }
  const folder = await checkFolder({ check, path: dir, variable: 'BACKUP_DIR' });
  if (folder.state !== 'ok') return folder;
  const newest = newestBackup(names, now);
  const at = newest === undefined ? undefined : backupTime(newest);
  if (at !== undefined && now - at <= 2 * everyMs) {
    return { check, state: 'ok', message: `the newest in ${dir} is from ${utcTime(at)}` };
  }
  const message = at === undefined ? `there is none in ${dir} yet` : `the newest in ${dir} is from ${utcTime(at)}`;
  const remedy = 'a running server writes one when it is due; see its log for "backed up"';
  return { check, state: 'warn', message, remedy };
}
