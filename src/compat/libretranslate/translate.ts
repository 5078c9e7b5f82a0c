import type { Markup } from '../../text/document/inner-text.ts';
import { FaultyRequest } from '../failure.ts';
import type { CompatParts, ShapeEndpoint, ShapeRequest } from '../shape.ts';
import { detectLanguages, readPair, translateTexts } from '../translate-texts.ts';

export const libreTranslate: ShapeEndpoint = {
  name: 'libretranslate-translate',
  methods: ['POST'],
  path: '/translate',
  access: 'key',
  isListed: true,
  handle: async (request, parts) => {
    const { parameters } = request;
    const pair = librePair(request, parts);
    const { texts, isList } = parameters.texts('q');
    const alternatives = parameters.word('alternatives') ?? '0';
    if (!/^\d+$/.test(alternatives))
      throw new FaultyRequest({ kind: 'mistyped', name: 'alternatives', expected: 'a whole number' });
    const markup = parameters.choice<Markup>('format', { text: 'plain', html: 'html' }, 'plain');
    // Before the translation, so that nothing can fail after its charge.
    const candidates = pair.source === 'auto' ? await detectLanguages(request, parts, { name: 'q', texts }) : [];
    const source = pair.source === 'auto' ? candidates.map(([best]) => best?.language ?? pair.target) : pair.source;
    const translated = await translateTexts(request, parts, { name: 'q', texts, ...pair, source, markup });
    const detected = translated.map(({ source: language }, number) => {
      return { confidence: percentOf(candidates[number]?.[0]?.confidence ?? 0), language };
    });
    const shaped = <Shaped>(all: readonly Shaped[]) => (isList ? all : all[0]);
    return {
      reply: {
        translatedText: shaped(translated.map(({ text }) => text)),
        ...(pair.source === 'auto' && { detectedLanguage: shaped(detected) }),
        // No engine returns alternatives. Some clients always ask for them, and an empty list is no failure to them.
        ...(Number(alternatives) > 0 && { alternatives: isList ? texts.map(() => []) : [] }),
      },
    };
  },
};

/** The languages of a request; both are required. */
export function librePair(request: ShapeRequest, parts: CompatParts) {
  request.parameters.requiredWord('source');
  return readPair(request, parts, ['source', 'target']);
}

/** Free. Clients use it to check a key. */
export const libreDetect: ShapeEndpoint = {
  name: 'libretranslate-detect',
  methods: ['POST'],
  path: '/detect',
  access: 'key',
  handle: async (request, parts) => {
    const text = request.parameters.texts('q').texts.join('\n');
    const [candidates = []] = await detectLanguages(request, parts, { name: 'q', texts: [text] });
    const detected = candidates.map(({ language, confidence }) => ({ confidence: percentOf(confidence), language }));
    return { reply: detected.length > 0 ? detected : [{ confidence: 0, language: 'en' }] };
  },
};

/** As in LibreTranslate: from 0 to 100, with at most one decimal. */
function percentOf(confidence: number): number {
  return Math.round(confidence * 1_000) / 10;
}
