import type { ShapeEndpoint } from '../shape.ts';
import { detectLanguages } from '../translate-texts.ts';
import { apertiumCode } from './codes.ts';
import { textOf } from './translate.ts';

/** Free. */
export const apertiumIdentify: ShapeEndpoint = {
  name: 'apertium-identify',
  methods: ['GET', 'POST'],
  path: '/identifyLang',
  access: 'key',
  handle: async (request, parts) => {
    const texts = [textOf(request.parameters)];
    const [candidates = []] = await detectLanguages(request, parts, { name: 'q', texts });
    const shares = candidates.map(({ language, confidence }) => [apertiumCode(language), confidence] as const);
    return { reply: Object.fromEntries(shares.length > 0 ? shares : [['eng', 0]]) };
  },
};
