import type { GrammaticalGender } from '../../core/glossary/morphology.ts';
import type { LanguageTag } from '../../core/languages/language.ts';

type Endings = readonly (readonly [ending: RegExp, gender: GrammaticalGender])[];

const iberian: Endings = [
  [
    /(?:a|as|[cnstx]i[oó]n(?:es|s)?|[sç]ões|ção|dad(?:es)?|tad(?:es)?|dade|tat|tats|tud(?:es)?|umbres?|eza|ezas)$/,
    'feminine',
  ],
];
const iberianMasculine: Endings = [[/(?:os?|ores|[ao]r|ajes?|miento|mientos|atges?|ments?)$/, 'masculine']];
const slavic: Endings = [
  [/[aаяіi]$/, 'feminine'],
  [/(?:ост|ість|ость|ost|ość)$/, 'feminine'],
  [/[oоеeё]$/, 'neuter'],
];

/** What the end of a noun says of its gender where no dictionary has the noun. Whatever is not here is masculine or common. */
const endings: Readonly<Record<string, Endings>> = {
  es: [...iberian, ...iberianMasculine],
  pt: [...iberian, ...iberianMasculine],
  gl: [...iberian, ...iberianMasculine],
  ca: [...iberian, [/es$/, 'feminine'], ...iberianMasculine],
  oc: [...iberian, [/cion(?:s)?$/, 'feminine']],
  ast: [...iberian, [/(?:dá|ees)$/, 'feminine'], [/(?:u|os)$/, 'masculine']],
  an: [...iberian, ...iberianMasculine],
  it: [
    [/(?:[sgz]ion[ei]|a|tà|tù|ie|trice)$/, 'feminine'],
    [/[oi]$/, 'masculine'],
  ],
  sc: [[/(?:a|as|one|dade)$/, 'feminine']],
  fr: [
    [/(?:[stx]ions?|t[ée]s?|ées?|[ae]nces?|ures?|ettes?|esses?|ies?|elles?|ades?|trices?|euses?|ières?)$/, 'feminine'],
  ],
  ro: [[/(?:[aăe]|ie|ții|uri)$/, 'feminine']],
  hr: slavic,
  bs: slavic,
  sr: slavic,
  sl: slavic,
  pl: slavic,
  szl: slavic,
  ru: slavic,
  uk: slavic,
  be: slavic,
  mk: slavic,
  bg: slavic,
  hi: [[/[ीि]$|ियाँ$|ें$/, 'feminine']],
};

/** A noun of another language with a known gender, and its translation. */
export type Kin = { readonly language: LanguageTag; readonly word: string; readonly gender: GrammaticalGender };

/** Words that are the same in two languages begin with the same letters: "noche" and "nuit" need not be. */
const sameLettersMin = 2;

/**
 * Guesses the gender of a noun that no dictionary has.
 *
 * @param kin what it is the translation of: in a related language it mostly has the same gender, surely if it is the
 * same word
 */
export function guessGender(noun: string, language: LanguageTag, kin?: Kin): GrammaticalGender | undefined {
  const own = endings[baseOf(language)];
  if (own === undefined) return undefined;
  const related = kin !== undefined && familyOf(kin.language) === familyOf(language) ? kin : undefined;
  const isSame = related && noun.slice(0, sameLettersMin).toLowerCase() === related.word.slice(0, sameLettersMin);
  if (isSame) return related?.gender;
  const ending = own.find(([pattern]) => pattern.test(noun.toLowerCase()))?.[1];
  return ending ?? related?.gender ?? 'masculine';
}

function baseOf(language: LanguageTag): string {
  return language.split('-')[0] ?? '';
}

const families: readonly (readonly string[])[] = [
  ['an', 'ast', 'ca', 'es', 'fr', 'frp', 'gl', 'it', 'oc', 'pt', 'ro', 'sc'],
  ['be', 'bg', 'bs', 'hr', 'mk', 'pl', 'ru', 'sl', 'sr', 'szl', 'uk'],
];

function familyOf(language: LanguageTag): number {
  return families.findIndex((family) => family.includes(baseOf(language)));
}
