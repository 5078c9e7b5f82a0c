import { mkdtemp, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import { descriptorsMax } from '../../ops/descriptors.ts';
import type { Finding } from './check.ts';

const mebibyte = 2 ** 20;

/** Below these, long texts or many connections at once make requests fail, or end the server. */
const heapWarnMib = 512;
const descriptorsWarn = 1_024;

/** Whether the process may use enough memory and open files. The command gets the same limits as a server started like it. */
export function checkLimits(
  heapMib = Math.floor(getHeapStatistics().heap_size_limit / mebibyte),
  descriptors = descriptorsMax,
): readonly Finding[] {
  const heap = { check: 'memory', message: `${heapMib} MiB for Node's heap` };
  const files = { check: 'open files', message: `${descriptors} at once` };
  return [
    heapMib >= heapWarnMib
      ? { ...heap, state: 'ok' }
      : {
          ...heap,
          state: 'warn',
          remedy: `give the service 1 GiB, or set NODE_OPTIONS=--max-old-space-size=${heapWarnMib}`,
        },
    descriptors >= descriptorsWarn
      ? { ...files, state: 'ok' }
      : { ...files, state: 'warn', remedy: `raise the limit (ulimit -n, LimitNOFILE=) to ${descriptorsWarn} or more` },
  ];
}

/** The same as in `setup/node-runtime.mjs`, which has the reason. */
const least = { major: 24, minor: 15 };

/** @param version as in `24.15.0` */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const finding = { check: 'Node', message: version };
  if (major > least.major || (major === least.major && minor >= least.minor)) return { ...finding, state: 'ok' };
  return { ...finding, state: 'fail', remedy: `install Node ${least.major}.${least.minor} or newer, or run npm ci` };
}

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
