import { type Document, type ParseOptions, parseDocument } from '../../../src/text/document/document.ts';
import { render } from '../../../src/text/document/render.ts';
import type { LanguageTag } from '../../../src/text/languages/language.ts';
import { readable, withTokens } from '../checks/written-tokens.ts';

export type Parsed = Document & {
  /** How often others could run. */
  readonly turns: number;
  /** The text with its sentences translated. */
  readonly render: (translations: readonly string[]) => string;
};

/** Parses a text without letting others run. */
export function parse(text: string, language = 'es', options?: ParseOptions): Parsed {
  const steps = parseDocument(text, language as LanguageTag, options);
  for (let turns = 0; ; turns++) {
    const { done, value } = steps.next();
    if (done) return { ...value, turns, render: (translations) => render(value, translations).text };
  }
}

/** The sentences of a text, with tokens as in `{w0}`. */
export function sentencesOf(text: string, language = 'es'): readonly string[] {
  return parse(text, language).sentences.map(readable);
}

/** The text with its sentences translated, the tokens of the translations written as in `{w0}`. */
export function rendered(text: string, translations: readonly string[], language = 'es'): string {
  return parse(text, language).render(translations.map(withTokens));
}
