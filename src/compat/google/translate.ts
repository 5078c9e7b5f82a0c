import type { Markup } from '../../text/document/inner-text.ts';
import type { ShapeEndpoint } from '../shape.ts';
import { tagOfCode, translateTexts } from '../translate-texts.ts';
import { googleCode } from './codes.ts';

export const googleTranslate: ShapeEndpoint = {
  name: 'google-translate',
  methods: ['GET', 'POST'],
  path: '/language/translate/v2',
  access: 'key',
  isListed: true,
  handle: async (request, parts) => {
    const { parameters } = request;
    const { texts } = parameters.texts('q');
    const [written, model] = [parameters.word('source'), parameters.word('model')];
    const wanted = { name: 'target', written: parameters.requiredWord('target'), role: 'target' } as const;
    const translated = await translateTexts(request, parts, {
      name: 'q',
      texts,
      source: written === undefined ? 'auto' : tagOfCode(parts, { name: 'source', written, role: 'source' }),
      target: tagOfCode(parts, wanted),
      markup: parameters.choice<Markup>('format', { text: 'plain', html: 'html' }, 'html'),
    });
    const translations = translated.map(({ text, source }) => ({
      translatedText: text,
      ...(written === undefined && { detectedSourceLanguage: googleCode(source) }),
      ...(model !== undefined && { model }),
    }));
    return { reply: { data: { translations } } };
  },
};
