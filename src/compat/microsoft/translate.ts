import type { Markup } from '../../text/document/inner-text.ts';
import { FaultyRequest } from '../failure.ts';
import type { Parameters } from '../parameters.ts';
import type { CompatParts, ShapeEndpoint, ShapeRequest } from '../shape.ts';
import { detectLanguages, readSource, tagOfCode, translateTexts } from '../translate-texts.ts';
import { scoreOf } from './detect.ts';
import { refuseOtherVersion, sentTexts } from './sent-texts.ts';

export const microsoftTranslate: ShapeEndpoint = {
  name: 'microsoft-translate',
  methods: ['POST'],
  path: '/translate',
  access: 'key',
  isListed: true,
  handle: async (request, parts) => {
    const { parameters } = request;
    refuseOtherVersion(parameters.word('api-version'));
    refuseOptions(parameters);
    const { source, targets } = languagesOf(request, parts);
    const texts = sentTexts(parameters);
    const markup = parameters.choice<Markup>('textType', { plain: 'plain', html: 'html' }, 'plain');
    // Before the translation, so that nothing can fail after its charge.
    const candidates = source === 'auto' ? await detectLanguages(request, parts, { name: 'Text', texts }) : [];
    // Each text stands there once for each target, so that all of them have one hold and one charge.
    const translated = await translateTexts(request, parts, {
      name: 'Text',
      texts: texts.flatMap((text) => targets.map(() => text)),
      source,
      target: targets.length === 1 ? targets[0] : texts.flatMap(() => targets),
      markup,
    });
    const reply = texts.map((_, number) => {
      const ofText = translated.slice(number * targets.length, (number + 1) * targets.length);
      const language = ofText[0]?.source;
      const score = scoreOf(candidates[number]?.find((candidate) => candidate.language === language)?.confidence ?? 0);
      return {
        ...(source === 'auto' && { detectedLanguage: { language, score } }),
        translations: ofText.map(({ text }, at) => ({ text, to: targets[at] })),
      };
    });
    const charged = translated.reduce((sum, each) => sum + each.charged, 0);
    return { reply, headers: { 'X-Metered-Usage': String(charged), 'X-MT-System': request.call.engine ?? 'none' } };
  },
};

function languagesOf(request: ShapeRequest, parts: CompatParts) {
  const { parameters, call } = request;
  const source = readSource(request, parts, 'from');
  const targets = parameters.words('to').map((written) => tagOfCode(parts, { name: 'to', written, role: 'target' }));
  const [first, ...others] = new Set(targets);
  if (first === undefined) throw new FaultyRequest({ kind: 'missing', name: 'to' });
  if (others.length === 0) call.describe({ target: first });
  return { source, targets: [first, ...others] as const };
}

/** The only values of options that are accepted, in lower case. Hints are ignored. */
const harmless = {
  profanityAction: 'noaction',
  includeAlignment: 'false',
  includeSentenceLength: 'false',
  toScript: '',
};

function refuseOptions(parameters: Parameters): void {
  const isStrict = parameters.word('allowFallback')?.toLowerCase() === 'false';
  for (const [name, value] of Object.entries({ ...harmless, ...(isStrict && { category: 'general' }) }))
    parameters.choice(name, { [value]: true }, true);
}
