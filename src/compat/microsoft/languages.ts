import { cachedReply } from '../../calls/cached-reply.ts';
import { FaultyRequest } from '../failure.ts';
import { acceptedLanguage, languageNamesIn } from '../language-names.ts';
import type { ShapeEndpoint } from '../shape.ts';
import { refuseOtherVersion } from './sent-texts.ts';

const scopes = ['translation', 'transliteration', 'dictionary'];

/** Names the languages in the first known one of `Accept-Language`. */
export const microsoftLanguages: ShapeEndpoint = {
  name: 'microsoft-languages',
  methods: ['GET'],
  path: '/languages',
  access: 'open',
  open: async ({ exchange, parameters }, { catalogue }) => {
    const sent = await parameters();
    refuseOtherVersion(sent.word('api-version'));
    const asked = (sent.word('scope') ?? scopes.join(',')).split(',');
    const unknown = asked.find((scope) => !scopes.includes(scope));
    if (unknown !== undefined) throw new FaultyRequest({ kind: 'unsupported', name: 'scope', written: unknown });
    const locale = acceptedLanguage(exchange.req.headers['accept-language']);
    const nameOf = languageNamesIn(locale);
    const translation = Object.fromEntries(
      catalogue
        .entries()
        .map(({ code, nativeName, direction: dir }) => [code, { name: nameOf(code), nativeName, dir }]),
    );
    const shown = asked.map((scope) => [scope, scope === 'translation' ? translation : {}]);
    const version = `${catalogue.version}-${locale}-${asked.join('-')}`;
    const reply = cachedReply(exchange.req, { body: JSON.stringify(Object.fromEntries(shown)), version });
    reply.headers.set('Vary', 'Accept-Language');
    reply.headers.set('X-RequestId', exchange.requestId);
    return reply;
  },
};
