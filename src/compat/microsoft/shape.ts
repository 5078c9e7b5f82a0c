import { type Failure, usualStatuses } from '../failure.ts';
import type { Shape } from '../shape.ts';
import { microsoftDetect } from './detect.ts';
import { microsoftLanguages } from './languages.ts';
import { microsoftKeys, microsoftToken } from './token.ts';
import { microsoftTranslate } from './translate.ts';

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

const endpoints = [microsoftTranslate, microsoftDetect, microsoftLanguages];

/** Clients put this before the path where the host is one of the vendor's. */
const platform = '/translator/text/v3.0';

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
  words: () => ({
    unfaithful_texts: () => 'No engine has a valid translation of some of the texts.',
  }),
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
