import { z } from '@hono/zod-openapi';
import type { GlossaryPage } from '../../../sdk/src/wire.ts';
import { RefusedRequest } from '../../calls/problem.ts';
import type { EntryId } from '../../text/glossary/glossary-entry.ts';
import { parseBody } from '../body-fields.ts';
import type { KeyEndpoint } from '../endpoint.ts';
import { entrySchema, versionField, wireEntry } from '../glossary-fields.ts';

const pageEntries = 500;

const querySchema = z.strictObject({
  cursor: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'is not a `next_cursor`')
    .optional()
    .openapi({ description: 'The `next_cursor` of the page before.' }),
});

const replySchema: z.ZodType<GlossaryPage> = z
  .strictObject({
    version: versionField,
    entries: z.array(entrySchema).readonly(),
    next_cursor: z.string().nullable().openapi({ description: 'For the next page; `null` on the last one.' }),
  })
  .openapi('GlossaryPage');

export const glossaryList: KeyEndpoint = {
  name: 'glossary-list',
  method: 'GET',
  path: '/api/v1/glossary',
  access: 'key',
  summary: 'List the glossary',
  description:
    'Returns 500 entries of the account at a time, sorted by languages and term. The glossary has changed between two ' +
    'pages if their versions differ.',
  query: querySchema,
  reply: {
    description: 'A page of entries.',
    schema: replySchema,
    example: {
      version: 17,
      entries: [
        {
          id: '01997c1e-0d6f-7a3b-9c53-2f6a54c6a001',
          source_lang: 'es',
          target_lang: 'en',
          term: 'panel solar',
          translation: 'PV module',
          do_not_translate: false,
          case: 'follow',
          part_of_speech: null,
          note: '',
        },
      ],
      next_cursor: null,
    } satisfies GlossaryPage,
  },
  errors: [400, 401, 429, 500],
  handle: async ({ query, holder: { accountId, glossaryVersion: version } }, { glossaries }) => {
    const after = parseBody(querySchema, query).cursor as EntryId | undefined;
    // The version is older than the entries if they differ, so that a change is noticed.
    const { entries, goesOnAfter = null } = await glossaries.list({ accountId, after, limit: pageEntries });
    if (after !== undefined && entries.length === 0) {
      throw new RefusedRequest({
        message: 'The entry of this cursor is gone, or there are none after it. Start again without it.',
        param: 'cursor',
      });
    }
    const reply: GlossaryPage = { version, entries: entries.map(wireEntry), next_cursor: goesOnAfter };
    return { reply };
  },
};
