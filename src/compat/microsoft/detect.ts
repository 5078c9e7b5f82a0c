import type { ShapeEndpoint } from '../shape.ts';
import { detectLanguages } from '../translate-texts.ts';
import { refuseOtherVersion, sentTexts } from './sent-texts.ts';

const unknown = { language: 'en', confidence: 0 };

/** Free. */
export const microsoftDetect: ShapeEndpoint = {
  name: 'microsoft-detect',
  methods: ['POST'],
  path: '/detect',
  access: 'key',
  handle: async (request, parts) => {
    refuseOtherVersion(request.parameters.word('api-version'));
    const texts = sentTexts(request.parameters);
    const detected = await detectLanguages(request, parts, { name: 'Text', texts });
    return {
      reply: detected.map(([best = unknown, ...alternatives]) => ({ ...shaped(best), ...listed(alternatives) })),
    };
  },
};

type Candidate = { readonly language: string; readonly confidence: number };

function shaped({ language, confidence }: Candidate) {
  const score = scoreOf(confidence);
  return { language, score, isTranslationSupported: true, isTransliterationSupported: false };
}

const listed = (alternatives: readonly Candidate[]) =>
  alternatives.length === 0 ? {} : { alternatives: alternatives.map(shaped) };

/** From 0 to 1, with at most two decimals. */
export function scoreOf(confidence: number): number {
  return Math.round(confidence * 100) / 100;
}
