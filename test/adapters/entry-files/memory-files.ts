import { fileBytesMax } from '../../../src/adapters/entry-files/entry-file.ts';
import { readMemoryFile } from '../../../src/adapters/entry-files/read-memory-file.ts';
import { writeMemoryFile, writeReview } from '../../../src/adapters/entry-files/write-memory-file.ts';
import type { MemoryFileFormat, MemoryFiles, WrittenEntry } from '../../../src/shop/memory/memory-files.ts';

export const files: MemoryFiles = {
  bytesMax: fileBytesMax,
  read: readMemoryFile,
  write: writeMemoryFile,
  writeReview,
};

export async function writeFile(entries: readonly WrittenEntry[], format: MemoryFileFormat): Promise<string> {
  let file = '';
  for await (const piece of files.write([entries], format)) file += piece;
  return file;
}
