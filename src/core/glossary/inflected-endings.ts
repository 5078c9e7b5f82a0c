import type { LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';

const inSibilant = /[sxz]$/;

/**
 * By language, the endings of a noun or adjective in the number that a dictionary does not list. For languages with two
 * numbers and no cases. Few words of a text end so; the others need no dictionary lookup. Does not find the singular of
 * an adjective in another gender.
 */
const endings: Readonly<Record<string, RegExp>> = {
  an: inSibilant,
  ast: inSibilant,
  ca: inSibilant,
  es: inSibilant,
  fr: inSibilant,
  gl: inSibilant,
  oc: inSibilant,
  pt: inSibilant,
  frp: inSibilant,
  // "oxen", "criteria", "cacti", "formulae", "cherubim".
  en: /(?:s|en|a|i|ae|im)$/,
  it: /[aei]$/,
};

/** Whether `folded` may be another form of some noun or adjective, by how it ends. */
export function mayBeInflected(language: LanguageTag): (folded: string) => boolean {
  const pattern = endings[tagParts(language).language];
  return pattern === undefined ? () => true : (folded) => pattern.test(folded);
}
