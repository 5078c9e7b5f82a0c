import messageWords from './messages.json' with { type: 'json' };
import listedWords from './words.json' with { type: 'json' };

/**
 * Words that are often a whole text, such as greetings and button labels, by language. A word of several languages
 * belongs to the language with the most speakers.
 */
export const messages: Readonly<Record<string, string>> = messageWords;

/** Word lists of languages in Latin script, by tag. */
export const latinWords: Readonly<Record<string, string>> = pick('Latn');

/** Word lists of languages in Cyrillic script, by tag. */
export const cyrillicWords: Readonly<Record<string, string>> = {
  ...pick('Cyrl'),
  sr: inCyrillic(listedWords['sr-Latn'].join(' ')),
};

/** By script, languages that eld distinguishes without word lists. */
export const eldAlone: Readonly<Record<string, readonly string[]>> = {
  Arab: ['ar', 'ckb', 'fa', 'ur'],
  Deva: ['hi', 'mr'],
};

/** eld's code of a language if it is not the BCP-47 tag, or if eld does not distinguish two languages. */
export const eldCodes: Readonly<Record<string, string>> = { ckb: 'ku', fil: 'tl', nb: 'no', nn: 'no' };

/**
 * Replacement scores for languages that eld lacks: the mean of the scores of the listed languages. An inner list counts
 * as its highest score. An empty list takes the highest score of all languages.
 */
export const eldKin: Readonly<Record<string, readonly (string | readonly string[])[]>> = {
  gl: ['pt', 'es'],
  oc: ['ca', ['fr', 'es']],
  an: ['es', ['ca', 'pt']],
  ast: ['es', ['ca', 'pt']],
  sc: ['it', ['es', 'ro', 'pt']],
  frp: ['fr', ['it', 'ca', 'es']],
  szl: ['pl', ['cs', 'sk', 'sl']],
  mk: ['bg', 'sr'],
  bs: ['hr'],
  'sr-Latn': ['hr'],
  id: ['ms'],
  af: ['nl'],
  eo: [],
  br: [],
  mt: [],
  cy: [],
  ga: [],
};

/** The languages with the most speakers in their scripts. */
const most = new Set('de en es fr it pt ru'.split(' '));

/** The languages that people send most. */
const common = new Set('ar bg cs da de en es fa fi fr hi hu id it nb nl pl pt ro ru sv tr uk ur vi'.split(' '));

/** Languages that people rarely send and that share most words with a common one: they need clear evidence. */
const rare = new Set('af an ast be br bs cy eo eu frp ga gl mt oc sc szl yo'.split(' '));

/** The prior of a language, a natural logarithm relative to a common language. Above 0 only for texts of few words. */
export function priorOf(language: string): number {
  if (most.has(language)) return 1;
  if (common.has(language)) return 0;
  return rare.has(language) ? -2 : -0.7;
}

/** Mutually readable languages: a text in one is accepted as another if only that is served. */
export const readAlike: readonly (readonly string[])[] = [
  ['hr', 'bs', 'sr-Latn'],
  ['ms', 'id'],
  ['nb', 'nn'],
];

/** The word lists of a script, most frequent words first, about 100 to 700 for each language. */
function pick(script: 'Latn' | 'Cyrl'): Record<string, string> {
  return Object.fromEntries(
    Object.entries(listedWords)
      .map(([language, lines]) => [language, lines.join(' ')] as const)
      .filter(([, words]) => /\p{Script=Cyrl}/u.test(words) === (script === 'Cyrl')),
  );
}

/** Transliterates Serbian words from Latin to Cyrillic. The letters of the two scripts correspond one to one. */
function inCyrillic(words: string): string {
  const single = new Map(
    [...'abvgdđežzijklmnoprstćufhcčš'].map((letter, index) => [letter, [...'абвгдђежзијклмнопрстћуфхцчш'][index]]),
  );
  const pairs = words.replaceAll('lj', 'љ').replaceAll('nj', 'њ').replaceAll('dž', 'џ');
  return [...pairs].map((letter) => single.get(letter) ?? letter).join('');
}
