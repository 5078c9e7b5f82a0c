import type { Markup } from '../../text/document/inner-text.ts';
import type { CompatParts, ShapeEndpoint, ShapeRequest } from '../shape.ts';
import { detectLanguages, tagOfCode, translateTexts } from '../translate-texts.ts';
import { percentOf } from './detect.ts';

export const libreTranslate: ShapeEndpoint = {
  name: 'libretranslate-translate',
  methods: ['POST'],
  path: '/translate',
  access: 'key',
  isListed: true,
  handle: async (request, parts) => {
    const { parameters } = request;
    const { texts, isList } = parameters.texts('q');
    const pair = pairOf(request, parts);
    const alternatives = parameters.count('alternatives') ?? 0;
    const markup = parameters.choice<Markup>('format', { text: 'plain', html: 'html' }, 'plain');
    // Before the translation, so that nothing can fail after its charge.
    const candidates = pair.source === 'auto' ? await detectLanguages(request, parts, { name: 'q', texts }) : [];
    const translated = await translateTexts(request, parts, { name: 'q', texts, ...pair, markup });
    const detected = translated.map(({ source }, number) => {
      const found = candidates[number]?.find(({ language }) => language === source);
      return { confidence: percentOf(found?.confidence ?? 0), language: source };
    });
    const shaped = <Shaped>(all: readonly Shaped[]) => (isList ? all : all[0]);
    return {
      reply: {
        translatedText: shaped(translated.map(({ text }) => text)),
        ...(pair.source === 'auto' && { detectedLanguage: shaped(detected) }),
        // No engine has any, which clients that always ask for some must not take for a failure.
        ...(alternatives > 0 && { alternatives: isList ? texts.map(() => []) : [] }),
      },
    };
  },
};

/** The languages of a request; both are required. */
function pairOf({ parameters }: ShapeRequest, parts: CompatParts) {
  const [written, target] = [parameters.requiredWord('source'), parameters.requiredWord('target')];
  return {
    source:
      written.toLowerCase() === 'auto'
        ? ('auto' as const)
        : tagOfCode(parts, { name: 'source', written, role: 'source' }),
    target: tagOfCode(parts, { name: 'target', written: target, role: 'target' }),
  };
}
