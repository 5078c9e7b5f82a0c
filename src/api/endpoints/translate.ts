import { z } from '@hono/zod-openapi';
import type { Translation } from '../../../sdk/src/wire.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { characters } from '../../ground/units.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { TranslateReply, TranslateRequest } from '../../shop/sale/translate.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { LanguageRole } from '../../text/languages/language-match.ts';
import type { ApiParts } from '../api-parts.ts';
import { parseBody, textBodyBytesMax, textField } from '../body-fields.ts';
import { stringHeader } from '../documented-headers.ts';
import type { KeyEndpoint, KeyRequest } from '../endpoint.ts';
import { quoted } from '../json-object.ts';
import type { FieldProblem } from '../problem.ts';

const languageCode = z.string({ error: 'must be a string' });

/** The catalogue checks the language codes, because it changes at run time. */
const bodySchema = z
  .strictObject({
    text: textField('The text to translate.'),
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

const visibleAscii = /^[\x21-\x7e]{1,255}$/;

const idempotencyKeySchema = z
  .string()
  .regex(visibleAscii)
  .optional()
  .openapi({
    description:
      'Your own name for this request. Within 24 hours, the same key and request return the stored reply, with ' +
      '`Idempotency-Replayed: true`, and charge nothing more. The same key with another request gets status 400. ' +
      'Failures are not stored.',
    example: 'order-1017',
  });

const replySchema: z.ZodType<Translation> = z
  .strictObject({
    translated_text: z.string().openapi({ description: 'The translation.', example: 'The house is big.' }),
    characters_charged: z.int().min(0).openapi({
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

export const translate: KeyEndpoint = {
  name: 'translate',
  method: 'POST',
  path: '/api/v1/translate',
  access: 'key',
  isListed: true,
  summary: 'Translate a text',
  description:
    'A success charges exactly the characters of `text`, or nothing if there is nothing to translate. ' +
    'Checks run in this order: key (401), rate limit (429), request (400), balance (402).',
  headers: z.object({ 'Idempotency-Key': idempotencyKeySchema }),
  body: {
    schema: bodySchema,
    example: { text: 'La maison est grande.', source_lang: 'fr', target_lang: 'en' },
    bytesMax: textBodyBytesMax,
  },
  reply: {
    description: 'The translation, and what it cost.',
    schema: replySchema,
    example: {
      translated_text: 'The house is big.',
      characters_charged: 21,
      source_lang: 'fr',
      target_lang: 'en',
    } satisfies Translation,
    headers: {
      'Idempotency-Replayed': stringHeader('`true` when this is the stored reply of an earlier request.', 'true'),
    },
  },
  errors: [400, 401, 402, 429, 500],
  handle: async (asked, parts) => {
    const { call } = asked;
    const request = parseRequest(asked, parts);
    call.describe(request);
    const reply = await parts.translate(request, call.exchange.abortSignal(parts.deadlineMs), call);
    const { source, target, charged, replayed } = reply;
    call.describe({ source, target, charged: replayed ? characters(0) : charged });
    return { reply: wireOf(reply), ...(replayed && { headers: { 'Idempotency-Replayed': 'true' } }) };
  },
};

/**
 * @throws RefusedRequest that lists all invalid fields; ServiceError `engine_unavailable` if the request is valid, but
 * one of its languages cannot be translated at the moment
 */
function parseRequest({ body, holder, call }: KeyRequest, { catalogue }: ApiParts): TranslateRequest {
  const source = parseLanguage(catalogue, 'source', body['source_lang'] ?? 'auto');
  const target = parseLanguage(catalogue, 'target', body['target_lang'] ?? 'en');
  const idempotencyKey = idempotencyKeyOf(call.exchange);
  const { text } = parseBody(bodySchema, body, [source.problem, target.problem, idempotencyKey.problem]);
  if (source.away || target.away) {
    throw new ServiceError('engine_unavailable', { detail: { source: source.tag, target: target.tag } });
  }
  const { accountId, keyId, glossaryVersion } = holder;
  return {
    accountId,
    keyId,
    glossaryVersion,
    text,
    source: source.tag,
    target: target.tag as LanguageTag,
    idempotencyKey: idempotencyKey.key,
  };
}

function idempotencyKeyOf({ req }: Exchange): {
  readonly key: string | undefined;
  readonly problem: FieldProblem | undefined;
} {
  // Node joins repeated headers that it does not know.
  const key = req.headers['idempotency-key'] as string | undefined;
  if (key === undefined || visibleAscii.test(key)) return { key, problem: undefined };
  return { key, problem: { param: 'Idempotency-Key', message: 'must be 1 to 255 visible ASCII characters' } };
}

type ParsedLanguage = {
  readonly tag: LanguageTag | 'auto';
  readonly problem?: FieldProblem;
  /** Whether the code may be valid, but its language, or every language, is unavailable at the moment. */
  readonly away?: boolean;
};

function parseLanguage(catalogue: ApiParts['catalogue'], role: LanguageRole, written: unknown): ParsedLanguage {
  // The schema refuses any other type.
  if (typeof written !== 'string') return { tag: 'auto' };
  const param = `${role}_lang`;
  if (written.toLowerCase() === 'auto') {
    if (role === 'source') return { tag: 'auto' };
    return { tag: 'auto', problem: { param, message: 'must name a language; only source_lang may be `auto`' } };
  }
  const lookup = catalogue.parse(written, role);
  if (lookup.kind === 'tag') return { tag: lookup.tag };
  if (lookup.kind === 'withdrawn') return { tag: lookup.tag, away: true };
  if (lookup.nearest === undefined) return { tag: 'auto', away: true };
  const message = `names the unknown ${role} language ${quoted(written)}. The nearest is \`${lookup.nearest}\`. See /api/v1/languages`;
  return { tag: 'auto', problem: { param, message } };
}

function wireOf(reply: TranslateReply): Translation {
  return {
    translated_text: reply.translatedText,
    characters_charged: reply.charged,
    source_lang: reply.source,
    target_lang: reply.target,
  };
}
