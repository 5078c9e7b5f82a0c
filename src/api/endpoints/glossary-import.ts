import { z } from '@hono/zod-openapi';
import type { GlossaryImport } from '../../../sdk/src/wire.ts';
import { importBytesMax } from '../../shop/entries/exported-file.ts';
import { glossaryFileFormats, glossaryFileTypes } from '../../shop/glossaries/glossary-files.ts';
import { addedOf, changedOf } from '../../shop/glossaries/import-plan.ts';
import { parseBody } from '../body-fields.ts';
import type { KeyEndpoint } from '../endpoint.ts';
import { formatOfType, refusedRows } from '../entry-files.ts';
import { languageParameter, languagesOf, versionField } from '../glossary-fields.ts';

const types = new Map(glossaryFileFormats.map((format) => [glossaryFileTypes[format], format]));

const querySchema = z.strictObject({
  format: z
    .enum(glossaryFileFormats, { error: `must be one of ${glossaryFileFormats.join(', ')}` })
    .optional()
    .openapi({
      description: 'Takes precedence over the Content-Type.',
    }),
  source_lang: languageParameter.openapi({
    description: 'Where the file does not name it; of many, which one to read.',
  }),
  target_lang: languageParameter.openapi({ description: 'The same for the translations.' }),
  on_conflict: z.enum(['first', 'last'], { error: 'must be first or last' }).optional().openapi({
    description: 'Which of two translations of a term to use. Without it, they refuse the file.',
  }),
  skip_problems: z.enum(['true', 'false'], { error: 'must be true or false' }).optional().openapi({
    description: 'Whether to leave out invalid entries instead of refusing the file. Default `false`.',
  }),
});

const count = z.int().min(0);

const replySchema: z.ZodType<GlossaryImport> = z
  .strictObject({
    version: versionField,
    added: count.openapi({ description: 'New entries.' }),
    replaced: count.openapi({ description: 'Entries that took the place of another.' }),
    skipped: count.openapi({ description: 'Entries of the file that changed nothing: known ones, and invalid ones.' }),
    problems: z
      .array(z.strictObject({ line: z.int(), message: z.string() }))
      .readonly()
      .openapi({ description: 'At most 1,000, by line. None of them refused the import.' }),
  })
  .openapi('GlossaryImport');

export const glossaryImport: KeyEndpoint = {
  name: 'glossary-import',
  method: 'POST',
  path: '/api/v1/glossary/import',
  access: 'key',
  summary: 'Import glossary entries',
  description:
    'Imports a file of at most 16 MB, all or nothing, by the rules of the glossary pages. The body is the file. If it ' +
    'is refused, `errors` has the lines.',
  query: querySchema,
  file: {
    types: [...types.keys()],
    example: 'source_lang,target_lang,term,translation\nes,en,panel solar,PV module\n',
    bytesMax: importBytesMax,
  },
  reply: {
    description: 'What has changed.',
    schema: replySchema,
    example: { version: 17, added: 1, replaced: 0, skipped: 0, problems: [] } satisfies GlossaryImport,
  },
  errors: [400, 401, 429, 500],
  handle: async ({ query, bytes, holder: { accountId }, call }, parts) => {
    const options = parseBody(querySchema, query);
    const format = options.format ?? formatOfType(types, call.exchange.req.headers['content-type']);
    using _ = parts.glossaryWork.imports.begin(accountId);
    const files = await parts.openFiles();
    const file = await files.read(bytes, { format, languages: languagesOf(options) });
    if (file.kind === 'unreadable') throw refusedRows([file]);
    const { outcome, plan, version } = await parts.glossaries.import({
      ...file,
      editor: { accountId, by: accountId },
      options: { onConflict: options.on_conflict, skipProblems: options.skip_problems === 'true' },
    });
    if (outcome === 'refused') throw refusedRows(plan.refusing);
    if (outcome === 'imported') await parts.recordImport(accountId, 'terms.imported');
    const reply: GlossaryImport = {
      version,
      added: addedOf(plan).length,
      replaced: changedOf(plan).length,
      skipped: Object.values(plan.counts).reduce((sum, each) => sum + each, 0) - plan.counts.replaced,
      problems: plan.problems.map(({ line, message }) => ({ line, message })),
    };
    return { reply };
  },
};
