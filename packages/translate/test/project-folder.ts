import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Settings } from '../src/settings.ts';

/** Creates a folder with these files; disposing removes it. */
export async function projectFolder(
  files: Readonly<Record<string, string>> | readonly string[],
): Promise<AsyncDisposable & { readonly path: string }> {
  const outer = await mkdtemp(join(tmpdir(), 'dragoman-translate-'));
  const path = join(outer, 'project');
  await mkdir(path);
  for (const [name, text] of Array.isArray(files) ? files.map((each) => [each, '']) : Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true });
    await writeFile(join(path, name), text);
  }
  return { path, [Symbol.asyncDispose]: () => rm(outer, { recursive: true, force: true }) };
}

/** Settings of a run that translates, with the given ones. */
export const settingsWith = (given: Pick<Settings, 'folder'> & Partial<Settings>): Settings => ({
  mode: 'translate',
  force: false,
  isJson: false,
  isQuiet: false,
  concurrency: 4,
  from: undefined,
  to: ['es'],
  lock: 'dragoman.lock',
  url: undefined,
  isOutGiven: false,
  config: [],
  given: undefined,
  ...given,
});
