import { cachedReply } from '../../calls/cached-reply.ts';
import { FaultyRequest } from '../failure.ts';
import { acceptedLanguage, languageNamesIn } from '../language-names.ts';
import type { ShapeEndpoint } from '../shape.ts';
import { isDated } from './sent-texts.ts';

/** Names the languages in the first known one of `Accept-Language`. */
export const microsoftLanguages: ShapeEndpoint = {
  name: 'microsoft-languages',
  methods: ['GET'],
  path: '/languages',
  access: 'open',
  open: async ({ exchange, parameters }, { catalogue }) => {
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
};
