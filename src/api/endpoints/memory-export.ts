import { z } from '@hono/zod-openapi';
import { FileReply } from '../../calls/endpoint-reply.ts';
import { pieceStream } from '../../ops/piece-stream.ts';
import { exportReadingMsMax } from '../../shop/entries/exported-file.ts';
import { exportMemory } from '../../shop/memory/exported-memory.ts';
import { memoryFileFormats, memoryFileTypes } from '../../shop/memory/memory-files.ts';
import type { KeyEndpoint } from '../endpoint.ts';
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
  handle: async ({ query, holder: { accountId }, call: { exchange } }, parts) => {
    const { fields, languages } = parseMemoryQuery(querySchema, query, parts);
    using work = new DisposableStack();
    work.use(parts.glossaryWork.exports.begin(accountId));
    const { name, type, pieces } = await exportMemory(parts, accountId, { ...fields, ...languages });
    if (exchange.req.method === 'HEAD') return { reply: new FileReply(name, type, null) };
    const sent = { work: work.move(), readingMsMax: exportReadingMsMax, exchange, failed: parts.events.failed };
    return { reply: new FileReply(name, type, pieceStream({ pieces, ...sent })) };
  },
};
