import { z } from '@hono/zod-openapi';
import type { Language, Problem, Translation, Usage } from '../../sdk/src/wire.ts';
import { countCharacters } from '../ground/units.ts';
import { textCharactersMax } from '../shop/sale/translate.ts';

// Worst case: a code point beyond the Basic Multilingual Plane is 12 bytes as two \u escapes.
const escapedBytesMax = 12;
const otherFieldsBytesMax = 16_384;

/** The largest body that can hold a valid request. */
export const bodyBytesMax = textCharactersMax * escapedBytesMax + otherFieldsBytesMax;

const text = z
  .string({ error: ({ input }) => (input === undefined ? 'is required' : 'must be a string') })
  .check((context) => {
    const message = textProblem(context.value);
    if (message !== undefined) context.issues.push({ code: 'custom', message, input: context.value });
  })
  .openapi({
    description:
      'The text to translate. A character is a Unicode code point of this string exactly as received: spaces, line ' +
      'breaks and markup count, and nothing is normalised. Lone surrogates are refused.',
    minLength: 1,
    maxLength: textCharactersMax,
    example: 'La maison est grande.',
  });

function textProblem(value: string): string | undefined {
  if (value === '') return 'must not be empty';
  const count = countCharacters(value);
  if (count > textCharactersMax) return `has ${count} characters; the maximum is ${textCharactersMax}`;
  return value.isWellFormed() ? undefined : 'contains half of a surrogate pair, which is not a character';
}

const languageCode = z.string({ error: 'must be a string' });

/** Body of `POST /api/v1/translate`. The catalogue checks the language codes, because it changes at run time. */
export const translateBodySchema = z
  .strictObject({
    text,
    source_lang: languageCode.default('auto').openapi({
      description:
        'The language of the text: a code that `/languages` lists with `source: true`, or `auto` to detect ' +
        'it. Upper and lower case, `_` and `-`, and common aliases are accepted.',
      example: 'fr',
    }),
    target_lang: languageCode.default('en').openapi({
      description: 'The language to translate into: a code that `/languages` lists with `target: true`.',
      example: 'en',
    }),
  })
  .openapi('TranslateBody');

const count = z.int().min(0);

export const translationSchema: z.ZodType<Translation> = z
  .strictObject({
    translated_text: z.string().openapi({ description: 'The translation.', example: 'The house is big.' }),
    characters_charged: count.openapi({
      description: 'The characters of `text`, or 0 when there was nothing to translate.',
      example: 21,
    }),
    source_lang: z.string().openapi({
      description: 'The language of the text, detected if the request has `auto`; never `auto`.',
      example: 'fr',
    }),
    target_lang: z.string().openapi({ description: 'The language of the translation.', example: 'en' }),
  })
  .openapi('Translation');

export const usageSchema: z.ZodType<Usage> = z
  .strictObject({
    characters_balance: count.openapi({
      description: 'Characters left. Running requests are not subtracted yet. 0 after the expiry.',
      example: 1_250_000,
    }),
    characters_used: count.openapi({ description: 'All characters charged so far.', example: 750_000 }),
    characters_expires_at: z
      .string()
      .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/)
      .nullable()
      .openapi({
        description:
          'When the balance expires: ISO 8601 in whole seconds, always in UTC, without a zone. `null` before ' +
          'the first purchase. Some parsers read such a string as local time.',
        example: '2027-11-20T00:00:00',
      }),
  })
  .openapi('Usage');

export const languageSchema: z.ZodType<Language> = z
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

const fieldProblem = z.strictObject({
  param: z.string().openapi({ example: 'target' }),
  message: z.string().openapi({ example: 'is unknown; did you mean `target_lang`?' }),
});

const retryAfter = z.int().min(1).openapi({ description: 'On 429: whole seconds after which a retry succeeds.' });

export const problemSchema: z.ZodType<Problem> = z
  .strictObject({
    error: z.strictObject({
      code: z.enum([
        'validation_error',
        'invalid_api_key',
        'insufficient_balance',
        'rate_limit_exceeded',
        'server_error',
        'not_found',
        'method_not_allowed',
      ]),
      message: z.string().openapi({ description: 'For people; it may change. Programs read `code`.' }),
      param: z
        .string()
        .nullable()
        .openapi({ description: 'The invalid field, header or query parameter; otherwise `null`.' }),
      doc_url: z.url().openapi({ description: 'A page for people: what the code means and what to do about it.' }),
      request_id: z.string().openapi({ description: 'The same as the header `X-Request-Id`.' }),
      retry_after: retryAfter.optional(),
      errors: z.array(fieldProblem).readonly().optional().openapi({
        description: 'On 400, if `param` is not `null`: all invalid fields, the one in `param` first.',
      }),
      candidates: z
        .array(z.string())
        .readonly()
        .optional()
        .openapi({ description: 'On 400 if the language could not be detected: the candidates, most likely first.' }),
      characters_required: count.optional().openapi({ description: 'On 402: the characters that this text needs.' }),
      characters_balance: count.optional().openapi({ description: 'On 402: the characters that the account has.' }),
    }),
    retry_after: retryAfter.optional(),
  })
  .openapi('Problem') as unknown as z.ZodType<Problem>;
