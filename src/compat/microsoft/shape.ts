import { cachedReply } from '../../calls/cached-reply.ts';
import { FileReply } from '../../calls/endpoint-reply.ts';
import { countCharacters } from '../../ground/units.ts';
import { type Failure, FaultyRequest, usualStatuses } from '../failure.ts';
import { type KeyPlaces, keyInHead } from '../key-places.ts';
import { acceptedLanguage, languageNamesIn } from '../language-names.ts';
import { keyed, keyless, type Shape, translating } from '../shape.ts';
import { detectLanguages, translateTexts } from '../translate-texts.ts';
import { isDated, sentInBody, sentInQuery, sentTexts } from './sent-texts.ts';

/** By what is wrong with a request, or by its parameter. Source: the vendor's list of status codes. */
const codes: Readonly<Record<string, number>> = {
  adaptiveDatasetId: 400002,
  'api-version': 400021,
  body_too_large: 400077,
  category: 400002,
  deploymentName: 400002,
  from: 400035,
  gender: 400002,
  includeAlignment: 400042,
  includeSentenceLength: 400042,
  insufficient_balance: 403001,
  language: 400035,
  profanityAction: 400042,
  referenceTextPairs: 400002,
  scope: 400001,
  script: 400004,
  'targets.language': 400036,
  Text: 400020,
  textType: 400071,
  to: 400036,
  tone: 400002,
  too_long: 400050,
  toScript: 400004,
  unreadable: 400074,
  unsupported_pair: 400023,
};

/** Names the languages in the first known one of `Accept-Language`. */
const microsoftLanguages = keyless(
  'microsoft-languages',
  'GET /languages',
  async ({ exchange, parameters }, { catalogue }) => {
    const sent = await parameters();
    const models = isDated(sent) ? { models: [] } : undefined;
    const locale = acceptedLanguage(exchange.req.headers['accept-language']);
    const nameOf = languageNamesIn(locale);
    const translation = Object.fromEntries(
      catalogue
        .entries()
        .map(({ code, nativeName, direction: dir }) => [code, { name: nameOf(code), nativeName, dir, ...models }]),
    );
    const groups: Readonly<Record<string, object>> = {
      ...{ translation, transliteration: {} },
      ...(models ?? { dictionary: {} }),
    };
    const asked = sent.word('scope')?.split(',') ?? Object.keys(groups);
    const unknown = asked.find((scope) => !Object.hasOwn(groups, scope));
    if (unknown !== undefined) throw new FaultyRequest({ kind: 'unsupported', name: 'scope', written: unknown });
    const shown = asked.map((scope) => [scope, groups[scope]]);
    const version = `${catalogue.version}-${locale}-${Object.keys(groups).at(-1)}-${asked.join('-')}`;
    const reply = cachedReply(exchange.req, { body: JSON.stringify(Object.fromEntries(shown)), version });
    reply.headers.set('Vary', 'Accept-Language');
    reply.headers.set('X-RequestId', exchange.requestId);
    return reply;
  },
);

