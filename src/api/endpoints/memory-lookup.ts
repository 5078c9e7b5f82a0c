import { z } from '@hono/zod-openapi';
import type { MemoryLookup } from '../../../sdk/src/wire.ts';
import { textsBodyBytesMax, textsField } from '../body-fields.ts';
import type { KeyEndpoint } from '../endpoint.ts';
import { memoryVersionField } from '../memory-fields.ts';
import { languageFields, parseTranslation } from '../translation-fields.ts';

const bodySchema = z.strictObject({ texts: textsField, ...languageFields }).openapi('MemoryLookupBody');

const count = z.int().min(0);

const matchSchema = z.strictObject({
  id: z.string().openapi({ description: 'Of the entry.' }),
  start: count.openapi({ description: 'In code points of the text.' }),
  end: count.openapi({ description: 'The same, exclusive.' }),
  match: z.enum(['exact', 'number', 'untagged']).openapi({
    description: '`number`: with other numbers than the entry; `untagged`: without its tags.',
  }),
  target: z.string().openapi({ description: 'The approved translation, with the tags and numbers of the text.' }),
});

const replySchema: z.ZodType<MemoryLookup> = z
  .strictObject({
    version: memoryVersionField,
    results: z
      .array(
        z.strictObject({
          source_lang: z.string(),
          characters: count,
          characters_to_charge: count.openapi({ description: 'What a translation would cost now.' }),
          translated_text: z.string().nullable().openapi({ description: '`null` unless no engine is needed.' }),
          matches: z.array(matchSchema).readonly(),
        }),
      )
      .readonly()
      .openapi({ description: 'For each text, in their order.' }),
  })
  .openapi('MemoryLookup');

export const memoryLookup: KeyEndpoint = {
  name: 'memory-lookup',
  method: 'POST',
  path: '/api/v1/memory/lookup',
  access: 'key',
  summary: 'Look up approved translations',
  description:
    'Returns which parts of texts are approved, as `/translate` would use them, and what the rest would cost. Free, and ' +
    'without an engine.',
  body: {
    schema: bodySchema,
    example: { texts: ['Hay 3 archivos. Elija uno.'], source_lang: 'es', target_lang: 'en' },
    bytesMax: textsBodyBytesMax,
  },
  reply: {
    description: 'What is approved.',
    schema: replySchema,
    example: {
      version: 17,
      results: [
        {
          source_lang: 'es',
          characters: 26,
          characters_to_charge: 11,
          translated_text: null,
          matches: [
            {
              id: '01997c1e-0d6f-7a3b-9c53-2f6a54c6a001',
              start: 0,
              end: 15,
              match: 'number',
              target: 'There are 3 files.',
            },
          ],
        },
      ],
    } satisfies MemoryLookup,
  },
  errors: [400, 401, 429, 500],
  handle: async (asked, parts) => {
    const { fields, request } = parseTranslation(bodySchema, asked, parts);
    const signal = asked.call.exchange.abortSignal(parts.deadlineMs);
    const looked = await parts.lookUp({ ...request, texts: fields.texts }, signal);
    const reply: MemoryLookup = {
      version: asked.holder.memoryVersion,
      results: looked.map(({ source, characters, charactersToCharge, translatedText = null, matches }) => ({
        source_lang: source,
        characters,
        characters_to_charge: charactersToCharge,
        translated_text: translatedText,
        matches: matches.map(({ id, start, end, match, target }) => ({ id, start, end, match, target })),
      })),
    };
    return { reply };
  },
};
