import { countCharacters } from '../../ground/units.ts';
import type { ShapeEndpoint } from '../shape.ts';
import { detectLanguages, translateTexts } from '../translate-texts.ts';
import { scoreOf } from './detect.ts';
import { isDated, sentInBody, sentInQuery } from './sent-texts.ts';

export const microsoftTranslate: ShapeEndpoint = {
  name: 'microsoft-translate',
  methods: ['POST'],
  path: '/translate',
  access: 'key',
  isListed: true,
  handle: async (request, parts) => {
    const inBody = isDated(request.parameters);
    const { inputs, markup } = (inBody ? sentInBody : sentInQuery)(request, parts);
    // Before the translation, so that nothing can fail after its charge.
    const unknown = inputs.filter(({ source }) => source === 'auto');
    const texts = unknown.map(({ text }) => text);
    const candidates = texts.length > 0 ? await detectLanguages(request, parts, { name: 'Text', texts }) : [];
    const detected = new Map(unknown.map((input, number) => [input, candidates[number]?.[0]]));
    // Each text stands there once for each target, so that all of them have one hold and one charge.
    const jobs = inputs.flatMap((input) => {
      const { text, source } = input;
      return input.targets.map((target) => {
        return { text, target, source: source === 'auto' ? (detected.get(input)?.language ?? target) : source };
      });
    });
    const translated = await translateTexts(request, parts, {
      name: 'Text',
      texts: jobs.map(({ text }) => text),
      source: jobs.map(({ source }) => source),
      target: jobs.map(({ target }) => target),
      markup,
    });
    let at = 0;
    const items = inputs.map((input) => {
      const { text: sent, source, targets } = input;
      const ofText = translated.slice(at, (at += targets.length));
      const best = { language: ofText[0]?.source, score: scoreOf(detected.get(input)?.confidence ?? 0) };
      return {
        ...(source === 'auto' && { detectedLanguage: best }),
        translations: ofText.map(({ text }, number) => {
          const language = targets[number];
          return inBody ? { language, sourceCharacters: countCharacters(sent), text } : { text, to: language };
        }),
      };
    });
    const charged = translated.reduce((sum, each) => sum + each.charged, 0);
    const reply = inBody ? { value: items } : items;
    return { reply, headers: { 'X-Metered-Usage': String(charged), 'X-MT-System': request.call.engine ?? 'none' } };
  },
};
