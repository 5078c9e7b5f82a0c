import type { Markup } from '../../text/document/inner-text.ts';
import { FaultyRequest } from '../failure.ts';
import type { Parameters } from '../parameters.ts';
import type { CompatParts, ShapeEndpoint, ShapeRequest } from '../shape.ts';
import { tagOfCode, translateTexts } from '../translate-texts.ts';
import { tagOfApertiumCode } from './codes.ts';

/** Unknown words have no marks, whatever `markUnknown` says: engines do not report them. */
export const apertiumTranslate: ShapeEndpoint = {
  name: 'apertium-translate',
  methods: ['GET', 'POST'],
  path: '/translate',
  access: 'key',
  isListed: true,
  handle: async (request, parts) => {
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
  },
};

/** A reply as APy gives it. */
export function apertiumReply(responseData: object): object {
  return { responseData, responseDetails: null, responseStatus: 200 };
}

/** Returns the only text of a request. */
export function textOf(parameters: Parameters): string {
  const [text = '', ...others] = parameters.texts('q').texts;
  if (others.length > 0) throw new FaultyRequest({ kind: 'repeated', name: 'q' });
  return text;
}

/** Reads a pair such as `spa|eng`. */
export function pairOf({ parameters, call }: ShapeRequest, parts: CompatParts) {
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
