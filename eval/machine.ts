import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import { promisify } from 'node:util';
import type { Circumstances } from './results.ts';

const run = promisify(execFile);

/** When and on what a part was measured. */
export async function describeCircumstances(): Promise<Circumstances> {
  const [first] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${first?.model ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB`,
    node: process.version,
    versions: {
      dragoman: await versionIn('../package.json'),
      apertium: await apertiumVersion(),
      'dragoman-marian': await versionIn('../packages/marian/package.json'),
    },
  };
}

async function versionIn(file: string): Promise<string> {
  const text = await readFile(new URL(file, import.meta.url), 'utf8').catch(() => '{}');
  const { version } = JSON.parse(text) as { version?: unknown };
  return typeof version === 'string' ? version : 'absent';
}

/** The version of the programs; each language pair has a separate version in Debian. */
async function apertiumVersion(): Promise<string> {
  try {
    const { stdout } = await run('dpkg-query', ['--show', '--showformat=${Version}', 'apertium']);
    return stdout.trim();
  } catch {
    return 'unknown';
  }
}
