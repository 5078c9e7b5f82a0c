import { cachedReply, openReply } from '../../calls/cached-reply.ts';
import { isLanguage } from '../../text/languages/language-name.ts';
import { parseLanguageTag } from '../../text/languages/language-tag.ts';
import { FaultyRequest } from '../failure.ts';
import { acceptedLanguage, languageNamesIn } from '../language-names.ts';
import type { CompatParts, OpenRequest, ShapeEndpoint } from '../shape.ts';
import { apertiumCode, tagOfApertiumCode, twoLetterCodes } from './codes.ts';
import { apertiumReply } from './translate.ts';

const methods = ['GET', 'POST'] as const;

/** Texts are translated, but not analysed. */
const otherLists = ['analyzers', 'analysers', 'generators', 'taggers', 'disambiguators', 'spellers'];

/** Lists for everybody, without a key. */
export const apertiumLists: readonly ShapeEndpoint[] = [
  { name: 'apertium-pairs', methods, path: '/listPairs', access: 'open', open: listPairs },
  { name: 'apertium-list', methods, path: '/list', access: 'open', open: listPairs },
  { name: 'apertium-names', methods, path: '/listLanguageNames', access: 'open', open: listNames },
];

/** Lists all pairs, or those of the source `src`. */
async function listPairs({ exchange, parameters }: OpenRequest, { catalogue }: CompatParts): Promise<Response> {
  const sent = await parameters();
  const [what = 'pairs', source] = [sent.word('q'), sent.word('src')];
  if (otherLists.includes(what)) return openReply(200, {});
  if (what !== 'pairs') throw new FaultyRequest({ kind: 'unsupported', name: 'q', written: what });
  const tag = source && (parseLanguageTag(tagOfApertiumCode(source)) ?? 'none');
  const spellings = [apertiumCode];
  if (sent.get('include_deprecated_codes') !== undefined) spellings.push((code) => code.replaceAll('-', '_'));
  const pairs = catalogue
    .entries()
    .filter(({ code }) => tag === undefined || code === tag)
    .flatMap(({ code, targets }) => targets.map((target) => [code, target] as const))
    .flatMap(([from, to]) => spellings.map((spell) => ({ sourceLanguage: spell(from), targetLanguage: spell(to) })));
  const version = `${catalogue.version}-${tag ?? 'all'}-${spellings.length}`;
  return cachedReply(exchange.req, { body: JSON.stringify(apertiumReply(pairs)), version });
}

/** Names languages in `locale`, or in the language that the caller accepts: `languages`, or all with two letters. */
async function listNames({ exchange, parameters }: OpenRequest): Promise<Response> {
  const sent = await parameters();
  const locale =
    parseLanguageTag(sent.word('locale') ?? '') ?? acceptedLanguage(exchange.req.headers['accept-language']);
  const nameOf = languageNamesIn(locale);
  const asked = sent.word('languages')?.split(/[ +]/) ?? twoLetterCodes;
  const found = asked.flatMap((written) => {
    const tag = parseLanguageTag(tagOfApertiumCode(written));
    return tag !== undefined && isLanguage(tag) ? [[written, nameOf(tag)] as const] : [];
  });
  return openReply(200, Object.fromEntries(found));
}
