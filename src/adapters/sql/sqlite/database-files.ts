import { existsSync, statSync } from 'node:fs';
import { storeUnavailable } from './sqlite-error.ts';

/** Suffixes of files that SQLite keeps beside a database. Each belongs to exactly one database file. */
export const logs = ['-wal', '-journal'] as const;

/** SQLite would apply the log of another database to the new one. @throws ServiceError `store_unavailable` */
export function refuseOrphanedLog(file: string): void {
  const log = existsSync(file) ? undefined : logs.find((ending) => existsSync(file + ending));
  if (log === undefined) return;
  const message = `${file} is missing, and its log ${file}${log} is there: move the database back, or move the log to it`;
  throw storeUnavailable({ message, resultCode: undefined });
}

/** By device and inode. Another process can replace the files; SQLite would go on writing to those it has open. */
export function openFiles(file: string): string {
  return ['', '-wal', '-lock'].map((ending) => fileAt(file + ending)).join();
}

function fileAt(path: string): string {
  const found = statSync(path, { throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.dev}:${found.ino}`;
}
