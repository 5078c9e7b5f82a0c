import { STATUS_CODES } from 'node:http';
import { cachedReply, openReply } from '../../calls/cached-reply.ts';
import { FileReply } from '../../calls/endpoint-reply.ts';
import type { Markup } from '../../text/document/inner-text.ts';
import { isLanguage } from '../../text/languages/language-name.ts';
import { parseLanguageTag } from '../../text/languages/language-tag.ts';
import { sentDocument, whenDocumentDone } from '../document-files.ts';
import { FaultyRequest, usualStatuses } from '../failure.ts';
import { acceptedLanguage, languageNamesIn } from '../language-names.ts';
import type { Parameters } from '../parameters.ts';
import {
  type CompatParts,
  keyed,
  keyless,
  type OpenRequest,
  type Shape,
  type ShapeRequest,
  translating,
  translatingFile,
} from '../shape.ts';
import { detectLanguages, refuseLong, tagOfCode, translateTexts } from '../translate-texts.ts';

const ownStatuses: Readonly<Record<string, number>> = { body_too_large: 413, headers_too_large: 414 };
const notInstalled = () => 'That pair is not installed';

/** Texts are translated, but not analysed. */
const otherLists = ['analyzers', 'analysers', 'generators', 'taggers', 'disambiguators', 'spellers'];

/** Lists for everybody, without a key. */
const apertiumLists = [
  keyless('apertium-pairs', 'GET POST /listPairs', listPairs),
  keyless('apertium-list', 'GET POST /list', listPairs),
  keyless('apertium-names', 'GET POST /listLanguageNames', listNames),
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

/** Replies with the translated file and deletes it. As short as a text, because a caller that hangs up pays nothing. */
const apertiumDocument = translatingFile('apertium-document', 'POST /translateDoc', async (request, parts) => {
  const { parameters, holder, call } = request;
  const { documents, deadlineMs } = parts;
  const { accountId } = holder;
  const pair = pairOf(request, parts);
  const file = await sentDocument(parameters);
  const signal = call.exchange.abortSignal(deadlineMs);
  const { id, characters } = await documents.start({ ...holder, ...pair, file }, signal);
  try {
    refuseLong('file', characters);
    call.describe(await whenDocumentDone(parts, { accountId, id, signal }));
    const { name, mediaType, bytes } = await documents.content(accountId, id);
    return { reply: new FileReply(name, mediaType, new Uint8Array(bytes)) };
  } finally {
    await documents.abandon(accountId, id);
  }
});

/** Free. */
const apertiumIdentify = keyed('apertium-identify', 'GET POST /identifyLang', async (request, parts) => {
  const texts = [textOf(request.parameters)];
  const [candidates = []] = await detectLanguages(request, parts, { name: 'q', texts });
  const shares = candidates.map(({ language, confidence }) => [apertiumCode(language), confidence] as const);
  return { reply: Object.fromEntries(shares.length > 0 ? shares : [['eng', 0]]) };
});

/** Unknown words have no marks, whatever `markUnknown` says: engines do not report them. */
const apertiumTranslate = translating('apertium-translate', 'GET POST /translate', async (request, parts) => {
  const { parameters } = request;
  const pair = pairOf(request, parts);
  const format = parameters.word('format') === undefined ? 'deformat' : 'format';
  const markup = parameters.choice(format, formats, 'html');
  parameters.choice('callback', {}, '');
  const [translated] = await translateTexts(request, parts, {
    name: 'q',
    texts: [textOf(parameters)],
    ...pair,
    markup,
  });
  return { reply: apertiumReply({ translatedText: translated?.text }) };
});

/** A reply as APy gives it. */
function apertiumReply(responseData: object): object {
  return { responseData, responseDetails: null, responseStatus: 200 };
}

/** Returns the only text of a request. */
function textOf(parameters: Parameters): string {
  const [text = '', ...others] = parameters.texts('q').texts;
  if (others.length > 0) throw new FaultyRequest({ kind: 'repeated', name: 'q' });
  return text;
}

/** Reads a pair such as `spa|eng`. */
function pairOf({ parameters, call }: ShapeRequest, parts: CompatParts) {
  const written = parameters.requiredWord('langpair');
  const [source, target, ...others] = written.split('|');
  if (!source || !target || others.length > 0)
    throw new FaultyRequest({ kind: 'unsupported', name: 'langpair', written });
  const tagOf = (code: string, role: 'source' | 'target') =>
    tagOfCode(parts, { name: 'langpair', written: tagOfApertiumCode(code), role });
  const pair = { source: tagOf(source, 'source'), target: tagOf(target, 'target') };
  call.describe(pair);
  return pair;
}

/** Formats, also as the programs of Apertium that read them. Others are for files. */
const formats: Readonly<Record<string, Markup>> = {
  html: 'html',
  'html-noent': 'html',
  'apertium-deshtml': 'html',
  txt: 'plain',
  'apertium-destxt': 'plain',
};

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

/** Codes of two letters, each with that of three. Source: ISO 639-1 and 639-3. */
const joinedCodes = `
  aaaar ababk aeave afafr akaka amamh anarg arara asasm avava ayaym azaze babak bebel bgbul bibis bmbam bnben
  bobod brbre bsbos cacat ceche chcha cocos crcre csces cuchu cvchv cycym dadan dedeu dvdiv dzdzo eeewe elell
  eneng eoepo esspa etest eueus fafas ffful fifin fjfij fofao frfra fyfry gagle gdgla glglg gngrn guguj gvglv
  hahau heheb hihin hohmo hrhrv hthat huhun hyhye hzher iaina idind ieile igibo iiiii ikipk ioido isisl itita
  iuiku jajpn jvjav kakat kgkon kikik kjkua kkkaz klkal kmkhm knkan kokor krkau kskas kukur kvkom kwcor kykir
  lalat lbltz lglug lilim lnlin lolao ltlit lulub lvlav mgmlg mhmah mimri mkmkd mlmal mnmon mrmar msmsa mtmlt
  mymya nanau nbnob ndnde nenep ngndo nlnld nnnno nonor nrnbl nvnav nynya ococi ojoji omorm orori ososs papan
  pipli plpol pspus ptpor quque rmroh rnrun roron rurus rwkin sasan scsrd sdsnd sesme sgsag sisin skslk slslv
  smsmo snsna sosom sqsqi srsrp ssssw stsot susun svswe swswa tatam tetel tgtgk ththa titir tktuk tltgl tntsn
  toton trtur tstso tttat twtwi tytah uguig ukukr ururd uzuzb veven vivie vovol wawln wowol xhxho yiyid yoyor
  zazha zhzho zuzul`;

const threeLetters = new Map(joinedCodes.match(/\S+/g)?.map((both) => [both.slice(0, 2), both.slice(2)]));
const twoLetterCodes = [...threeLetters.keys()];

/** Where Apertium has other codes, by tag. */
const ownCodes: Readonly<Record<string, string>> = {
  bs: 'hbs_BS',
  hr: 'hbs_HR',
  'oc-aranese': 'oci_aran',
  'sr-Latn': 'hbs_SR',
};

const ownTags = new Map(Object.entries(ownCodes).map(([tag, code]) => [code.toLowerCase(), tag]));

/** Returns Apertium's code for a language, such as `cat_valencia`. */
export function apertiumCode(tag: string): string {
  const [language = '', ...others] = tag.split('-');
  return ownCodes[tag] ?? [threeLetters.get(language) ?? language, ...others].join('_');
}

/** Returns the tag for a code of Apertium, and any other code unchanged. */
export function tagOfApertiumCode(code: string): string {
  return ownTags.get(code.toLowerCase()) ?? code;
}
