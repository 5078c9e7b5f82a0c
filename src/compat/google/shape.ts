import { openReply } from '../../calls/cached-reply.ts';
import type { Markup } from '../../text/document/inner-text.ts';
import type { FailureKind } from '../failure.ts';
import { languageNamesIn } from '../language-names.ts';
import { keyed, keyless, type Shape, translating } from '../shape.ts';
import { detectLanguages, readPair, tagOfCode, translateTexts } from '../translate-texts.ts';

const answers: Readonly<Record<FailureKind, readonly [code: number, status: string, reason: string]>> = {
  invalid: [400, 'INVALID_ARGUMENT', 'invalid'],
  too_large: [400, 'INVALID_ARGUMENT', 'invalid'],
  no_key: [403, 'PERMISSION_DENIED', 'forbidden'],
  wrong_key: [400, 'INVALID_ARGUMENT', 'badRequest'],
  no_balance: [403, 'PERMISSION_DENIED', 'dailyLimitExceeded'],
  not_found: [404, 'NOT_FOUND', 'notFound'],
  wrong_method: [404, 'NOT_FOUND', 'notFound'],
  not_ready: [409, 'ABORTED', 'conflict'],
  rate_limited: [429, 'RESOURCE_EXHAUSTED', 'rateLimitExceeded'],
  failed: [500, 'INTERNAL', 'backendError'],
  unavailable: [503, 'UNAVAILABLE', 'backendError'],
};

/** Clients recognise a wrong key by it. Source: google.rpc.ErrorInfo. */
const wrongKey = [
  { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com' },
];

/** Free, other than at Google. */
const googleDetect = keyed('google-detect', 'GET POST /language/translate/v2/detect', async (request, parts) => {
  const detected = await detectLanguages(request, parts, { name: 'q', ...request.parameters.texts('q') });
  const detections = detected.map(([{ language, confidence } = { language: 'und', confidence: 0 }]) => [
    { language: googleCode(language), confidence: Math.round(confidence * 1_000) / 1_000, isReliable: false },
  ]);
  return { reply: { data: { detections } } };
});

/** Names the languages in `target` if there is one, as Google does. Ignores a key. */
const googleLanguages = keyless(
  'google-languages',
  'GET POST /language/translate/v2/languages',
  async ({ parameters }, parts) => {
    const written = (await parameters()).word('target');
    const nameOf = written && languageNamesIn(tagOfCode(parts, { name: 'target', written, role: 'target' }));
    const languages = parts.catalogue.entries().flatMap(({ code }) =>
      // All codes of a language, because clients look for either spelling.
      [code, ...(ownCodes[code] ?? [])].map((language) => ({ language, ...(nameOf && { name: nameOf(code) }) })),
    );
    return openReply(200, { data: { languages } });
  },
);

const googleTranslate = translating('google-translate', 'GET POST /language/translate/v2', async (request, parts) => {
  const { parameters } = request;
  const [pair, model] = [readPair(request, parts, ['source', 'target']), parameters.word('model')];
  const { texts } = parameters.texts('q');
  const translated = await translateTexts(request, parts, {
    name: 'q',
    texts,
    ...pair,
    markup: parameters.choice<Markup>('format', { text: 'plain', html: 'html' }, 'html'),
  });
  const translations = translated.map(({ text, source }) => ({
    translatedText: text,
    ...(pair.source === 'auto' && { detectedSourceLanguage: googleCode(source) }),
    ...(model !== undefined && { model }),
  }));
  return { reply: { data: { translations } } };
});

/** Cloud Translation, Basic (v2). Source: its client libraries. */
export const google: Shape = {
  name: 'google',
  endpoints: [googleTranslate, googleDetect, googleLanguages],
  key: { headers: ['x-goog-api-key'], query: ['key'], body: ['key'] },
  rootPrefixes: ['/language/translate/'],
  words: () => ({
    no_key: () => 'The request is missing a valid API key.',
    invalid_key: () => 'API key not valid. Please pass a valid API key.',
    missing: ({ name }) => `Required parameter: ${name}`,
    unknown_language: ({ name }) => `Invalid Value: the language of ${name} is not supported`,
    unsupported_pair: ({ source, target }) => `Invalid Value: no translation from ${source} to the target ${target}`,
    too_long: ({ count, max }) => `Text too long: ${count}, the maximum is ${max}`,
  }),
  problem: ({ kind, message }) => {
    const [code, status, reason] = answers[kind];
    const errors = [{ message, domain: 'global', reason }];
    const details = kind === 'wrong_key' && { details: wrongKey };
    return { status: code, body: { error: { code, message, errors, status, ...details } } };
  },
};

/** Google's own codes, where they differ from BCP 47. The first one is that of its replies. */
const ownCodes: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'zh-Hans': ['zh-CN', 'zh'],
  'zh-Hant': ['zh-TW'],
  fil: ['tl'],
  he: ['iw'],
  jv: ['jw'],
  nb: ['no'],
};

function googleCode(tag: string): string {
  return ownCodes[tag]?.[0] ?? tag;
}
