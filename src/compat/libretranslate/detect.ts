import type { ShapeEndpoint } from '../shape.ts';
import { detectLanguages } from '../translate-texts.ts';

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
export function percentOf(confidence: number): number {
  return Math.round(confidence * 1_000) / 10;
}
