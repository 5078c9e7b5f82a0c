import type { LanguageTag } from '../../core/languages/language.ts';
import type { GrammaticalGender } from '../../core/terms/morphology.ts';

type Endings = readonly (readonly [ending: RegExp, gender: GrammaticalGender])[];

const iberian: Endings = [
  [
    /(?:a|as|[cstx]i[oó]n(?:es|s)?|[sç]ões|ção|dad(?:es)?|tad(?:es)?|dade|tat|tats|tud(?:es)?|umbres?|eza|ezas)$/,
    'feminine',
  ],
];
const slavic: Endings = [
  [/[aаяіi]$/, 'feminine'],
  [/(?:ост|ість|ость|ost|ość)$/, 'feminine'],
  [/[oоеeё]$/, 'neuter'],
];

/** What the end of a noun says of its gender where no dictionary has the noun. Whatever is not here is masculine or common. */
const endings: Readonly<Record<string, Endings>> = {
  es: iberian,
  pt: iberian,
  gl: iberian,
  ca: [...iberian, [/es$/, 'feminine']],
  oc: [...iberian, [/cion(?:s)?$/, 'feminine']],
  ast: iberian,
  an: iberian,
  it: [[/(?:[sgz]ion[ei]|a|tà|tù|ie|trice)$/, 'feminine']],
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

export function guessGender(noun: string, language: LanguageTag): GrammaticalGender | undefined {
  const own = endings[language.split('-')[0] ?? ''];
  if (own === undefined) return undefined;
  return own.find(([ending]) => ending.test(noun.toLowerCase()))?.[1] ?? 'masculine';
}
