import type { LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';

/**
 * Which words of a noun phrase show its number:
 * - `leading`: those before the first preposition, the noun and the adjectives around it ("redes neuronales de ...")
 * - `last`: the last word before the first preposition ("neural networks", "points of sale")
 */
export type NumberPlace = { readonly kind: 'leading' | 'last'; readonly from: number; readonly to: number };

const leading = ['es', 'pt', 'gl', 'ca', 'fr', 'it', 'oc', 'ast', 'an', 'ro', 'sc'];

const prepositions: Readonly<Record<string, ReadonlySet<string>>> = Object.fromEntries(
  Object.entries({
    en: 'of in on at to for from with by without under over per between as and or a the that',
    es: 'de del a al en con por para sin sobre entre según y o que como contra desde hasta tipo',
    pt: 'de do da dos das a ao à em no na nos nas com por para pelo pela sem sobre entre e ou que contra até tipo',
    gl: 'de do da dos das a ao á en no na nos nas con por para polo pola sen sobre entre e ou que contra ata tipo',
    ca: "de del dels d' a al als en amb per pel sense sobre entre i o que contra fins tipus",
    fr: "de du des d' à au aux en avec par pour sans sur sous entre et ou que contre dans type",
    it: "di del della dello dei degli delle d' a al alla in nel nella con per da dal dalla senza su sul sulla tra fra e o che tipo",
    oc: "de del dels d' a al als en amb per pel sens sus entre e o que",
    ast: "de del d' a al en con por pa ensin sobre ente y o que",
    an: "de d' a en con por pa sin sobre entre y u que",
    ro: 'de din la în cu pe pentru fără despre între și sau care al a ale',
    sc: 'de a in cun pro dae chene subra intre e o chi',
  }).map(([language, words]) => [language, new Set(words.split(' '))]),
);

/** @returns undefined for several words when it is unknown which of them show the number */
export function numberPlace(language: LanguageTag, words: readonly string[]): NumberPlace | undefined {
  if (words.length === 1) return { kind: 'leading', from: 0, to: 1 };
  const { language: base } = tagParts(language);
  const found = words.findIndex((word) => isPreposition(base, word));
  const to = found === -1 ? words.length : found;
  if (to === 0) return undefined;
  if (base === 'en') return { kind: 'last', from: to - 1, to };
  return leading.includes(base) ? { kind: 'leading', from: 0, to } : undefined;
}

function isPreposition(base: string, word: string): boolean {
  const small = word.toLowerCase().replaceAll('’', "'");
  const [elided = small] = small.match(/^d'/) ?? [];
  return prepositions[base]?.has(elided) ?? false;
}

/** How many adjectives end that no dictionary lists: "convolucional", "neuronale". */
const adjectives: Readonly<Record<string, RegExp>> = {
  es: /(?:al|ar|ble|[ae]nte|[ai]d[oa]|ic[oa]|iv[oa]|os[oa]|ari[oa]|ora?)$/,
  pt: /(?:al|ar|vel|[ae]nte|[ai]d[oa]|ic[oa]|iv[oa]|os[oa]|ári[oa]|ora?)$/,
  gl: /(?:al|ar|ble|bel|[ae]nte|[ai]d[oa]|ic[oa]|iv[oa]|os[oa]|ari[oa]|ora?)$/,
  ca: /(?:al|ar|ble|[ae]nt|[aiu]t|[aiu]da|ica?|iva|osa)$/,
  fr: /(?:al|ale|el|elle|if|ive|euse|ique|[ai]ble|ée?|[ae]nte?|aire)$/,
  it: /(?:ale|[ai]bile|[ai]t[oa])$/,
};

/** Whether a word beside a noun is likely to agree with it, by its ending. In small letters alone: others are names. */
export function isLikelyAdjective(language: LanguageTag, word: string): boolean {
  return word.length > 4 && !/\P{Ll}/u.test(word) && (adjectives[tagParts(language).language]?.test(word) ?? false);
}

/** Names, acronyms and figures beside a noun stay as they are. */
export function isInvariable(word: string): boolean {
  return /\p{Lu}|\p{N}/u.test(word);
}
