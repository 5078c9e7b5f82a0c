import { readFileSync } from 'node:fs';
import { loadModel, Translator } from '../../../packages/marian/src/index.ts';
import { type AlignedText, alignPieces } from '../../../src/adapters/bergamot/aligned-text.ts';
import { type ModelInput, modelInputOf } from '../../../src/adapters/bergamot/model-input.ts';
import { readToken, tokenPattern } from '../../../src/text/document/token.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { starterFiles } from '../../support/starter-model.ts';
import { readable } from '../../text/checks/written-tokens.ts';

/** Translates with the starter model, in this thread. */
export function openStarterTranslator(): Translator {
  const [vocabulary] = starterFiles.vocabularies;
  return new Translator(
    loadModel({ model: readFileSync(starterFiles.model), vocabularies: [readFileSync(vocabulary)] }),
  );
}

/** Translates a segment with the tokens that it contains. */
export function translateWithTokens(translator: Translator, segment: string): string {
  let carried: ModelInput | string = modelInputOf({ segment, entries: [] }, 'en' as LanguageTag);
  while (typeof carried !== 'string') {
    const sources: readonly string[] = carried.texts.map(({ text }) => text);
    const translations = translator.translate(sources, { hasAlignments: true });
    carried = carried.read(
      translations.map((translation, index) => {
        return { text: translation.text, pieces: alignPieces(sources[index] ?? '', translation) };
      }),
    );
  }
  return carried;
}

/**
 * Returns `written` as a model could align it. "blue/3 house./2" aligns with words 3 and 2 of the source, counted from 0;
 * a word without a number is aligned with the word in the same place.
 */
export function alignedWith(source: string, written: string): AlignedText {
  const starts = Array.from(source.matchAll(/\S+/g), ({ index }) => index);
  const words = written.split(' ').map((word, index) => {
    const [, bare = '', number = index] = /^(.*?)(?:\/(\d+))?$/.exec(word) ?? [];
    return { bare, source: starts[Number(number)] ?? source.length };
  });
  const pieces = words.map((word, index) => {
    const before = words.slice(0, index).map(({ bare }) => bare);
    return { start: before.join(' ').length, source: word.source, weight: 1 };
  });
  return { text: words.map(({ bare }) => bare).join(' '), pieces };
}

/** Reverses `withUnnumberedTokens`, with the numbers of words and points. */
export function shown(translation: string): string {
  return translation.replace(tokenPattern, (token) => {
    const { role } = readToken(token);
    if (role === 'open') return '<b>';
    return role === 'close' ? '</b>' : readable(token);
  });
}
