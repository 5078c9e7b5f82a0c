import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../support/bare-environment.ts';

const program = fileURLToPath(new URL('../../packages/translate/src/dragoman-translate.ts', import.meta.url));

type Address = { readonly url: string; readonly key: string };

type RunOptions = {
  /** Arguments of Node before the program. */
  readonly node?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A shell command before the program, such as `ulimit -f 8; `. */
  readonly before?: string;
};

type Ended = {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** A folder with files to translate. The command runs there as a process. */
export type ProjectFolder = AsyncDisposable & {
  readonly folder: string;
  /** Runs the command until it ends. */
  readonly run: (args: readonly string[], service: Address, options?: RunOptions) => Promise<Ended>;
  readonly write: (files: Readonly<Record<string, string>>) => Promise<void>;
  /** All files by path, sorted. */
  readonly files: () => Promise<Readonly<Record<string, string>>>;
};

export async function openProjectFolder(files: Readonly<Record<string, string>>): Promise<ProjectFolder> {
  const folder = await mkdtemp(join(tmpdir(), 'dragoman-project-'));
  const write: ProjectFolder['write'] = async (written) => {
    for (const [path, content] of Object.entries(written)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
  };
  await write(files);
  return {
    folder,
    write,
    run: (args, service, options) => runCommand(folder, args, { ...options, service }),
    files: async () => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
      const read = paths.toSorted().map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')]);
      return Object.fromEntries(await Promise.all(read)) as Record<string, string>;
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

async function runCommand(
  folder: string,
  args: readonly string[],
  { node = [], env = {}, before = '', service: { url, key } }: RunOptions & { readonly service: Address },
): Promise<Ended> {
  const child = spawn('/bin/sh', ['-c', `${before}exec "$0" "$@"`, process.execPath, ...node, program, ...args], {
    cwd: folder,
    env: { ...bareEnvironment, DRAGOMAN_URL: url, DRAGOMAN_KEY: key, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { status: child.exitCode, signal: child.signalCode, stdout, stderr };
}
