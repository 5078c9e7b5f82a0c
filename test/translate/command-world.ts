import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { parseCommandLine } from '../../packages/translate/src/command-line.ts';
import type { Console } from '../../packages/translate/src/console.ts';
import type { Orphan } from '../../packages/translate/src/moves.ts';
import type { FileReport } from '../../packages/translate/src/report.ts';
import { run } from '../../packages/translate/src/run.ts';
import { readSettings } from '../../packages/translate/src/settings.ts';
import { UsageError } from '../../packages/translate/src/usage-error.ts';
import { LettersEngine, type LettersOptions } from '../support/letters-engine.ts';
import { startService } from '../support/service.ts';
import { type Files, openProjectFolder } from './project-folder.ts';

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
  given: Files,
  { count = 1_000_000, ...ofEngine }: LettersOptions & { count?: number } = {},
) {
  await using opening = new AsyncDisposableStack();
  const { folder, pathOf, files, write, run: runProcess } = opening.use(await openProjectFolder(given));
  const engine = new LettersEngine({ pairs: 'en-es en-ca es-en', ...ofEngine });
  const service = opening.use(await startService({}, [engine]));
  const customer = await service.customer(count);
  const read = (path: string): Promise<string> => readFile(pathOf(path), 'utf8');
  const address = { key: customer.key, url: service.url };
  const opened = opening.move();
  return {
    folder,
    pathOf,
    engine,
    service,
    customer,
    files,
    read,
    write: (path: string, content: string | Uint8Array) => write({ [path]: content }),
    /** Replaces a text of a file. Fails if the file does not have it. */
    edit: async (path: string, from: string | RegExp, to: string): Promise<void> => {
      const before = await read(path);
      const after = before.replace(from, () => to);
      if (after === before) throw new Error(`${path} has no ${String(from)}: ${before}`);
      await write({ [path]: after });
    },
    remove: (path: string): Promise<void> => rm(pathOf(path), { recursive: true, force: true }),
    names: (): Promise<readonly string[]> => readdir(folder),
    /** Content and time of each file of the folder. */
    snapshot: async (): Promise<readonly unknown[]> => {
      const timeOf = async (path: string) => (await stat(pathOf(path), { bigint: true })).mtimeNs;
      const contents = Object.entries(await files());
      return Promise.all(contents.map(async ([path, content]) => [path, await timeOf(path), content]));
    },
    run: async (...args: readonly string[]): Promise<Ran> => {
      // The service's clock stands: a run does not wait for the limit of the runs before.
      service.advance(60_000);
      const { used: before } = await customer.balance();
      const ran = await runInFolder(folder, args, address);
      return { ...ran, paid: (await customer.balance()).used - before };
    },
    spawn: async (args: readonly string[], options?: Parameters<typeof runProcess>[2]) => {
      const { status, stdout: out, stderr: error } = await runProcess(args, address, options);
      return { status, out, error };
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

export type Project = Awaited<ReturnType<typeof openProject>>;

/** Runs the command in this process, with any folder as the current one. */
export async function runInFolder(
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
