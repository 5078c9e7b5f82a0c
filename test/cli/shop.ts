import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { commandParts } from '../../src/app.ts';
import { type CommandLineParts, runCommandLine } from '../../src/cli/command-line.ts';
import { later, unixMs } from '../../src/ground/units.ts';
import { temporaryFolder } from '../support/stores.ts';

/** The result of a command. */
export type Ended = { readonly status: number; readonly out: string; readonly err: string };

/** An operator with a separate data folder and the commands that work on it. */
export type Shop = AsyncDisposable & {
  readonly dataDir: string;
  readonly databaseFile: string;
  readonly advance: (byMs: number) => void;
  readonly run: (...argv: readonly string[]) => Promise<Ended>;
  /** Runs with `--json` and returns the one value on standard output; the status must be 0. */
  readonly json: <Value>(...argv: readonly string[]) => Promise<Value>;
};

/** The environment of a shop. Doctor accepts any free port. */
export const environmentOf = (dataDir: string) => ({
  DATA_DIR: dataDir,
  PORT: '0',
  OPS_PORT: '0',
  ENGINES: 'apertium',
  MODELS_URL: 'none',
});

/** Opens a shop on a real database, at 2026-11-20T12:00:00Z until its clock is moved. */
export async function openShop(
  replaced: Partial<CommandLineParts> = {},
  env: Readonly<Record<string, string>> = {},
): Promise<Shop> {
  const folder = await temporaryFolder();
  const dataDir = folder.path;
  let now = unixMs(Date.UTC(2026, 10, 20, 12));
  const own = {
    ...commandParts({ ...environmentOf(dataDir), ...env }, () => now),
    describeEngines: async () => [],
    openInput: () => Readable.from([]),
    release: { version: '1.2.3', commit: 'abc' },
    ...replaced,
  };
  const run = async (...argv: readonly string[]): Promise<Ended> => {
    const [out, err] = [new Collector(), new Collector()];
    const status = await runCommandLine(argv, { ...own, out, err });
    return { status, out: out.text, err: err.text };
  };
  return {
    dataDir,
    databaseFile: join(dataDir, 'dragoman.db'),
    advance: (byMs) => {
      now = later(now, byMs);
    },
    run,
    json: async (...argv) => {
      const { status, out, err } = await run(...argv, '--json');
      if (status !== 0) throw new Error(`${argv.join(' ')}: ${status} ${out}${err}`);
      return JSON.parse(out);
    },
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

class Collector extends Writable {
  text = '';

  override _write(chunk: unknown, _encoding: string, done: () => void): void {
    this.text += String(chunk);
    done();
  }
}
