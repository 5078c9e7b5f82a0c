import assert from 'node:assert/strict';
import { readGlossaryFile } from '../../../src/adapters/entry-files/read-glossary-file.ts';
import type { GlossaryFileOptions } from '../../../src/shop/glossaries/glossary-files.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';

export const [en, de] = ['en' as LanguageTag, 'de' as LanguageTag];

/** `line source>target term=translation`, or `line kind` for a problem; what was skipped comes last. */
export async function readLines(
  file: string | Uint8Array,
  options: Partial<GlossaryFileOptions> = {},
): Promise<string[]> {
  const read = await readGlossaryFile(bytesOf(file), options);
  assert.ok(read.kind === 'read', JSON.stringify(read));
  const entries = read.entries.map((entry) => {
    if (entry.kind === 'problem') return `${entry.line} ${entry.problem}`;
    const { source, target, term, translation } = entry.content;
    return `${entry.line} ${source}>${target} ${term}=${translation ?? ''}`;
  });
  return [...entries, ...read.skipped.map(({ line }) => `${line} skipped`)];
}

/** `line message`. */
export async function readFault(
  file: string | Uint8Array,
  options: Partial<GlossaryFileOptions> = {},
): Promise<string> {
  const read = await readGlossaryFile(bytesOf(file), options);
  assert.ok(read.kind === 'unreadable', JSON.stringify(read));
  return `${read.line ?? '-'} ${read.message}`;
}

function bytesOf(file: string | Uint8Array): Uint8Array {
  return typeof file === 'string' ? Buffer.from(file) : file;
}
