import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { bareEnvironment } from '../support/bare-environment.ts';
import { temporaryFolder } from '../support/stores.ts';

const program = fileURLToPath(new URL('../../packages/translate/src/dragoman-translate.ts', import.meta.url));

export type Files = Readonly<Record<string, string | Uint8Array>>;

type RunOptions = {
  /** Arguments of Node before the program. */
  readonly node?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** A shell command before the program, such as `ulimit -f 8; `. */
  readonly before?: string;
  readonly uid?: number;
  /** As with a reader such as `head`. */
  readonly closesOut?: true;
};

/** A folder with files to translate. The command runs there as a process. */
export async function openProjectFolder(files: Files) {
  const { path: folder, [Symbol.asyncDispose]: remove } = await temporaryFolder();
  const pathOf = (path: string): string => join(folder, path);
  const write = async (written: Files): Promise<void> => {
    for (const [path, content] of Object.entries(written)) {
      await mkdir(dirname(pathOf(path)), { recursive: true });
      await writeFile(pathOf(path), content);
    }
  };
  await write(files);
  return {
    folder,
    pathOf,
    write,
    /** Runs the command until it ends. */
    run: async (
      args: readonly string[],
      { url, key }: { readonly url: string; readonly key: string },
      { node = [], env = {}, before = '', uid, closesOut }: RunOptions = {},
    ) => {
      const child = spawn('/bin/sh', ['-c', `${before}exec "$0" "$@"`, process.execPath, ...node, program, ...args], {
        cwd: folder,
        env: { ...bareEnvironment, DRAGOMAN_URL: url, DRAGOMAN_KEY: key, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
        ...(uid !== undefined && { uid, gid: uid }),
      });
      if (closesOut) child.stdout.destroy();
      const out = closesOut ? '' : text(child.stdout);
      const [stdout, stderr] = await Promise.all([out, text(child.stderr), once(child, 'close')]);
      return { status: child.exitCode, signal: child.signalCode, stdout, stderr };
    },
    /** Returns all files by path, sorted. */
    files: async (): Promise<Readonly<Record<string, string>>> => {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
      const read = paths.toSorted().map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')]);
      return Object.fromEntries(await Promise.all(read));
    },
    [Symbol.asyncDispose]: remove,
  };
}
