import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { notWritten } from './content.ts';
import { isPrivate } from './real-path.ts';
import { UsageError } from './usage-error.ts';

/** Followed by the number of the process and its start. A run that was killed leaves its file, and the next one removes it. */
const prefix = '.dragoman-running-';

/**
 * Marks a folder as that of a run. Returns a function that ends this.
 *
 * @throws UsageError while another process translates in the folder; TaskError if the folder cannot be written
 */
export function beginRun(folder: string): () => void {
  const own = `${prefix}${process.pid}-${startOf(process.pid)}`;
  let path = join(folder, own);
  const remove = (name: string): void => rmSync(join(folder, name), { recursive: true, force: true });
  const others: string[] = [];
  try {
    mkdirSync(folder, { recursive: true });
    remove(own);
    writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
    const hasModes = isPrivate(lstatSync(path));
    for (const name of readdirSync(folder).filter((each) => each.startsWith(prefix) && each !== own)) {
      path = join(folder, name);
      if (isRunning(path, hasModes)) others.push(name);
      else remove(name);
    }
  } catch (error) {
    throw notWritten(path, error);
  }
  if (others.length === 0) return () => remove(own);
  remove(own);
  throw new UsageError(`Another run translates in this folder. Wait until it ends, or remove ${others[0]}.`);
}

/**
 * Whether the process of a file runs. Later, its number may be that of another one.
 *
 * @param hasModes whether the file system has modes: then a file without ours is none of a run, but of a clone
 */
function isRunning(path: string, hasModes: boolean): boolean {
  const status = lstatSync(path, { throwIfNoEntry: false });
  if (status === undefined || (hasModes && !isPrivate(status))) return false;
  if (status.mtimeMs < Date.now() - uptime() * 1_000) return false;
  const [, pid, start] = /-([1-9]\d{0,9})-(\d*)$/.exec(path) ?? [];
  const found = pid === undefined ? undefined : startOf(Number(pid));
  return found !== undefined && (found === start || found === '');
}

/**
 * Returns when a process started, as Linux counts it; undefined if it has ended, also if its parent has not noticed yet.
 * Empty for a process that runs, where the system does not say it. Source: proc_pid_stat(5).
 */
function startOf(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another user runs.
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return undefined;
  }
  try {
    const [state = '', ...fields] = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return /[ZX]/.test(state) ? undefined : fields[18];
  } catch {
    return '';
  }
}
