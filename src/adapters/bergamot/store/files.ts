import { open, readdir, readFile, stat } from 'node:fs/promises';

/** Returns the value in a file; undefined when it is not JSON. */
export async function readJson(path: string): Promise<unknown> {
  return parseJson(await readFile(path, 'utf8'));
}

/** Undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The size of a file, also behind a link; undefined when there is none, or something else. */
export async function fileBytes(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

/** The visible entries of a folder, in order; none when it cannot be read. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => !name.startsWith('.')).toSorted();
}

/** Makes created and renamed entries of a folder survive a power loss. */
export async function syncFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r');
  await folder.sync();
}
