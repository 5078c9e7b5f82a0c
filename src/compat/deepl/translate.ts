import { FaultyRequest } from '../failure.ts';
import type { Parameters } from '../parameters.ts';
import type { ShapeEndpoint } from '../shape.ts';
import { translateTexts } from '../translate-texts.ts';
import { namedDictionaries } from './glossaries.ts';
import { deeplPair, sourceCode } from './languages.ts';
import { readTextOptions } from './options.ts';

export const deeplTranslate: ShapeEndpoint = {
  name: 'deepl-translate',
  methods: ['POST'],
  path: '/v2/translate',
  access: 'key',
  isListed: true,
  handle: async (request, parts) => {
    const { parameters, call } = request;
    const pair = deeplPair(request, parts);
    const texts = textsOf(parameters);
    const named = await namedDictionaries(request, parts, pair);
    const { markup, showsBilled, showsModel, tagVersion } = readTextOptions(parameters, texts);
    const translated = await translateTexts(request, parts, { name: 'text', texts, ...pair, markup, named });
    // The other engines are small and fast.
    const model = call.engine === 'openai' ? 'quality_optimized' : 'latency_optimized';
    const translations = translated.map(({ text, source, charged }) => ({
      detected_source_language: sourceCode(source),
      text,
      ...(showsBilled && { billed_characters: charged }),
      ...(showsModel && { model_type_used: model }),
      ...(tagVersion && { tag_handling_version: tagVersion }),
    }));
    return { reply: { translations } };
  },
};

/** In JSON, the texts are a list. In a form, each is a field. */
function textsOf(parameters: Parameters): readonly string[] {
  const { texts, isList } = parameters.texts('text');
  if (!isList && parameters.json !== undefined)
    throw new FaultyRequest({ kind: 'mistyped', name: 'text', expected: 'a list of strings' });
  return texts;
}
