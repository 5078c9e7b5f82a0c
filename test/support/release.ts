import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './stores.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** What a build does not read. */
const left = new Set(['node_modules', '.git', 'dist', 'out', 'data', 'coverage', 'test', 'bench', 'eval']);

/** A copy of the project with its build in `dist`. */
export type Release = AsyncDisposable & {
  readonly root: string;
  /** Runs a script of `setup` in the copy. */
  readonly script: (name: string, ...parameters: readonly string[]) => void;
};

/** Builds in a copy, because other tests read the project's own folders. */
export async function buildRelease(): Promise<Release> {
  await using opening = new AsyncDisposableStack();
  const { path: root } = opening.use(await temporaryFolder());
  for (const name of readdirSync(project)) {
    if (!left.has(name)) cpSync(join(project, name), join(root, name), { recursive: true });
  }
  symlinkSync(join(project, 'node_modules'), join(root, 'node_modules'));
  const script: Release['script'] = (name, ...parameters) => {
    const env = { ...process.env, SETUP_APT: 'never' };
    run([process.execPath, join(root, 'setup', name), ...parameters], { cwd: root, env });
  };
  script('build.mjs');
  const opened = opening.move();
  return { root, script, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

type RunOptions = { readonly cwd?: string; readonly env?: NodeJS.ProcessEnv };

/** Runs a program to its end; throws if it fails. Returns its standard output. */
export function run([program = '', ...parameters]: readonly string[], options: RunOptions = {}): string {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, {
    encoding: 'utf8',
    maxBuffer: 16 * 2 ** 20,
    ...options,
  });
  if (status !== 0) throw new Error(`${program} failed: ${error?.message ?? (stdout + stderr).slice(-4_000)}`);
  return stdout;
}
