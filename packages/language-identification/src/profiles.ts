import messageWords from './messages.json' with { type: 'json' };
import listedWords from './words.json' with { type: 'json' };

/**
 * What people write alone, a greeting, a word of thanks or the label of a button, by the language that it counts for. Of
 * several languages that use the same word this is the one with the most speakers.
 */
export const messages: Readonly<Record<string, string>> = messageWords;

/** The languages of the Latin script whose words we know, by tag. */
export const latinWords: Readonly<Record<string, string>> = pick('Latn');

/** The languages of the Cyrillic script whose words we know, by tag. */
export const cyrillicWords: Readonly<Record<string, string>> = {
  ...pick('Cyrl'),
  sr: inCyrillic(listedWords['sr-Latn'].join(' ')),
};

/** Languages that share a script with others and that eld distinguishes without word lists. */
export const eldAlone: Readonly<Record<string, readonly string[]>> = {
  Arab: ['ar', 'ckb', 'fa', 'ur'],
  Deva: ['hi', 'mr'],
};

/** What eld calls a language, where it uses another code than BCP-47 does or knows only the two together. */
export const eldCodes: Readonly<Record<string, string>> = { ckb: 'ku', fil: 'tl', nb: 'no', nn: 'no' };

/**
 * For the languages that eld lacks: how their texts look to it. The mean of what it gives to the languages named, the
 * best of several in brackets; an empty list takes the highest score of all.
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

/** The languages that people send most. */
const common = new Set('ar bg cs da de en es fa fi fr hi hu id it nb nl pl pt ro ru sv tr uk ur vi'.split(' '));

/** Languages that are sent rarely and share most words with a common one: a text needs clear evidence for them. */
const rare = new Set('af an ast be br bs cy eo eu frp ga gl mt oc sc szl yo'.split(' '));

/** How likely a text is in a language before it is read, as a natural logarithm relative to a common language. */
export function priorOf(language: string): number {
  if (common.has(language)) return 0;
  return rare.has(language) ? -2 : -0.7;
}

/** Languages that one reads as the other: a text in one may be taken for the other when only that is served. */
export const readAlike: readonly (readonly string[])[] = [
  ['hr', 'bs', 'sr-Latn'],
  ['ms', 'id'],
  ['nb', 'nn'],
];

/** The most frequent words first, about 100 to 700 for each language. */
function pick(script: 'Latn' | 'Cyrl'): Record<string, string> {
  return Object.fromEntries(
    Object.entries(listedWords)
      .map(([language, lines]) => [language, lines.join(' ')] as const)
      .filter(([, words]) => /\p{Script=Cyrl}/u.test(words) === (script === 'Cyrl')),
  );
}

/** Source: the Serbian alphabet, which spells alike in both scripts. */
function inCyrillic(words: string): string {
  const single = new Map(
    [...'abvgdđežzijklmnoprstćufhcčš'].map((letter, index) => [letter, [...'абвгдђежзијклмнопрстћуфхцчш'][index]]),
  );
  const pairs = words.replaceAll('lj', 'љ').replaceAll('nj', 'њ').replaceAll('dž', 'џ');
  return [...pairs].map((letter) => single.get(letter) ?? letter).join('');
}
