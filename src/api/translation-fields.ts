import { z } from '@hono/zod-openapi';
import type { ApiParts } from '../calls/api-parts.ts';
import { quoted } from '../calls/json-object.ts';
import type { FieldProblem } from '../calls/problem.ts';
import { ServiceError } from '../ground/service-error.ts';
import { batchTextsMax, type TranslateReply, type TranslateRequest } from '../shop/sale/translate.ts';
import type { LanguageTag } from '../text/languages/language.ts';
import type { LanguageRole } from '../text/languages/language-match.ts';
import { checkListLength, parseBody } from './body-fields.ts';
import type { KeyRequest } from './endpoint.ts';
import { idempotencyKeyOf, replayedReply } from './idempotency.ts';

const languageCode = z.string({ error: 'must be a string' });

/** The languages of a request. The catalogue checks their codes, because it changes at run time. */
export const languageFields = {
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
};

/**
 * Returns the validated fields of the body, and the request to translate without its text. The endpoint adds the fields
 * that the request has.
 * @throws RefusedRequest that lists all invalid fields; ServiceError `engine_unavailable` if the request is valid, but
 * one of its languages cannot be translated at the moment
 */
export function parseTranslation<Schema extends z.ZodObject>(
  schema: Schema,
  { body, holder, call }: KeyRequest,
  { catalogue }: ApiParts,
): { readonly fields: z.output<Schema>; readonly request: Omit<TranslateRequest, 'text'> } {
  const source = parseLanguage(catalogue, 'source', body['source_lang'] ?? 'auto');
  const target = parseLanguage(catalogue, 'target', body['target_lang'] ?? 'en');
  if (source.problem === undefined) {
    call.describe({ source: source.tag, ...(target.tag !== 'auto' && { target: target.tag }) });
  }
  checkListLength(body, 'texts', batchTextsMax);
  const idempotencyKey = idempotencyKeyOf(call.exchange);
  const fields = parseBody(schema, body, [source.problem, target.problem, idempotencyKey.problem]);
  if (source.away || target.away) {
    throw new ServiceError('engine_unavailable', { detail: { source: source.tag, target: target.tag } });
  }
  const { accountId, keyId, glossaryVersion, memoryVersion } = holder;
  const languages = { source: source.tag, target: target.tag as LanguageTag };
  const of = { accountId, keyId, glossaryVersion, memoryVersion };
  return { fields, request: { ...of, ...languages, idempotencyKey: idempotencyKey.key } };
}

/** Returns the headers of a translation. */
export function headersOf({ memoryCharacters, replayed }: Pick<TranslateReply, 'memoryCharacters' | 'replayed'>) {
  return { 'Memory-Characters': String(memoryCharacters), ...(replayed && replayedReply.headers) };
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
