import type { LanguageTag } from '../../../text/languages/language.ts';
import { tagParts } from '../../../text/languages/language-tag.ts';
/**
 * `characters`: those of each kind in any script. `plain`: the form of most languages; `byLanguage`: other forms, empty
 * if a language writes none. French separates some of them from the word by a narrow space.
 * Source: Unicode CLDR, exemplar punctuation of each language.
 */
import punctuation from './punctuation.json' with { type: 'json' };

/** The meaning of punctuation at the end of a sentence or of a part of it. */
export type PunctuationKind = keyof typeof punctuation.characters;

const kinds = Object.keys(punctuation.characters) as readonly PunctuationKind[];
const byLanguage: Readonly<Record<string, Partial<Record<PunctuationKind, string>>>> = punctuation.byLanguage;

export function punctuationKind(character: string, language: LanguageTag): PunctuationKind {
  if (character === ';' && tagParts(language).language === 'el') return 'question';
  return kinds.find((kind) => punctuation.characters[kind].includes(character)) ?? 'stop';
}

/** Returns the form of a kind in a language; empty if the language writes none. */
export function punctuationOf(kind: PunctuationKind, language: LanguageTag): string {
  return byLanguage[tagParts(language).language]?.[kind] ?? punctuation.plain[kind];
}
