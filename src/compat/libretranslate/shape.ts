import { usualStatuses } from '../failure.ts';
import type { Shape } from '../shape.ts';
import { libreAbout } from './about.ts';
import { libreDetect } from './detect.ts';
import { libreFiles } from './files.ts';
import { libreLanguages } from './languages.ts';
import { libreTranslate } from './translate.ts';

const statuses = { ...usualStatuses, no_key: 400, wrong_key: 403 };

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
