import { z } from '@hono/zod-openapi';
import type { Language } from '../../../sdk/src/wire.ts';
import { cachedReply } from '../../calls/cached-reply.ts';
import type { LanguageEntry } from '../../text/languages/catalogue.ts';
import type { OpenEndpoint } from '../endpoint.ts';

const schema: z.ZodType<Language> = z
  .strictObject({
    code: z.string().openapi({ description: 'Canonical BCP-47 tag.', example: 'es' }),
    name: z.string().openapi({ description: 'The name in English.', example: 'Spanish' }),
    native_name: z.string().openapi({ description: 'The name in the language itself.', example: 'español' }),
    direction: z.enum(['ltr', 'rtl']).openapi({ description: 'Direction of writing: `ltr` or `rtl`.', example: 'ltr' }),
    source: z.boolean().openapi({ description: 'Whether it can be a source language.', example: true }),
    target: z.boolean().openapi({ description: 'Whether it can be a target language.', example: true }),
    targets: z
      .array(z.string())
      .readonly()
      .openapi({ description: 'Codes of the languages that it can be translated into.', example: ['ca', 'en', 'fr'] }),
  })
  .openapi('Language');

/** Ignores the query. */
export const languages: OpenEndpoint = {
  name: 'languages',
  method: 'GET',
  path: '/api/v1/languages',
  access: 'open',
  summary: 'List the languages',
  description:
    'Returns the languages that can be translated now, sorted by code. Needs no key. Pages of any origin may read it.',
  reply: {
    description: 'Every language, with its target languages.',
    schema: z.array(schema),
    example: [
      {
        code: 'fr',
        name: 'French',
        native_name: 'français',
        direction: 'ltr',
        source: true,
        target: true,
        targets: ['ca', 'en', 'es'],
      },
    ] satisfies readonly Language[],
  },
  errors: [500],
  open: ({ catalogue }) => {
    let body = '';
    let version: string | undefined;
    return ({ incoming }) => {
      if (version !== catalogue.version) {
        body = JSON.stringify(catalogue.entries().map(wireOf));
        version = catalogue.version;
      }
      return cachedReply(incoming, { body, version });
    };
  },
};

function wireOf({ code, name, nativeName, direction, source, target, targets }: LanguageEntry): Language {
  return { code, name, native_name: nativeName, direction, source, target, targets };
}
