import type { LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';

const inSibilant = /[sxz]$/;

/**
 * By language, how a noun or adjective ends in another number than a dictionary lists it in, where there are only two
 * numbers and no cases: few words of a text end so, and of the others nothing need be asked. An adjective in the singular
 * of another gender is not found by it.
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
