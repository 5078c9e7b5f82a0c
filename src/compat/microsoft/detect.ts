import type { ShapeEndpoint } from '../shape.ts';
import { detectLanguages } from '../translate-texts.ts';
import { sentTexts } from './sent-texts.ts';

const unknown = { language: 'en', confidence: 0 };

/** Free. */
export const microsoftDetect: ShapeEndpoint = {
  name: 'microsoft-detect',
  methods: ['POST'],
  path: '/detect',
  access: 'key',
  handle: async (request, parts) => {
    request.parameters.choice('api-version', { '3.0': true }, true);
    const texts = sentTexts(request.parameters);
    const detected = await detectLanguages(request, parts, { name: 'Text', texts });
    const reply = detected.map(([best = unknown, ...others]) => ({
      ...shaped(best),
      ...(others.length > 0 && { alternatives: others.map(shaped) }),
    }));
    return { reply };
  },
};

function shaped({ language, confidence }: typeof unknown) {
  const score = scoreOf(confidence);
  return { language, score, isTranslationSupported: true, isTransliterationSupported: false };
}

/** From 0 to 1, with at most two decimals. */
export function scoreOf(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
