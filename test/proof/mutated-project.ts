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

  #apply(edit: Edit): void {
    const path = join(this.#folder, edit.file);
    const { before, statement, after } = split(this.#folder, edit);
    writeFileSync(path, before + statement.replace(edit.find, () => edit.replace) + after);
  }
}

/** Returns how often the text that `edit` replaces occurs in its statement. */
export function countOf(edit: Edit): number {
  return split(root, edit).statement.split(edit.find).length - 1;
}

/** Splits a file around a declaration or a table, which ends where the next one or its comment begins. */
function split(folder: string, { file, of }: Edit) {
  const content = readFileSync(join(folder, file), 'utf8');
  const from = content.search(new RegExp(`^(?:export )?(?:const|function\\*?|class|create table) ${of}\\b`, 'm'));
  if (from === -1) return { before: content, statement: '', after: '' };
  const length = content.slice(from + 1).search(/^(?:export|const|function|class|type|create|\/[/*])/m);
  const to = length === -1 ? content.length : from + 1 + length;
  return { before: content.slice(0, from), statement: content.slice(from, to), after: content.slice(to) };
}

function escaped(title: string): string {
  return title.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
