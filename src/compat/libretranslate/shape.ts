import { cachedReply, openReply } from '../../calls/cached-reply.ts';
import { textCharactersMax } from '../../shop/sale/translate.ts';
import { usualStatuses } from '../failure.ts';
import type { OpenShapeEndpoint, Shape, ShapeEndpoint } from '../shape.ts';
import { libreFileEndings, libreFiles } from './files.ts';
import { libreDetect, libreTranslate } from './translate.ts';

const statuses = { ...usualStatuses, no_key: 400, wrong_key: 403 };

const endpoint = (
  name: string,
  [method, path]: readonly ['GET' | 'POST', ShapeEndpoint['path']],
  open: OpenShapeEndpoint['open'],
): ShapeEndpoint => ({ name: `libretranslate-${name}`, methods: [method], path, access: 'open', open });

/** What clients ask an instance about itself before they use it. */
const libreAbout: readonly ShapeEndpoint[] = [
  endpoint('settings', ['GET', '/frontend/settings'], (_, { catalogue }) => {
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
  endpoint('spec', ['GET', '/spec'], (_, { baseUrl }) =>
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
  endpoint('health', ['GET', '/health'], async (_, { isWorking }) =>
    (await isWorking()) ? openReply(200, { status: 'ok' }) : openReply(503, { status: 'error' }),
  ),
  endpoint('suggest', ['POST', '/suggest'], () =>
    openReply(403, { error: 'Suggestions are disabled on this server.' }),
  ),
];

const libreLanguages: ShapeEndpoint = {
  name: 'libretranslate-languages',
  methods: ['GET'],
  path: '/languages',
  access: 'open',
  open: ({ exchange }, { catalogue }) => {
    const entries = catalogue.entries();
    // Clients expect each language among its own targets, and remove it themselves.
    const all = entries.map(({ code, name, targets }) => ({ code, name, targets: [...targets, code].toSorted() }));
    return cachedReply(exchange.req, { body: JSON.stringify(all), version: catalogue.version });
  },
};

/** The API of LibreTranslate 1.9.6. Source: its `app.py`. */
export const libretranslate: Shape = {
  name: 'libretranslate',
  endpoints: [libreTranslate, libreDetect, libreLanguages, ...libreFiles, ...libreAbout],
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
