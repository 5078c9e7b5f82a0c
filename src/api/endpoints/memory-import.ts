import { z } from '@hono/zod-openapi';
import type { MemoryImport } from '../../../sdk/src/wire.ts';
import { importBytesMax } from '../../shop/entries/exported-file.ts';
import { memoryFileFormats, memoryFileTypes } from '../../shop/memory/memory-files.ts';
import type { KeyEndpoint } from '../endpoint.ts';
import { formatOfType, refusedRows } from '../entry-files.ts';
import { memoryLanguageParameter, memoryVersionField, parseMemoryQuery } from '../memory-fields.ts';

const formats = [...memoryFileFormats, 'xliff'] as const;

/** Which kind of XML it is, the file says. */
const types = new Map<string, (typeof formats)[number]>([
  ...memoryFileFormats.map((format) => [memoryFileTypes[format], format] as const),
  ['application/xliff+xml', 'xliff'],
  ['application/xml', 'tmx'],
  ['text/xml', 'tmx'],
]);

const querySchema = z.strictObject({
  format: z
    .enum(formats, { error: `must be one of ${formats.join(', ')}` })
    .optional()
    .openapi({ description: 'Takes precedence over the Content-Type.' }),
  source_lang: memoryLanguageParameter.openapi({
    description: 'Where the file does not name it; of many, which one to read.',
  }),
  target_lang: memoryLanguageParameter.openapi({ description: 'The same for the translations.' }),
  on_conflict: z.enum(['first', 'last', 'newest'], { error: 'must be first, last or newest' }).optional().openapi({
    description: 'Which of two translations of a source to use. Without it, they refuse the file.',
  }),
  existing: z.enum(['replace', 'keep'], { error: 'must be replace or keep' }).optional().openapi({
    description: 'What to do with an entry that has another translation. Default `replace`.',
  }),
  skip_problems: z.enum(['true', 'false'], { error: 'must be true or false' }).optional().openapi({
    description: 'Whether to leave out invalid units instead of refusing the file. Default `false`.',
  }),
});

const count = z.int().min(0);

const replySchema: z.ZodType<MemoryImport> = z
  .strictObject({
    version: memoryVersionField,
    added: count.openapi({ description: 'New entries.' }),
    replaced: count.openapi({ description: 'Entries that have a new translation or note, and their old id.' }),
    skipped: count.openapi({ description: 'Units that are left out: for a problem, or to keep an entry.' }),
    problems: z
      .array(z.strictObject({ line: z.int(), message: z.string() }))
      .readonly()
      .openapi({ description: 'At most 1,000, by line. None of them refused the import.' }),
  })
  .openapi('MemoryImport');

export const memoryImport: KeyEndpoint = {
  name: 'memory-import',
  method: 'POST',
  path: '/api/v1/memory/import',
  access: 'key',
  summary: 'Import approved translations',
  description:
    'Imports a TMX, XLIFF, CSV or TSV file of at most 16 MB, all or nothing. The body is the file. If it is refused, ' +
    '`errors` has the lines.',
  query: querySchema,
  file: {
    types: [...types.keys()],
    example:
      '<tmx version="1.4"><header srclang="es"/><body><tu><tuv xml:lang="es"><seg>El panel solar.</seg></tuv>' +
      '<tuv xml:lang="en"><seg>The PV module.</seg></tuv></tu></body></tmx>',
    bytesMax: importBytesMax,
  },
  reply: {
    description: 'What has changed.',
    schema: replySchema,
    example: { version: 17, added: 1, replaced: 0, skipped: 0, problems: [] } satisfies MemoryImport,
  },
  errors: [400, 401, 429, 500],
  handle: async ({ query, bytes, holder: { accountId }, call }, parts) => {
    const { fields, languages } = parseMemoryQuery(querySchema, query, parts);
    const format = fields.format ?? formatOfType(types, call.exchange.req.headers['content-type']);
    using _ = parts.glossaryWork.imports.begin(accountId);
    const files = await parts.openMemoryFiles();
    const file = await files.read(bytes, { format, languages, served: parts.catalogue.offered() });
    if (file.kind === 'unreadable') throw refusedRows([file]);
    const { outcome, problems, ...counts } = await parts.memory.import({
      file,
      editor: { accountId, by: accountId, origin: 'import' },
      options: {
        onConflict: fields.on_conflict,
        existing: fields.existing,
        skipProblems: fields.skip_problems === 'true',
      },
    });
    if (outcome === 'refused') throw refusedRows(problems);
    if (outcome === 'imported') await parts.recordImport(accountId, 'memory.imported');
    const listed = problems.map(({ line, message }) => ({ line, message }));
    const reply: MemoryImport = { ...counts, problems: listed };
    return { reply };
  },
};
