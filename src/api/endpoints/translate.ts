import { z } from '@hono/zod-openapi';
import type { Translation } from '../../../sdk/src/wire.ts';
import { textBodyBytesMax } from '../../calls/request-content.ts';
import { characters } from '../../ground/units.ts';
import type { TranslateReply } from '../../shop/sale/translate.ts';
import { textField } from '../body-fields.ts';
import { memoryHeaders } from '../documented-headers.ts';
import type { KeyEndpoint } from '../endpoint.ts';
import { headersOf, languageFields, parseTranslation } from '../translation-fields.ts';

const bodySchema = z
  .strictObject({
    text: textField('The text to translate.'),
    ...languageFields,
  })
  .openapi('TranslateBody');

const replySchema: z.ZodType<Translation> = z
  .strictObject({
    translated_text: z.string().openapi({ description: 'The translation.', example: 'The house is big.' }),
    characters_charged: z.int().min(0).openapi({
      description:
        'The characters of `text` without those of approved translations, or 0 when there was nothing else to translate.',
      example: 21,
    }),
    source_lang: z.string().openapi({
      description: 'The language of the text, detected if the request has `auto`; never `auto`.',
      example: 'fr',
    }),
    target_lang: z.string().openapi({ description: 'The language of the translation.', example: 'en' }),
  })
  .openapi('Translation');

export const translate: KeyEndpoint = {
  name: 'translate',
  method: 'POST',
  path: '/api/v1/translate',
  access: 'key',
  isListed: true,
  summary: 'Translate a text',
  description:
    'A success charges exactly the characters of `text` without those of approved translations, or nothing if there ' +
    'is nothing else to translate. ' +
    'Checks run in this order: key (401), rate limit (429), request (400), balance (402).',
  storesReplies: true,
  body: {
    schema: bodySchema,
    example: { text: 'La maison est grande.', source_lang: 'fr', target_lang: 'en' },
    bytesMax: textBodyBytesMax,
  },
  reply: {
    description: 'The translation, and what it cost.',
    headers: memoryHeaders,
    schema: replySchema,
    example: {
      translated_text: 'The house is big.',
      characters_charged: 21,
      source_lang: 'fr',
      target_lang: 'en',
    } satisfies Translation,
  },
  errors: [400, 401, 402, 429, 500],
  handle: async (asked, parts) => {
    const { call } = asked;
    const { fields, request } = parseTranslation(bodySchema, asked, parts);
    const signal = call.exchange.abortSignal(parts.deadlineMs);
    const reply = await parts.translate({ ...request, text: fields.text }, signal, call);
    const { source, target, charged, replayed } = reply;
    call.describe({ source, target, charged: replayed ? characters(0) : charged });
    return { reply: wireOf(reply), headers: headersOf(reply) };
  },
};

function wireOf(reply: TranslateReply): Translation {
  return {
    translated_text: reply.translatedText,
    characters_charged: reply.charged,
    source_lang: reply.source,
    target_lang: reply.target,
  };
}
