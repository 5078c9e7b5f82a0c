import { z } from '@hono/zod-openapi';
import type { MemoryPage } from '../../../sdk/src/wire.ts';
import { RefusedRequest } from '../../calls/problem.ts';
import type { MemoryEntryId } from '../../shop/memory/memory-entry.ts';
import type { KeyEndpoint } from '../endpoint.ts';
import {
  memoryEntrySchema,
  memoryLanguageParameter,
  memoryVersionField,
  parseMemoryQuery,
  wireMemoryEntry,
} from '../memory-fields.ts';

const pageEntries = 500;
/** Entries that one page looks through, so that other requests do not wait. */
const lookedThroughMax = 10_000;
const searchedCharactersMax = 200;

const querySchema = z.strictObject({
  cursor: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'is not a `next_cursor`')
    .optional()
    .openapi({ description: 'The `next_cursor` of the page before.' }),
  source_lang: memoryLanguageParameter.openapi({ description: 'Only entries with this source language.' }),
  target_lang: memoryLanguageParameter.openapi({ description: 'Only entries with this target language.' }),
  q: z
    .string()
    .min(1, 'must not be empty')
    .max(searchedCharactersMax, `must have at most ${searchedCharactersMax} characters`)
    // PostgreSQL stores no text with a NUL.
    .refine((holding) => holding.isWellFormed() && !holding.includes('\0'), 'contains an incomplete character or NUL')
    .optional()
    .openapi({ description: 'Only entries whose source or target contains this text, in any case.' }),
  glossary: z
    .enum(['conflict'], { error: 'must be `conflict`' })
    .optional()
    .openapi({ description: 'Only entries whose translation lacks a term of the glossary.' }),
});

const replySchema: z.ZodType<MemoryPage> = z
  .strictObject({
    version: memoryVersionField,
    total: z.int().min(0).openapi({ description: 'Entries of the memory, also those that the query leaves out.' }),
    entries: z.array(memoryEntrySchema).readonly(),
    next_cursor: z.string().nullable().openapi({ description: 'For the next page; `null` on the last one.' }),
  })
  .openapi('MemoryPage');

export const memoryList: KeyEndpoint = {
  name: 'memory-list',
  method: 'GET',
  path: '/api/v1/memory',
  access: 'key',
  summary: 'List approved translations',
  description:
    'Returns at most 500 entries of the account, sorted by languages and source. With `q`, `target_lang` or `glossary`, a ' +
    'page may have fewer and not be the last. The memory has changed between two pages if their versions differ.',
  query: querySchema,
  reply: {
    description: 'A page of entries.',
    schema: replySchema,
    example: {
      version: 17,
      total: 1,
      entries: [
        {
          id: '01997c1e-0d6f-7a3b-9c53-2f6a54c6a001',
          source_lang: 'en',
          target_lang: 'es',
          source: 'Delete {count} files?',
          target: '¿Eliminar {count} archivos?',
          note: '',
          origin: 'api',
          created_at: '2026-11-20T12:00:00Z',
          updated_at: '2026-11-20T12:00:00Z',
        },
      ],
      next_cursor: null,
    } satisfies MemoryPage,
  },
  errors: [400, 401, 429, 500],
  handle: async ({ query, holder: { accountId, glossaryVersion }, call: { exchange } }, parts) => {
    const { fields, languages } = parseMemoryQuery(querySchema, query, parts);
    const after = fields.cursor as MemoryEntryId | undefined;
    // The version is older than the entries if they differ, so that a change is noticed.
    const { version, count: total } = await parts.memory.count(accountId);
    const filter = { accountId, ...languages, holding: fields.q, after, limit: pageEntries, lookedThroughMax };
    const listed =
      fields.glossary === undefined
        ? parts.memory.list(filter)
        : parts.memoryConflicts.list({ ...filter, glossaryVersion }, exchange.abortSignal(parts.deadlineMs));
    const { entries, goesOnAfter = null } = await listed;
    const isEnd = entries.length === 0 && goesOnAfter === null;
    if (after !== undefined && isEnd && (await parts.memory.find(accountId, after)) === undefined) {
      const message = 'The entry of this cursor is gone. Start again without it.';
      throw new RefusedRequest({ message, param: 'cursor' });
    }
    const reply: MemoryPage = { version, total, entries: entries.map(wireMemoryEntry), next_cursor: goesOnAfter };
    return { reply };
  },
};
