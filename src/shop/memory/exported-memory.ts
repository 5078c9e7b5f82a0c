import type { AccountId } from '../accounts/account.ts';
import { type ExportedFile, joinedPieces } from '../entries/exported-file.ts';
import type { AccountMemory } from './account-memory.ts';
import { type MemoryFileFormat, type MemoryFileOptions, type MemoryFiles, memoryFileTypes } from './memory-files.ts';

type MemoryExportParts = {
  readonly memory: Pick<AccountMemory, 'count' | 'pages'>;
  readonly openMemoryFiles: () => Promise<Pick<MemoryFiles, 'write'>>;
};

/** The languages are undefined for all. */
export type MemoryExportChoice = MemoryFileOptions['languages'] & { readonly format: MemoryFileFormat };

/** Returns the entries of an account as a file. They are read as they are written. */
export async function exportMemory(
  { memory, openMemoryFiles }: MemoryExportParts,
  accountId: AccountId,
  { format, ...languages }: MemoryExportChoice,
): Promise<ExportedFile> {
  const files = await openMemoryFiles();
  const { version } = await memory.count(accountId);
  const pieces = joinedPieces(files.write(memory.pages({ accountId, ...languages }), format));
  return { name: `memory-v${version}.${format}`, type: `${memoryFileTypes[format]}; charset=utf-8`, pieces };
}
