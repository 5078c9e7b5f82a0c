import { access, constants, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { notWritten } from './content.ts';
import { checkRealPath, realPathOf, withFile } from './real-path.ts';

/**
 * Writes a file so that it always has its old content or the new one, also after a crash. A symbolic link stays one: the file
 * that it leads to is replaced.
 *
 * @throws TaskError, also for a read-only file, or one that `realPathOf` refuses
 */
export async function writeWhole(folder: string, path: string, content: string | Uint8Array): Promise<void> {
  try {
    await replaceFile(folder, path, content);
  } catch (error) {
    throw notWritten(path, error);
  }
}

async function replaceFile(folder: string, path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(await realPathOf(folder, path)), { recursive: true });
  const real = await realPathOf(folder, path);
  const mode = (await stat(real).catch(() => undefined))?.mode;
  // A rename would replace a read-only file too.
  if (mode !== undefined) await access(real, constants.W_OK);
  // Always the same name: the next run replaces what a killed one left. A link of this name is removed, never followed.
  const temporary = `${real}.dragoman-tmp`;
  try {
    await rm(temporary, { recursive: true, force: true });
    await withFile(await open(temporary, 'wx', mode ?? 0o666), async (file) => {
      await file.writeFile(content);
      await file.sync();
    });
    await checkRealPath(folder, path, real);
    await rename(temporary, real);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}
