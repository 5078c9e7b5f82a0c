import { closeSync, constants, fstatSync, openSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Whether a path, relative to the folder, is written as one outside of it. Only the command line may name such paths. */
export function leavesFolder(folder: string, path: string): boolean {
  const way = relative(folder, resolve(folder, path));
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way);
}

/** An error as those of the system: what happened is its `code`. */
const refusal = (code: string): Error => Object.assign(new Error(code), { code });

/**
 * Returns the real path of a file or folder, which may be missing. Other people may have made the files and links in
 * the folder, so a path inside the folder must not lead out of it, nor to the files of git.
 *
 * @throws errors as those of the system
 */
export async function realPathOf(folder: string, path: string): Promise<string> {
  const real = await withoutLinks(resolve(folder, path));
  if (leavesFolder(folder, path)) return real;
  const root = await withoutLinks(folder);
  if (leavesFolder(root, real)) throw refusal('a link leads out of the current folder');
  if (/(^|[\\/])\.git([\\/]|$)/i.test(relative(root, real))) throw refusal('it belongs to git');
  return real;
}

async function withoutLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || path === dirname(path)) throw error;
  }
  const status = await lstat(path).catch(() => undefined);
  if (status?.isSymbolicLink()) throw refusal('the link leads to no file');
  return join(await withoutLinks(dirname(path)), basename(path));
}

// Windows does not have the flags.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

/** Opening a pipe does not wait for its other end. */
const neverThroughLinks = O_NOFOLLOW | O_NONBLOCK;

/** Reads a file that is no pipe or device. @throws errors as those of the system */
export async function readReal(folder: string, path: string): Promise<Buffer> {
  const real = await realPathOf(folder, path);
  return withFile(await open(real, constants.O_RDONLY | neverThroughLinks), async (file) => {
    const status = await file.stat();
    if (!status.isFile() && !status.isDirectory()) throw refusal('it is no regular file');
    await checkRealPath(folder, path, real);
    return file.readFile();
  });
}

/** @throws an error if a folder of the path has been replaced by a link since `realPathOf` returned `real` */
export async function checkRealPath(folder: string, path: string, real: string): Promise<void> {
  if ((await realPathOf(folder, path)) !== real) throw refusal('its folder has changed');
}

export async function withFile<Result>(file: FileHandle, work: (file: FileHandle) => Promise<Result>): Promise<Result> {
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** Whether only its owner can read a file. Git and most archives of other people make none of this kind. */
export const isPrivate = ({ mode }: Stats): boolean => (mode & 0o077) === 0;

/** Opens a file of the command itself, which is never a link. @throws errors as those of the system */
export function openOwn(path: string, flags: number, mode?: number): number {
  const descriptor = openSync(path, flags | neverThroughLinks, mode);
  const status = fstatSync(descriptor);
  if (status.isFile() && status.nlink === 1) return descriptor;
  closeSync(descriptor);
  throw refusal(status.isDirectory() ? 'EISDIR' : 'it is no regular file, or a link');
}
