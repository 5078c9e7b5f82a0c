import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Edit } from './mutations.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const parts = ['src', 'test', 'sdk', 'packages', 'package.json', 'tsconfig.json'];

export type TestRun = {
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly status: number | null;
  readonly output: string;
};

/** A copy of the project in a separate folder, which may be changed. */
export class MutatedProject implements Disposable {
  readonly #folder = mkdtempSync(join(tmpdir(), 'dragoman-mutated-'));

  constructor(edits: readonly Edit[]) {
    try {
      for (const part of parts) cpSync(join(root, part), join(this.#folder, part), { recursive: true });
      symlinkSync(join(root, 'node_modules'), join(this.#folder, 'node_modules'));
      for (const edit of edits) this.#apply(edit);
    } catch (cause) {
      this[Symbol.dispose]();
      throw cause;
    }
  }

  [Symbol.dispose](): void {
    rmSync(this.#folder, { recursive: true });
  }

  /** Runs the tests of `suite` with these titles, in a separate process. */
  async test(suite: string, titles: readonly string[], atLength = false): Promise<TestRun> {
    const patterns = titles.map((title) => `--test-name-pattern=/${escaped(title)}$/`);
    // With NODE_TEST_CONTEXT, the runner would treat the process as a part of the present run. The shared PostgreSQL has
    // the tables of the original project.
    const { NODE_TEST_CONTEXT: _, TEST_POSTGRES_URL: _url, TEST_TALLY: _tally, ...env } = process.env;
    const child = spawn(process.execPath, ['--test', '--test-reporter=tap', ...patterns, suite], {
      cwd: this.#folder,
      // Compiled modules of a temporary folder must not stay in the project's cache.
      env: { ...env, FC_RUNS: atLength ? '30' : '1', NODE_COMPILE_CACHE: join(this.#folder, 'compiled') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const output = await text(child.stdout);
    const titled = (verdict: string) =>
      [...output.matchAll(new RegExp(`^ *${verdict} \\d+ - (.*?)( # .*)?$`, 'gm'))]
        .map(([, title = '']) => title)
        .filter((title) => titles.includes(title));
    return { passed: titled('ok'), failed: titled('not ok'), status: await ended, output };
  }

  #apply({ file, find, replace }: Edit): void {
    const path = join(this.#folder, file);
    writeFileSync(
      path,
      readFileSync(path, 'utf8').replace(find, () => replace),
    );
  }
}

/** Returns how often the text that `edit` replaces occurs in the project. */
export function countOf({ file, find }: Edit): number {
  return readFileSync(join(root, file), 'utf8').split(find).length - 1;
}

function escaped(title: string): string {
  return title.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
