import { z } from '@hono/zod-openapi';
import type { FileEstimate, TranslatedFile } from '../../sdk/src/wire.ts';
import type { ApiParts } from '../calls/api-parts.ts';
import { problemWordingOf, RefusedRequest } from '../calls/problem.ts';
import { ServiceError } from '../ground/service-error.ts';
import { type DocumentRequest, type DocumentState, documentFormBytesMax } from '../shop/documents/document.ts';
import type { FileOptions } from '../shop/documents/file-filters.ts';
import type { KeyRequest } from './endpoint.ts';
import { problemCode } from './problem-schema.ts';
import { languageFields, parseTranslation } from './translation-fields.ts';
import { formatTime } from './wire-time.ts';

const formSchema = z
  .strictObject({
    file: z
      .string({ error: 'is required' })
      .min(1, 'needs a file name')
      .max(255, 'has a name that is too long')
      .openapi({
        format: 'binary',
        description: 'The file, at most 20 MB and 2,000,000 characters, with its name.',
      }),
    ...languageFields,
    target_lang: z
      .string({ error: 'is required' })
      .openapi({ description: 'The language to translate into.', example: 'es' }),
    format: z.string().optional().openapi({
      description: 'The format, as in `docx`. Without it, the name of the file decides.',
      example: 'docx',
    }),
    options: z.string().optional().openapi({
      description:
        'JSON with choices for some formats: `columns`, `source` and `target` of tables, `frontMatter` of Markdown, `excludeKeys` of files with keys, `fuzzy` of PO.',
      example: '{"columns":["title"]}',
    }),
  })
  .openapi('DocumentForm');

/** The form that both endpoints take. */
export const documentForm = {
  schema: formSchema,
  example: { file: 'report.docx', source_lang: 'en', target_lang: 'es' },
  bytesMax: documentFormBytesMax,
  isForm: true,
} as const;

const optionsSchema = z.strictObject({
  columns: z.array(z.string()).min(1).exactOptional(),
  source: z.string().min(1).exactOptional(),
  target: z.string().min(1).exactOptional(),
  frontMatter: z.array(z.string()).exactOptional(),
  excludeKeys: z.array(z.string()).max(100).exactOptional(),
  fuzzy: z.boolean().exactOptional(),
});

/** @throws RefusedRequest that lists all invalid fields */
export function parseDocumentRequest(asked: KeyRequest, parts: ApiParts): DocumentRequest {
  const { fields, request } = parseTranslation(formSchema, asked, parts);
  const { accountId, keyId, glossaryVersion, memoryVersion, source, target } = request;
  const { file: name, format } = fields;
  const file = { name, format, options: parseOptions(fields.options), bytes: asked.bytes };
  return { accountId, keyId, glossaryVersion, memoryVersion, source, target, file };
}

function parseOptions(json: string | undefined): FileOptions {
  if (json === undefined) return {};
  try {
    return optionsSchema.parse(JSON.parse(json));
  } catch {
    const names = Object.keys(optionsSchema.shape).join('`, `');
    const message = `\`options\` must be JSON with \`${names}\`, as in {"columns":["title"]}.`;
    throw new RefusedRequest({ message, param: 'options' });
  }
}

const count = z.int().min(0);

const fromMemory = count.openapi({ description: 'Characters of approved translations, which are free.' });

export const estimateSchema: z.ZodType<FileEstimate> = z
  .strictObject({ format: z.string(), units: count, characters: count, characters_from_memory: fromMemory })
  .openapi('FileEstimate');

export const documentSchema = z
  .strictObject({
    id: z.string().openapi({ description: 'Secret. It is needed to read the document, and stored nowhere.' }),
    status: z.enum(['queued', 'translating', 'done', 'failed']),
    name: z.string(),
    format: z.string(),
    source_lang: z.string(),
    target_lang: z.string(),
    characters: count.openapi({ description: 'Characters of all units. At most these are charged.' }),
    characters_from_memory: fromMemory,
    created_at: z.string(),
    expires_at: z.string().openapi({ description: 'The document is deleted then.' }),
    progress: z.strictObject({ characters_done: count, characters: count }).optional(),
    characters_charged: count.optional(),
    untranslated: z
      .array(z.strictObject({ id: z.string(), line: z.int().nullable() }))
      .readonly()
      .optional()
      .openapi({ description: 'Units that keep their source text and are not charged, at most 1,000.' }),
    error: z.strictObject({ code: problemCode, message: z.string(), param: z.string().nullable() }).optional(),
  })
  .openapi('TranslatedFile');

export const documentExample = {
  id: 'doc_8ZkQ2vLw4mXcR7tYb1nHs6dFg3jPa9Ue',
  status: 'queued',
  name: 'report.docx',
  format: 'docx',
  source_lang: 'en',
  target_lang: 'es',
  characters: 5_214,
  characters_from_memory: 0,
  created_at: '2026-11-20T12:00:00Z',
  expires_at: '2026-11-20T13:00:00Z',
} satisfies TranslatedFile;

export function wireDocument(state: DocumentState): TranslatedFile {
  const { id, status, name, format, source, target, characters, memoryCharacters, createdAt, expiresAt } = state;
  return {
    ...{ id, status, name, format, source_lang: source, target_lang: target, characters },
    characters_from_memory: memoryCharacters,
    created_at: `${formatTime(createdAt)}Z`,
    expires_at: `${formatTime(expiresAt)}Z`,
    ...statusOf(state),
  };
}

function statusOf(state: DocumentState): Partial<TranslatedFile> {
  switch (state.status) {
    case 'queued':
      return {};
    case 'translating':
      return { progress: { characters_done: state.charactersDone, characters: state.characters } };
    case 'done': {
      const untranslated = state.untranslated.map(({ id, line = null }) => ({ id, line }));
      return { characters_charged: state.charged, untranslated };
    }
    case 'failed': {
      const { code, wording } = problemWordingOf(
        new ServiceError(state.reason as 'server_error', { data: state.data } as never),
      );
      return { error: { code, message: wording.message, param: wording.param ?? null } };
    }
  }
}
