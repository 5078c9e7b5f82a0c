import { FaultyRequest } from '../failure.ts';
import type { CompatParts, ShapeEndpoint, ShapeRequest } from '../shape.ts';
import { confidencesOf, type TranslatedText, tagOfCode, translateTexts } from '../translate-texts.ts';
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
    const markup = markupOf(parameters.word('format') ?? 'text');
    const translated = await translateTexts(request, parts, { name: 'q', texts, ...pair, markup });
    const shaped = <Shaped>(all: readonly Shaped[]) => (isList ? all : all[0]);
    return {
      reply: {
        translatedText: shaped(translated.map(({ text }) => text)),
        ...(pair.source === 'auto' && {
          detectedLanguage: shaped(await detectedIn(request, parts, { texts, translated })),
        }),
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

async function detectedIn(
  request: ShapeRequest,
  parts: CompatParts,
  { texts, translated }: { readonly texts: readonly string[]; readonly translated: readonly TranslatedText[] },
) {
  const detected = translated.map(({ source }, number) => ({ text: texts[number] ?? '', source }));
  const confidences = await confidencesOf(request, parts, detected);
  return detected.map(({ source }, number) => ({ confidence: percentOf(confidences[number] ?? 0), language: source }));
}

function markupOf(format: string): 'html' | 'plain' {
  if (format === 'html') return 'html';
  if (format === 'text') return 'plain';
  throw new FaultyRequest({ kind: 'unsupported', name: 'format', written: format });
}
