import { z } from '@hono/zod-openapi';
import type { GlossaryEntry } from '../../sdk/src/wire.ts';
import { parseEntryLanguage, unknownLanguage } from '../shop/glossaries/entry-content.ts';
import { entryWords, type StoredEntry } from '../shop/glossaries/stored-entry.ts';
import { caseRules, type EntryLanguage, partsOfSpeech } from '../text/glossary/glossary-entry.ts';

const text = z.string({ error: 'must be a string' });

/** An entry to add. The rules of its content are those of `readEntryContent`. */
export const entryBody = z
  .strictObject({
    source_lang: text.openapi({ description: 'A language, or `*` for every one in a do-not-translate entry.' }),
    target_lang: text.openapi({ description: 'A language, or `*` for every one in a do-not-translate entry.' }),
    term: text.openapi({ description: 'The words in texts, in the singular.' }),
    translation: text.nullish().openapi({ description: 'Its translation; none for a do-not-translate entry.' }),
    do_not_translate: z.boolean({ error: 'must be true or false' }).default(false),
    case: text.default('follow').openapi({ enum: [...caseRules] }),
    part_of_speech: text.nullish().openapi({ description: `One of: ${partsOfSpeech.join(', ')}.` }),
    note: text.default('').openapi({ description: 'For people.' }),
  })
  .openapi('GlossaryEntryBody');

export const entrySchema: z.ZodType<GlossaryEntry> = z
  .strictObject({
    id: z.string(),
    source_lang: z.string().openapi({ description: '`*` for every language.' }),
    target_lang: z.string().openapi({ description: '`*` for every language.' }),
    term: z.string(),
    translation: z.string().nullable().openapi({ description: '`null` for a do-not-translate entry.' }),
    do_not_translate: z.boolean(),
    case: z.enum(caseRules),
    part_of_speech: z.enum(partsOfSpeech).nullable(),
    note: z.string(),
  })
  .openapi('GlossaryEntry');

export const versionField = z.int().min(0).openapi({ description: 'Counts the changes of the glossary.', example: 17 });

export function wireEntry(entry: StoredEntry): GlossaryEntry {
  return {
    id: entry.id,
    source_lang: entry.source,
    target_lang: entry.target,
    ...entryWords(entry),
    do_not_translate: entry.translation === undefined,
  };
}

/** A language in a query. */
export const languageParameter = z
  .string()
  .refine((written) => parseEntryLanguage(written) !== undefined, {
    error: ({ input }) => `is invalid: ${unknownLanguage(String(input)).replace(/\.$/, '')}`,
  })
  .optional();

export function languagesOf(query: {
  readonly source_lang?: string | undefined;
  readonly target_lang?: string | undefined;
}) {
  const parsed = (written: string | undefined): EntryLanguage | undefined =>
    written === undefined ? undefined : parseEntryLanguage(written);
  return { source: parsed(query.source_lang), target: parsed(query.target_lang) };
}
