import type { ShapeEndpoint } from '../shape.ts';
import { detectLanguages } from '../translate-texts.ts';
import { googleCode } from './codes.ts';

/** Free, other than at Google. */
export const googleDetect: ShapeEndpoint = {
  name: 'google-detect',
  methods: ['GET', 'POST'],
  path: '/language/translate/v2/detect',
  access: 'key',
  handle: async (request, parts) => {
    const detected = await detectLanguages(request, parts, { name: 'q', ...request.parameters.texts('q') });
    const detections = detected.map(([{ language, confidence } = { language: 'und', confidence: 0 }]) => [
      { language: googleCode(language), confidence: Math.round(confidence * 1_000) / 1_000, isReliable: false },
    ]);
    return { reply: { data: { detections } } };
  },
};
