import { mkdtemp, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Finding } from './check.ts';

const mebibyte = 2 ** 20;
const freeWarnBytes = 1_024 * mebibyte;
const freeFailBytes = 100 * mebibyte;

export type CheckedFolder = {
  /** The name of the check. */
  readonly check: string;
  /** Absolute path. */
  readonly path: string;
  /** The environment variable that sets it. */
  readonly variable: 'BACKUP_DIR' | 'DATA_DIR' | 'MODELS_DIR';
};

/** Whether the folder is writable, or the folder above it if it does not exist. */
export async function checkFolder({ check, path, variable }: CheckedFolder): Promise<Finding> {
  const found = await nearestExisting(path);
  if (!(await stat(found)).isDirectory()) {
    return { check, state: 'fail', message: `${found} is not a folder`, remedy: `set ${variable} to a folder` };
  }
  try {
    // Only a write shows permissions, a read-only mount, a quota or a full disk.
    await rmdir(await mkdtemp(join(found, '.dragoman-doctor-')));
  } catch {
    const remedy = `run the service as the user who owns ${found}, or set ${variable} to another folder`;
    return { check, state: 'fail', message: `${found} cannot be written to`, remedy };
  }
  return { check, state: 'ok', message: found === path ? path : `${path} will be created` };
}

/** Whether there is room for the database to grow. */
export async function checkDiskSpace(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(await nearestExisting(dataDir));
  const freeBytes = bavail * bsize;
  const finding = { check: 'disk space', message: `${Math.floor(freeBytes / mebibyte)} MiB free for ${dataDir}` };
  if (freeBytes >= freeWarnBytes) return { ...finding, state: 'ok' };
  const state = freeBytes < freeFailBytes ? 'fail' : 'warn';
  return { ...finding, state, remedy: 'free some space, or set DATA_DIR to a larger disk' };
}

/** The path itself, or its closest folder that exists. */
export async function nearestExisting(path: string): Promise<string> {
  try {
    await stat(path);
    return path;
  } catch {
    return dirname(path) === path ? path : await nearestExisting(dirname(path));
  }
}
