import { cachedReply, openReply } from '../../calls/cached-reply.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import { textCharactersMax } from '../../shop/sale/translate.ts';
import type { Markup } from '../../text/document/inner-text.ts';
import { onlyDownload, sentDocument, whenDocumentDone } from '../document-files.ts';
import { FaultyRequest, usualStatuses } from '../failure.ts';
import {
  type CompatParts,
  keyed,
  keyless,
  type Shape,
  type ShapeRequest,
  translating,
  translatingFile,
} from '../shape.ts';
import { detectLanguages, readPair, translateTexts } from '../translate-texts.ts';

const statuses = { ...usualStatuses, no_key: 400, wrong_key: 403 };

const libreTranslate = translating('libretranslate-translate', 'POST /translate', async (request, parts) => {
  const { parameters } = request;
  const pair = librePair(request, parts);
  const { texts, isList } = parameters.texts('q');
  const alternatives = parameters.word('alternatives') ?? '0';
  if (!/^\d+$/.test(alternatives))
    throw new FaultyRequest({ kind: 'mistyped', name: 'alternatives', expected: 'a whole number' });
  const markup = parameters.choice<Markup>('format', { text: 'plain', html: 'html' }, 'plain');
  // Before the translation, so that nothing can fail after its charge.
  const candidates = pair.source === 'auto' ? await detectLanguages(request, parts, { name: 'q', texts }) : [];
  const source = pair.source === 'auto' ? candidates.map(([best]) => best?.language ?? pair.target) : pair.source;
  const translated = await translateTexts(request, parts, { name: 'q', texts, ...pair, source, markup });
  const detected = translated.map(({ source: language }, number) => {
    return { confidence: percentOf(candidates[number]?.[0]?.confidence ?? 0), language };
  });
  const shaped = <Shaped>(all: readonly Shaped[]) => (isList ? all : all[0]);
  return {
    reply: {
      translatedText: shaped(translated.map(({ text }) => text)),
      ...(pair.source === 'auto' && { detectedLanguage: shaped(detected) }),
      // No engine returns alternatives. Some clients always ask for them, and an empty list is no failure to them.
      ...(Number(alternatives) > 0 && { alternatives: isList ? texts.map(() => []) : [] }),
    },
  };
});

/** The languages of a request; both are required. */
function librePair(request: ShapeRequest, parts: CompatParts) {
  request.parameters.requiredWord('source');
  return readPair(request, parts, ['source', 'target']);
}

/** Free. Clients use it to check a key. */
const libreDetect = keyed('libretranslate-detect', 'POST /detect', async (request, parts) => {
  const text = request.parameters.texts('q').texts.join('\n');
  const [candidates = []] = await detectLanguages(request, parts, { name: 'q', texts: [text] });
  const detected = candidates.map(({ language, confidence }) => ({ confidence: percentOf(confidence), language }));
  return { reply: detected.length > 0 ? detected : [{ confidence: 0, language: 'en' }] };
});

/** As in LibreTranslate: from 0 to 100, with at most one decimal. */
function percentOf(confidence: number): number {
  return Math.round(confidence * 1_000) / 10;
}

/** Files that are translated, as clients ask for them. */
export const libreFileEndings: readonly string[] = [
  ...['.txt', '.text', '.md', '.markdown', '.mdx', '.html', '.htm', '.xhtml', '.json', '.jsonc', '.arb', '.xcstrings'],
  ...['.yaml', '.yml', '.properties', '.po', '.pot', '.xlf', '.xliff', '.srt', '.vtt', '.csv', '.tsv', '.tab'],
  ...['.strings', '.xml', '.docx', '.pptx', '.xlsx', '.odt', '.ods', '.odp', '.epub'],
];

/** Replies as soon as the file is read and its characters are held. The address of the translation waits for it. */
const translateFile = translatingFile(
  'libretranslate-translate-file',
  'POST /translate_file',
  async (request, parts) => {
    const { holder, call, parameters } = request;
    const { accountId } = holder;
    const pair = librePair(request, parts);
    const file = await sentDocument(parameters);
    const asked = { ...holder, file, ...pair, guessesSource: true };
    const { id } = await parts.documents.start(asked, call.exchange.abortSignal(parts.deadlineMs));
    // Without the address, the client cannot fetch the file, so it must cost nothing.
    call.exchange.onLost(() => void parts.documents.abandon(accountId, id));
    const path = `/compat/libretranslate/download_file/${accountId}.${id}`;
    return { reply: { translatedFileUrl: parts.baseUrl() + path } };
  },
);

