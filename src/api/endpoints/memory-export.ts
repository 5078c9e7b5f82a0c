import { z } from '@hono/zod-openapi';
import { exportMemory } from '../../shop/memory/exported-memory.ts';
import { memoryFileFormats, memoryFileTypes } from '../../shop/memory/memory-files.ts';
import type { KeyEndpoint } from '../endpoint.ts';
import { exportReply } from '../entry-files.ts';
import { memoryLanguageParameter, parseMemoryQuery } from '../memory-fields.ts';

const querySchema = z.strictObject({
  format: z.enum(memoryFileFormats, { error: `must be one of ${memoryFileFormats.join(', ')}` }).default('tmx'),
  source_lang: memoryLanguageParameter.openapi({ description: 'Only entries with this source language.' }),
  target_lang: memoryLanguageParameter.openapi({ description: 'Only entries with this target language.' }),
});

const types = memoryFileFormats.map((format) => `${memoryFileTypes[format]}; charset=utf-8`);

export const memoryExport: KeyEndpoint = {
  name: 'memory-export',
  method: 'GET',
  path: '/api/v1/memory/export',
  access: 'key',
  summary: 'Export approved translations',
  description: 'Returns all entries as a file. If you import it again, nothing changes.',
  query: querySchema,
  reply: { description: 'The file.', files: types },
  errors: [400, 401, 429, 500],
  handle: async (asked, parts) => {
    const { fields, languages } = parseMemoryQuery(querySchema, asked.query, parts);
    const { accountId } = asked.holder;
    return {
      reply: await exportReply(parts, asked, () => exportMemory(parts, accountId, { ...fields, ...languages })),
    };
  },
};
