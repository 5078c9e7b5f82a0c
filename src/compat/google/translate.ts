import type { Markup } from '../../text/document/inner-text.ts';
import type { ShapeEndpoint } from '../shape.ts';
import { readPair, translateTexts } from '../translate-texts.ts';
import { googleCode } from './codes.ts';

export const googleTranslate: ShapeEndpoint = {
  name: 'google-translate',
  methods: ['GET', 'POST'],
  path: '/language/translate/v2',
  access: 'key',
  isListed: true,
  handle: async (request, parts) => {
    const { parameters } = request;
    const [pair, model] = [readPair(request, parts, ['source', 'target']), parameters.word('model')];
    const { texts } = parameters.texts('q');
    const translated = await translateTexts(request, parts, {
      name: 'q',
      texts,
      ...pair,
      markup: parameters.choice<Markup>('format', { text: 'plain', html: 'html' }, 'html'),
    });
    const translations = translated.map(({ text, source }) => ({
      translatedText: text,
      ...(pair.source === 'auto' && { detectedSourceLanguage: googleCode(source) }),
      ...(model !== undefined && { model }),
    }));
    return { reply: { data: { translations } } };
  },
};
