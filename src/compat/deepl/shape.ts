import { assert } from '../../ground/assert.ts';
import { FaultyRequest, usualStatuses } from '../failure.ts';
import type { Parameters } from '../parameters.ts';
import { keyed, type Shape, translating } from '../shape.ts';
import { translateTexts } from '../translate-texts.ts';
import { deeplDocuments } from './documents.ts';
import { deeplGlossaries, namedPairs } from './glossaries.ts';
import { deeplLanguages, deeplPair, sourceCode } from './languages.ts';
import { readTextOptions } from './options.ts';

const statuses = { ...usualStatuses, no_key: 403, wrong_key: 403, too_large: 413, no_balance: 456, not_ready: 503 };

const unsupported = (name: string) => `Value for '${name}' not supported.`;

const deeplTranslate = translating('deepl-translate', 'POST /v2/translate', async (request, parts) => {
  const { parameters, call } = request;
  const pair = deeplPair(request, parts);
  const texts = textsOf(parameters);
  const named = await namedPairs(request, parts, pair);
  const { markup, showsBilled, showsModel, tagVersion } = readTextOptions(parameters, texts);
  const translated = await translateTexts(request, parts, { name: 'text', texts, ...pair, markup, named });
  // The other engines are small and fast.
  const model = call.engine === 'openai' ? 'quality_optimized' : 'latency_optimized';
  const translations = translated.map(({ text, source, charged }) => ({
    detected_source_language: sourceCode(source),
    text,
    ...(showsBilled && { billed_characters: charged }),
    ...(showsModel && { model_type_used: model }),
    ...(tagVersion && { tag_handling_version: tagVersion }),
  }));
  return { reply: { translations } };
});

/** In JSON, the texts are a list. In a form, each is a field. */
function textsOf(parameters: Parameters): readonly string[] {
  const { texts, isList } = parameters.texts('text');
  if (!isList && parameters.json !== undefined)
    throw new FaultyRequest({ kind: 'mistyped', name: 'text', expected: 'a list of strings' });
  return texts;
}

/** The limit is what the account has used and has left. Nothing renews it, so there is no period. */
const deeplUsage = keyed('deepl-usage', 'GET POST /v2/usage', async ({ holder }, { readBalance }) => {
  const found = await readBalance(holder.accountId);
  assert(found !== undefined, 'a live key belongs to an account');
  return { reply: { character_count: found.used, character_limit: found.used + found.balance } };
});

/** The API of DeepL, v2 with the languages and glossaries of v3. Source: its `openapi.yaml` 3.11.0 and its clients. */
export const deepl: Shape = {
  name: 'deepl',
  endpoints: [deeplTranslate, deeplUsage, ...deeplLanguages, ...deeplGlossaries, ...deeplDocuments],
  key: { scheme: 'deepl-auth-key', body: ['auth_key'] },
  rootPrefixes: ['/v1/jobs', '/v1/quality-evaluation', '/v2/', '/v3/'],
  // Clients match these.
  words: ({ baseUrl }) => ({
    no_key: () => `The key is missing. Send it as: Authorization: DeepL-Auth-Key <key>. See ${baseUrl()}/keys`,
    invalid_key: () => 'The key is not valid.',
    missing: ({ name }) => `Parameter '${name}' not specified.`,
    repeated: ({ name }) => `Parameter '${name}' appears more than once.`,
    mistyped: ({ name, expected }) => `${unsupported(name)} It must be ${expected}.`,
    unknown_language: ({ name }) => unsupported(name),
    unsupported: ({ name }) => unsupported(name),
    unsupported_pair: ({ source, target }) =>
      `${unsupported('target_lang')} There is no translation from ${source} to ${target}.`,
    no_glossary: () => 'There is no glossary with this id, or it has no dictionary of these languages.',
    nothing_to_translate: ({ target }) =>
      target === undefined ? 'The document has no text.' : 'Source and target language are equal.',
    unusable_file: ({ message }) => `Invalid file: ${message}.`,
    insufficient_balance: ({ required }) =>
      `Quota exceeded: the account has fewer than the ${required} characters of this request.`,
  }),
  problem: ({ kind, reason, message, detail }) => {
    const isUnknownPath = kind === 'not_found' && reason === '';
    const said = isUnknownPath ? 'This service has no such endpoint of the DeepL API.' : message;
    return { status: statuses[kind], body: { message: said, ...(detail && { detail }) } };
  },
  headers: (requestId) => ({ 'X-Trace-ID': requestId }),
};
