import { z } from '@hono/zod-openapi';
import { exportGlossary, glossaryFileFormats, glossaryFileTypes } from '../../shop/glossaries/glossary-files.ts';
import { parseBody } from '../body-fields.ts';
import type { KeyEndpoint } from '../endpoint.ts';
import { exportReply } from '../entry-files.ts';
import { languageParameter, languagesOf } from '../glossary-fields.ts';

const querySchema = z.strictObject({
  format: z.enum(glossaryFileFormats, { error: `must be one of ${glossaryFileFormats.join(', ')}` }).default('csv'),
  source_lang: languageParameter.openapi({ description: 'Only entries with this source language.' }),
  target_lang: languageParameter.openapi({ description: 'Only entries with this target language.' }),
});

export const glossaryExport: KeyEndpoint = {
  name: 'glossary-export',
  method: 'GET',
  path: '/api/v1/glossary/export',
  access: 'key',
  summary: 'Export the glossary',
  description: 'Returns all entries as a file. If you import it again, nothing changes.',
  query: querySchema,
  reply: { description: 'The file.', files: Object.values(glossaryFileTypes).map((type) => `${type}; charset=utf-8`) },
  errors: [400, 401, 429, 500],
  handle: async (asked, parts) => {
    const { format, ...languages } = parseBody(querySchema, asked.query);
    const { accountId } = asked.holder;
    return {
      reply: await exportReply(parts, asked, () =>
        exportGlossary(parts, accountId, { format, ...languagesOf(languages) }),
      ),
    };
  },
};
