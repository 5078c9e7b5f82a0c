import { access, constants, type FileHandle, mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { notWritten } from './content.ts';

/**
 * Writes a file so that it always has its old content or the new one, also after a crash. A symbolic link stays one: the file
 * that it leads to is replaced.
 *
 * @throws TaskError, also for a read-only file
 */
export async function writeWhole(folder: string, path: string, content: string | Uint8Array): Promise<void> {
  try {
    await replaceFile(join(folder, path), content);
  } catch (error) {
    throw notWritten(path, error);
  }
}

async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const real = await realpath(path).catch(() => path);
  await mkdir(dirname(real), { recursive: true });
  const mode = (await stat(real).catch(() => undefined))?.mode;
  // A rename would replace a read-only file too.
  if (mode !== undefined) await access(real, constants.W_OK);
  // Always the same name: the next run replaces what a killed one left.
  const temporary = `${real}.dragoman-tmp`;
  try {
    await withFile(await open(temporary, 'w', mode ?? 0o666), async (file) => {
      await file.writeFile(content);
      await file.sync();
    });
    await rename(temporary, real);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function withFile(file: FileHandle, work: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await work(file);
  } finally {
    await file.close();
  }
}