/** The address is the key: it has the secret id of the document, and ends with the first download or after an hour. */
const downloadFile = keyless(
  'libretranslate-download-file',
  'GET /download_file/{address}',
  async ({ exchange, path: { address = '' } }, parts) => {
    const [, account = '', id = ''] = /^(.{1,64})\.(\w+)$/.exec(address) ?? [];
    const accountId = account as AccountId;
    await whenDocumentDone(parts, { accountId, id, signal: exchange.abortSignal(parts.deadlineMs) });
    const { headers, body } = await onlyDownload(parts, { accountId, id }, exchange);
    return new Response(body, { headers });
  },
);

/** What clients ask an instance about itself before they use it. */
const libreAbout = [
  keyless('libretranslate-settings', 'GET /frontend/settings', (_, { catalogue }) => {
    const targets = catalogue.entries().filter((entry) => entry.target);
    const target = targets.find(({ code }) => code === 'en') ?? targets[0];
    return openReply(200, {
      apiKeys: true,
      charLimit: textCharactersMax,
      filesTranslation: true,
      frontendTimeout: 500,
      keyRequired: true,
      language: {
        source: { code: 'auto', name: 'Auto Detect' },
        target: { code: target?.code ?? 'en', name: target?.name ?? 'English' },
      },
      suggestions: false,
      supportedFilesFormat: libreFileEndings,
    });
  }),
  keyless('libretranslate-spec', 'GET /spec', (_, { baseUrl }) =>
    openReply(200, {
      swagger: '2.0',
      // Some clients accept only this title. It names the API that is described.
      info: {
        title: 'LibreTranslate',
        version: '1.9.6',
        description: `The API of LibreTranslate, served by ${baseUrl()}. See ${baseUrl()}/docs/libretranslate.`,
      },
      paths: {},
    }),
  ),
  keyless('libretranslate-health', 'GET /health', async (_, { isWorking }) =>
    (await isWorking()) ? openReply(200, { status: 'ok' }) : openReply(503, { status: 'error' }),
  ),
  keyless('libretranslate-suggest', 'POST /suggest', () =>
    openReply(403, { error: 'Suggestions are disabled on this server.' }),
  ),
];

const libreLanguages = keyless('libretranslate-languages', 'GET /languages', ({ exchange }, { catalogue }) => {
  const entries = catalogue.entries();
  // Clients expect each language among its own targets, and remove it themselves.
  const all = entries.map(({ code, name, targets }) => ({ code, name, targets: [...targets, code].toSorted() }));
  return cachedReply(exchange.req, { body: JSON.stringify(all), version: catalogue.version });
});

/** The API of LibreTranslate 1.9.6. Source: its `app.py`. */
export const libretranslate: Shape = {
  name: 'libretranslate',
  endpoints: [libreTranslate, libreDetect, libreLanguages, translateFile, downloadFile, ...libreAbout],
  key: { query: ['api_key'], body: ['api_key'] },
  // Clients match these.
  words: ({ baseUrl, catalogue }) => {
    const named = (code: string) =>
      `${catalogue.entries().find((entry) => entry.code === code)?.name ?? code} (${code})`;
    return {
      no_key: () => `Visit ${baseUrl()}/keys to get an API key`,
      invalid_key: () => 'Invalid API key',
      missing: ({ name }) => `Invalid request: missing ${name} parameter`,
      mistyped: ({ name, expected }) => `Invalid request: ${name} parameter is not ${expected}`,
      repeated: ({ name }) => `Invalid request: ${name} parameter appears more than once`,
      unknown_language: ({ written }) => `${written.slice(0, 64)} is not supported`,
      unsupported: ({ name, written }) => `${written.slice(0, 64)} ${name} is not supported`,
      too_long: ({ count, max }) => `Invalid request: request (${count}) exceeds text limit (${max})`,
      unsupported_pair: ({ source, target }) =>
        `${named(target)} is not available as a target language from ${named(source)}`,
      rate_limited: ({ limit, retryAfterSeconds }) =>
        `Slowdown: the limit is ${limit} requests in any 60 seconds. Try again in ${retryAfterSeconds} s`,
      insufficient_balance: ({ required }) => `The account has fewer than the ${required} characters of this request`,
    };
  },
  problem: ({ kind, message }) => ({ status: statuses[kind], body: { error: message } }),
};
