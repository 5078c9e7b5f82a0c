import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** A JavaScript runtime of an npm package with one program. */
type Runtime = { readonly npmPackage: string; readonly program: string; readonly args: readonly string[] };

const { arch } = process;
const node = (version: string): Runtime => ({
  npmPackage: `node-linux-${arch}@${version}`,
  program: 'bin/node',
  args: [],
});

/** Runtimes that the published packages support, beside the one that runs the tests. */
export const runtimes: Readonly<Record<string, Runtime>> = {
  'Node 18': node('18.20.8'),
  'Node 20': node('20.20.0'),
  'Node 22': node('22.23.3'),
  Deno: { npmPackage: `@deno/linux-${arch}-glibc@2.9.6`, program: 'deno', args: ['run', '--allow-env', '--allow-net'] },
  Bun: { npmPackage: `@oven/bun-linux-${arch === 'arm64' ? 'aarch64' : arch}@1.4.5`, program: 'bin/bun', args: [] },
};

/** Returns the path of the runtime's program, or undefined if npm cannot fetch it for this machine. */
export async function fetchRuntime({ npmPackage, program }: Runtime, folder: string): Promise<string | undefined> {
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefix', folder];
  await mkdir(folder);
  try {
    await promisify(execFile)('npm', ['install', ...options, npmPackage], { cwd: folder });
  } catch {
    return undefined;
  }
  return join(folder, 'node_modules', npmPackage.replace(/@[^@]+$/, ''), program);
}
