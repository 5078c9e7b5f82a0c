import { createHash } from 'node:crypto';
import { problemWordingOf, RefusedRequest } from '../../calls/problem.ts';
import { assert } from '../../ground/assert.ts';
import { ServiceError } from '../../ground/service-error.ts';
import type { DocumentState } from '../../shop/documents/document.ts';
import { onlyDownload, sentDocument } from '../document-files.ts';
import { FaultyRequest, usualStatuses } from '../failure.ts';
import type { Parameters } from '../parameters.ts';
import { keyed, type Shape, type ShapeEndpoint, type ShapeRequest, translating, translatingFile } from '../shape.ts';
import { translateTexts } from '../translate-texts.ts';
import { deeplGlossaries, namedPairs } from './glossaries.ts';
import { deeplLanguages, deeplPair, sourceCode } from './languages.ts';
import { readTextOptions, refuseUnavailable } from './options.ts';

const upload = translatingFile('deepl-document', 'POST /v2/document', async (request, parts) => {
  const { parameters, holder, call } = request;
  const pair = deeplPair(request, parts);
  refuseUnavailable(parameters);
  const file = await sentDocument(parameters);
  const format = parameters.word('output_format')?.toLowerCase();
  if (format !== undefined && !file.name.toLowerCase().endsWith(`.${format}`))
    throw new RefusedRequest({ message: 'output_format must be that of the file.', param: 'output_format' });
  const named = await namedPairs(request, parts, pair);
  const sent = { ...holder, named, file, ...pair, guessesSource: true };
  const { id } = await parts.documents.start(sent, call.exchange.abortSignal(parts.deadlineMs));
  // Without the key, the client cannot read the document. It sends it again.
  call.exchange.onLost(() => void parts.documents.abandon(holder.accountId, id));
  return { reply: handleOf(id) };
});

const status = keyed('deepl-document-status', 'POST /v2/document/{id}', async (request, { documents, now }) => {
  const state = await documents.find(request.holder.accountId, documentOf(request));
  return { reply: { document_id: request.path['id'], ...statusOf(state, now() - state.createdAt) } };
});

const result = keyed('deepl-document-result', 'POST /v2/document/{id}/result', async (request, parts) => {
  const place = { accountId: request.holder.accountId, id: documentOf(request) };
  return { reply: await onlyDownload(parts, place, request.call.exchange) };
});

const deeplDocuments: readonly ShapeEndpoint[] = [upload, status, result];

const idPrefix = 'doc_';

/** The key is the secret part of the document's id, in hexadecimal digits; the id is a hash of it. Neither is stored. */
function handleOf(document: string): { readonly document_id: string; readonly document_key: string } {
  const hash = createHash('sha256').update(document).digest('hex');
  const key = Buffer.from(document.slice(idPrefix.length)).toString('hex');
  return { document_id: hash.slice(0, 32), document_key: key };
}

/** @throws ServiceError `no_document` for a key of another document */
function documentOf({ parameters, path }: ShapeRequest): string {
  const key = parameters.requiredWord('document_key');
  const document = idPrefix + Buffer.from(key, 'hex').toString('latin1');
  const handle = handleOf(document);
  if (handle.document_id === path['id']?.toLowerCase() && handle.document_key === key.toLowerCase()) return document;
  throw new ServiceError('no_document');
}

function statusOf(state: DocumentState, tookMs: number): object {
  switch (state.status) {
    case 'queued':
      return { status: 'queued' };
    case 'translating': {
      const { charactersDone: done, characters } = state;
      const seconds = done === 0 ? undefined : Math.ceil((tookMs / done) * ((characters - done) / 1_000));
      return { status: 'translating', seconds_remaining: seconds };
    }
    case 'done':
      return { status: 'done', billed_characters: state.charged };
    case 'failed': {
      const failure = new ServiceError(state.reason as 'server_error', { data: state.data } as never);
      const { message } = problemWordingOf(failure).wording;
      // Older clients read `message`.
      return { status: 'error', error_message: message, message };
    }
  }
}

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
