import { hashOf } from './hash.ts';
import { readReal } from './real-path.ts';

/** A file on disk. */
export type Content = { readonly path: string; readonly bytes: Uint8Array; readonly hash: string };

/** Why a file is not translated. `code` is for programs. */
export class TaskError extends Error {
  readonly code: string;
  readonly path: string;
  readonly line: number | undefined;

  constructor(code: string, message: string, place: { readonly path: string; readonly line?: number | undefined }) {
    super(message);
    this.code = code;
    this.path = place.path;
    this.line = place.line;
  }
}

/** @param error of the system */
export function notWritten(path: string, error: unknown): TaskError {
  const { code } = error as NodeJS.ErrnoException;
  return new TaskError('not_written', `the file cannot be written (${code}).`, { path });
}

/** Returns undefined for a missing file. @throws TaskError for one that cannot be read, or that `realPathOf` refuses */
export async function readContent(folder: string, path: string): Promise<Content | undefined> {
  try {
    const bytes = await readReal(folder, path);
    return { path, bytes, hash: hashOf(bytes) };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new TaskError('unreadable', `the file cannot be read (${code}).`, { path });
  }
}
