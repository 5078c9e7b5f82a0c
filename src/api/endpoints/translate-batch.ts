import { z } from '@hono/zod-openapi';
import type { BatchTranslation } from '../../../sdk/src/wire.ts';
import { characters } from '../../ground/units.ts';
import { textsBodyBytesMax, textsField } from '../body-fields.ts';
import { memoryHeaders } from '../documented-headers.ts';
import type { KeyEndpoint } from '../endpoint.ts';
import { headersOf, languageFields, parseTranslation } from '../translation-fields.ts';

const bodySchema = z.strictObject({ texts: textsField, ...languageFields }).openapi('TranslateBatchBody');

const charged = z.int().min(0);

const replySchema: z.ZodType<BatchTranslation> = z
  .strictObject({
    translations: z
      .array(z.strictObject({ translated_text: z.string(), characters_charged: charged, source_lang: z.string() }))
      .readonly()
      .openapi({ description: 'For each text, in their order, the fields of `/translate`.' }),
    characters_charged: charged.openapi({ description: 'The sum of all charges.', example: 34 }),
    target_lang: z.string().openapi({ description: 'The language of the translations.', example: 'en' }),
  })
  .openapi('BatchTranslation');

export const translateBatch: KeyEndpoint = {
  name: 'translate-batch',
  method: 'POST',
  path: '/api/v1/translate/batch',
  access: 'key',
  isListed: true,
  summary: 'Translate many texts',
  description:
    'Translates each text as `/translate` does, in one request with one charge: all texts, or none. With `auto`, a ' +
    'text whose language cannot be detected alone takes the language of all texts together. If some texts cannot be ' +
    'translated, `errors` names them all as `texts[17]`, also with status 500, and nothing is charged.',
  storesReplies: true,
  body: {
    schema: bodySchema,
    example: { texts: ['La maison est grande.', 'Le chat dort.'], source_lang: 'fr', target_lang: 'en' },
    bytesMax: textsBodyBytesMax,
  },
  reply: {
    description: 'The translations, and what they cost.',
    headers: memoryHeaders,
    schema: replySchema,
    example: {
      translations: [
        { translated_text: 'The house is big.', characters_charged: 21, source_lang: 'fr' },
        { translated_text: 'The cat is sleeping.', characters_charged: 13, source_lang: 'fr' },
      ],
      characters_charged: 34,
      target_lang: 'en',
    } satisfies BatchTranslation,
  },
  errors: [400, 401, 402, 429, 500],
  handle: async (asked, parts) => {
    const { call } = asked;
    const { fields, request } = parseTranslation(bodySchema, asked, parts);
    const signal = call.exchange.abortSignal(parts.deadlineMs);
    const batch = await parts.translateBatch({ ...request, texts: fields.texts }, signal, call);
    call.describe({ ...batch, ...(batch.replayed && { charged: characters(0) }) });
    const reply: BatchTranslation = {
      translations: batch.translations.map((each) => ({
        translated_text: each.translatedText,
        characters_charged: each.charged,
        source_lang: each.source,
      })),
      characters_charged: batch.charged,
      target_lang: batch.target,
    };
    return { reply, headers: headersOf(batch) };
  },
};
