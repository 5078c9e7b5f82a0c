import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { notWritten } from './content.ts';
import { UsageError } from './usage-error.ts';

/** Followed by the number of the process. A run that was killed leaves its file, and the next one removes it. */
const prefix = '.dragoman-running-';

/**
 * Marks a folder as that of a run. Returns a function that ends this.
 *
 * @throws UsageError while another process translates in the folder; TaskError if the folder cannot be written
 */
export function beginRun(folder: string): () => void {
  const own = `${prefix}${process.pid}`;
  const remove = (name: string): void => rmSync(join(folder, name), { force: true });
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, own), '');
  } catch (error) {
    throw notWritten(join(folder, own), error);
  }
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(prefix) || name === own) continue;
    if (isRunning(folder, name)) {
      remove(own);
      throw new UsageError(`Another run translates in this folder. Wait until it ends, or remove ${name}.`);
    }
    remove(name);
  }
  return () => remove(own);
}

/** Whether the process of a file runs. After a restart of the machine, its number may be that of another one. */
function isRunning(folder: string, name: string): boolean {
  const createdAt = statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (createdAt < Date.now() - uptime() * 1_000) return false;
  try {
    process.kill(Number(name.slice(prefix.length)), 0);
    return true;
  } catch (error) {
    // A process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
