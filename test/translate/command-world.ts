import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseCommandLine } from '../../packages/translate/src/command-line.ts';
import type { Console } from '../../packages/translate/src/console.ts';
import type { Orphan } from '../../packages/translate/src/moves.ts';
import type { FileReport } from '../../packages/translate/src/report.ts';
import { run } from '../../packages/translate/src/run.ts';
import { readSettings } from '../../packages/translate/src/settings.ts';
import { UsageError } from '../../packages/translate/src/usage-error.ts';
import { bareEnvironment } from '../support/bare-environment.ts';
import { LettersEngine, type LettersOptions } from '../support/letters-engine.ts';
import { startService } from '../support/service.ts';
import { temporaryFolder } from '../support/stores.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** What a run printed. `json` is the value of `--json`. */
export type Ran = {
  readonly status: number;
  readonly out: string;
  readonly error: string;
  readonly json: {
    readonly files: readonly FileReport[];
    readonly characters: number;
    readonly charged: number;
    readonly orphans: readonly Orphan[];
  };
  /** Characters that the account paid during the run. */
  readonly paid: number;
};

/** A folder with files, and a service with an engine that writes each word backwards: English into Spanish and Catalan. */
export async function openProject(
  files: Files,
  { count = 1_000_000, ...options }: LettersOptions & { count?: number } = {},
) {
  await using opening = new AsyncDisposableStack();
  const folder = opening.use(await temporaryFolder());
  const engine = new LettersEngine({ pairs: 'en-es en-ca es-en', ...options });
  const service = opening.use(await startService({}, [engine]));
  const customer = await service.customer(count);
  const pathOf = (path: string): string => join(folder.path, path);
  const write = async (path: string, content: string | Uint8Array): Promise<void> => {
    await mkdir(dirname(pathOf(path)), { recursive: true });
    await writeFile(pathOf(path), content);
  };
  const read = (path: string): Promise<string> => readFile(pathOf(path), 'utf8');
  for (const [path, content] of Object.entries(files)) await write(path, content);
  const env = { key: customer.key, url: service.url };
  const opened = opening.move();
  return {
    folder: folder.path,
    engine,
    service,
    customer,
    pathOf,
    write,
    read,
    /** Replaces a text of a file. Fails if the file does not have it. */
    edit: async (path: string, from: string | RegExp, to: string): Promise<void> => {
      const before = await read(path);
      const after = before.replace(from, () => to);
      if (after === before) throw new Error(`${path} has no ${String(from)}: ${before}`);
      await write(path, after);
    },
    remove: (path: string): Promise<void> => rm(pathOf(path), { recursive: true, force: true }),
    names: (): Promise<readonly string[]> => readdir(folder.path),
    /** Content and time of each file of the folder. */
    snapshot: async (): Promise<readonly unknown[]> => {
      const names = await readdir(folder.path, { recursive: true, withFileTypes: true });
      const paths = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      return Promise.all(
        paths
          .toSorted()
          .map(async (path) => [path, (await stat(path, { bigint: true })).mtimeNs, await readFile(path, 'utf8')]),
      );
    },
    run: async (...args: readonly string[]): Promise<Ran> => {
      // The service's clock stands: a run does not wait for the limit of the runs before.
      service.advance(60_000);
      const { used: before } = await customer.balance();
      const ran = await runInFolder(folder.path, args, env);
      return { ...ran, paid: (await customer.balance()).used - before };
    },
    /** Runs the command as a process, with other variables of the environment. */
    spawn: (args: readonly string[], changes: SpawnChanges = {}): Promise<Omit<Ran, 'json' | 'paid'>> =>
      spawnInFolder(folder.path, args, { DRAGOMAN_KEY: env.key, DRAGOMAN_URL: env.url, ...changes }),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

export type Project = Awaited<ReturnType<typeof openProject>>;

/** Runs the command in this process, with any folder as the current one. */
async function runInFolder(
  folder: string,
  args: readonly string[],
  { key, url }: { readonly key: string; readonly url: string },
): Promise<Omit<Ran, 'paid'>> {
  const printed = { out: '', error: '', json: { files: [], characters: 0, charged: 0, orphans: [] } };
  const console: Console = {
    out: (line) => void (printed.out += line),
    json: args.includes('--json') ? (value) => void Object.assign(printed.json, value) : undefined,
    error: (text) => void (printed.error += text),
    draw: undefined,
  };
  try {
    const settings = await readSettings(parseCommandLine(['--url', url, ...args]), folder);
    const status = await run(settings, { console, key, signal: new AbortController().signal });
    return { ...printed, status };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return { ...printed, error: `${error.message}\n`, status: 2 };
  }
}

type SpawnChanges = {
  readonly DRAGOMAN_KEY?: string;
  readonly DRAGOMAN_URL?: string;
  readonly uid?: number;
  /** As with a reader such as `head`. */
  readonly closesOut?: true;
};

const program = fileURLToPath(new URL('../../packages/translate/src/dragoman-translate.ts', import.meta.url));

function spawnInFolder(
  folder: string,
  args: readonly string[],
  { uid, closesOut, ...env }: SpawnChanges,
): Promise<Omit<Ran, 'json' | 'paid'>> {
  const options = { cwd: folder, env: { ...bareEnvironment, ...env }, ...(uid !== undefined && { uid, gid: uid }) };
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [program, ...args], options, (_, out, error) =>
      resolve({ status: child.exitCode ?? -1, out, error }),
    );
    if (closesOut) child.stdout?.destroy();
  });
}