const microsoftTranslate = translating('microsoft-translate', 'POST /translate', async (request, parts) => {
  const inBody = isDated(request.parameters);
  const { inputs, markup } = (inBody ? sentInBody : sentInQuery)(request, parts);
  // Before the translation, so that nothing can fail after its charge.
  const unknown = inputs.filter(({ source }) => source === 'auto');
  const texts = unknown.map(({ text }) => text);
  const candidates = texts.length > 0 ? await detectLanguages(request, parts, { name: 'Text', texts }) : [];
  const detected = new Map(unknown.map((input, number) => [input, candidates[number]?.[0]]));
  // Each text stands there once for each target, so that all of them have one hold and one charge.
  const jobs = inputs.flatMap((input) => {
    const { text, source } = input;
    return input.targets.map((target) => {
      return { text, target, source: source === 'auto' ? (detected.get(input)?.language ?? target) : source };
    });
  });
  const translated = await translateTexts(request, parts, {
    name: 'Text',
    texts: jobs.map(({ text }) => text),
    source: jobs.map(({ source }) => source),
    target: jobs.map(({ target }) => target),
    markup,
  });
  let at = 0;
  const items = inputs.map((input) => {
    const { text: sent, source, targets } = input;
    const ofText = translated.slice(at, (at += targets.length));
    const best = { language: ofText[0]?.source, score: scoreOf(detected.get(input)?.confidence ?? 0) };
    return {
      ...(source === 'auto' && { detectedLanguage: best }),
      translations: ofText.map(({ text }, number) => {
        const language = targets[number];
        return inBody ? { language, sourceCharacters: countCharacters(sent), text } : { text, to: language };
      }),
    };
  });
  const charged = translated.reduce((sum, each) => sum + each.charged, 0);
  const reply = inBody ? { value: items } : items;
  return { reply, headers: { 'X-Metered-Usage': String(charged), 'X-MT-System': request.call.engine ?? 'none' } };
});

const unknown = { language: 'en', confidence: 0 };

/** Free. */
const microsoftDetect = keyed('microsoft-detect', 'POST /detect', async (request, parts) => {
  request.parameters.choice('api-version', { '3.0': true }, true);
  const texts = sentTexts(request.parameters);
  const detected = await detectLanguages(request, parts, { name: 'Text', texts });
  const reply = detected.map(([best = unknown, ...others]) => ({
    ...shaped(best),
    ...(others.length > 0 && { alternatives: others.map(shaped) }),
  }));
  return { reply };
});

function shaped({ language, confidence }: typeof unknown) {
  const score = scoreOf(confidence);
  return { language, score, isTranslationSupported: true, isTransliterationSupported: false };
}

/** From 0 to 1, with at most two decimals. */
function scoreOf(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}

const endpoints = [microsoftTranslate, microsoftDetect, microsoftLanguages];

/** Clients put this before the path where the host is one of the vendor's. */
const platform = '/translator/text/v3.0';

const microsoftKeys: KeyPlaces = {
  headers: ['ocp-apim-subscription-key'],
  query: ['Subscription-Key', 'subscription-key'],
};

/** The token is the key itself, which is a bearer token too. */
const microsoftToken = keyed('microsoft-token', 'POST /sts/v1.0/issueToken', async ({ call: { exchange } }) => {
  const { headers, url = '' } = exchange.req;
  const key = keyInHead(microsoftKeys, headers, new URLSearchParams(url.split('?')[1]));
  return { reply: new FileReply('token.txt', 'text/plain; charset=utf-8', new TextEncoder().encode(key)) };
});

/** The API of Microsoft Translator, versions 3.0 and 2026-06-06. Source: its clients and reference. */
export const microsoft: Shape = {
  name: 'microsoft',
  endpoints: [
    ...endpoints,
    ...endpoints.map((endpoint) => ({ ...endpoint, path: `${platform}${endpoint.path}` as const })),
    microsoftToken,
  ],
  key: microsoftKeys,
  rootParameter: 'api-version',
  rootPrefixes: ['/translator/', '/sts/', '/dictionary/', '/transliterate', '/breaksentence'],
  // Without the numbers of texts, which stand there once for each target.
  words: () => ({ unfaithful_texts: () => 'No engine has a valid translation of some of the texts.' }),
  problem: (failure) => {
    const status = usualStatuses[failure.kind];
    const code = codeOf(failure) ?? status * 1_000;
    return { status, body: { error: { code, message: failure.message } } };
  },
  headers: (requestId) => ({ 'X-RequestId': requestId }),
};

function codeOf({ kind, reason, param = '' }: Failure): number | undefined {
  if (kind === 'invalid' && reason === '') return codes['unreadable'];
  return codes[reason] ?? (kind === 'invalid' ? codes[param] : undefined);
}
