import { z } from '@hono/zod-openapi';
import type { MemoryEntry } from '../../sdk/src/wire.ts';
import type { ApiParts } from '../calls/api-parts.ts';
import { quoted } from '../calls/json-object.ts';
import { memoryEntryFields, memoryOrigins, type StoredMemoryEntry } from '../shop/memory/memory-entry.ts';
import type { LanguageTag } from '../text/languages/language.ts';
import type { LanguageRole } from '../text/languages/language-match.ts';
import { parseBody } from './body-fields.ts';
import { formatTime } from './wire-time.ts';

const text = z.string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') });

/** An entry to add. `AccountMemory` checks its content. */
export const memoryEntryBody = z
  .strictObject({
    source_lang: text.openapi({ description: 'A code that `/languages` lists, in any spelling.' }),
    target_lang: text.openapi({ description: 'The same for the translation.' }),
    source: text.openapi({ description: 'The text, of 1 to 10,000 characters.' }),
    target: text.openapi({ description: 'Its approved translation, with the same tags and placeholders.' }),
    note: text.optional().openapi({ description: 'For people. Default: that of the entry that it replaces.' }),
  })
  .openapi('MemoryEntryBody');

export const memoryEntrySchema: z.ZodType<MemoryEntry> = z
  .strictObject({
    id: z.string(),
    source_lang: z.string(),
    target_lang: z.string(),
    source: z.string(),
    target: z.string(),
    note: z.string(),
    origin: z.enum(memoryOrigins).openapi({ description: 'How it was approved.' }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .openapi('MemoryEntry');

export const memoryVersionField = z
  .int()
  .min(0)
  .openapi({ description: 'Counts the changes of the memory.', example: 17 });

export function wireMemoryEntry(entry: StoredMemoryEntry): MemoryEntry {
  const { id, createdAt, updatedAt } = entry;
  const times = { created_at: `${formatTime(createdAt)}Z`, updated_at: `${formatTime(updatedAt)}Z` };
  return { id, ...memoryEntryFields(entry), ...times };
}

/** A language in a query; `parseMemoryQuery` parses it. */
export const memoryLanguageParameter = z.string().optional();

/** Without a `problem`, the tag is a language of the service. With one, it is as written. */
export type MemoryLanguage = { readonly tag: LanguageTag; readonly problem?: string };

export function readMemoryLanguage(
  { catalogue }: Pick<ApiParts, 'catalogue'>,
  role: LanguageRole,
  written: string,
): MemoryLanguage {
  const lookup = catalogue.parse(written, role);
  if (lookup.kind !== 'unknown') return { tag: lookup.tag };
  const nearest = lookup.nearest === undefined ? '' : ` The nearest is \`${lookup.nearest}\`.`;
  const problem = `Unknown ${role} language ${quoted(written)}.${nearest} See /api/v1/languages.`;
  return { tag: written as LanguageTag, problem };
}

/** Returns the fields of a query, and its languages; undefined for all. @throws RefusedRequest that lists all invalid ones */
export function parseMemoryQuery<Schema extends z.ZodObject>(
  schema: Schema,
  query: Readonly<Record<string, string>>,
  parts: Pick<ApiParts, 'catalogue'>,
) {
  const read = (role: LanguageRole) => {
    const written = query[`${role}_lang`];
    return written === undefined ? undefined : readMemoryLanguage(parts, role, written);
  };
  const languages = { source: read('source'), target: read('target') };
  const problems = (['source', 'target'] as const).map((role) => {
    const problem = languages[role]?.problem?.replace(/\.$/, '');
    return problem === undefined ? undefined : { param: `${role}_lang`, message: `is invalid: ${problem}` };
  });
  const fields = parseBody(schema, query, problems);
  return { fields, languages: { source: languages.source?.tag, target: languages.target?.tag } };
}
