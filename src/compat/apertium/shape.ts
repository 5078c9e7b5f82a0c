import { STATUS_CODES } from 'node:http';
import { usualStatuses } from '../failure.ts';
import type { Shape } from '../shape.ts';
import { apertiumDocument } from './document.ts';
import { apertiumIdentify } from './identify.ts';
import { apertiumLists } from './lists.ts';
import { apertiumTranslate } from './translate.ts';

const ownStatuses: Readonly<Record<string, number>> = { body_too_large: 413, headers_too_large: 414 };
const notInstalled = () => 'That pair is not installed';

/** The API of Apertium APy 0.11, whose phrase for 413 is that of Python. */
export const apertium: Shape = {
  name: 'apertium',
  endpoints: [apertiumTranslate, apertiumDocument, apertiumIdentify, ...apertiumLists],
  key: { query: ['key'], body: ['key'] },
  rootParameter: 'langpair',
  rootPrefixes: ['/translate', '/analy', '/generate', '/perWord', '/calcCoverage', '/stats', '/pipedebug'],
  // Clients match these.
  words: () => ({
    no_key: () => 'The API key is missing. Send it as the parameter key, or as Authorization: Bearer <key>',
    missing: ({ name }) => `Missing argument ${name}`,
    unsupported: ({ name, written }) =>
      name === 'langpair'
        ? 'That pair is invalid, use e.g. eng|spa'
        : `${name} ${written.slice(0, 64)} is not supported`,
    unknown_language: notInstalled,
    unsupported_pair: notInstalled,
    too_long: ({ count, max }) =>
      `The request has ${count}; the maximum is ${max}. For longer files, use /api/v1/documents`,
    body_too_large: () => 'That file is too large',
  }),
  problem: ({ kind, reason, message }) => {
    const code = ownStatuses[reason] ?? usualStatuses[kind];
    const phrase = code === 413 ? 'Request Entity Too Large' : STATUS_CODES[code];
    return { status: code, body: { status: 'error', code, message: phrase, explanation: message } };
  },
};
