import { usualStatuses } from '../failure.ts';
import type { Shape } from '../shape.ts';
import { deeplDocuments } from './documents.ts';
import { deeplGlossaries } from './glossaries.ts';
import { deeplLanguages } from './languages.ts';
import { deeplTranslate } from './translate.ts';
import { deeplUsage } from './usage.ts';

const statuses = { ...usualStatuses, no_key: 403, wrong_key: 403, too_large: 413, no_balance: 456, not_ready: 503 };

const unsupported = (name: string) => `Value for '${name}' not supported.`;

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
