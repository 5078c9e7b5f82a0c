/**
 * Returns the form of a word before a noun that the noun's first sound requires.
 *
 * @param own the current word, with its apostrophe if it has one
 * @param wanted the words after it
 * @param ahead the text before it
 * @returns undefined for other words, or when the gender decides
 */
export type Fitting = (own: string, wanted: string, ahead: string) => string | undefined;

type Sound = 'consonant' | 'vowel' | 'impure';

/** The form before each sound; missing where it does not change or the gender decides. */
type Forms = Readonly<Partial<Record<Sound, string>>>;

/** Words that only stand before vowels show no gender: "l'" stays unless the full form is the same for both. */
const french: Readonly<Record<string, Forms>> = {
  le: { vowel: "l'" },
  la: { vowel: "l'" },
  de: { vowel: "d'" },
  "d'": { consonant: 'de' },
  du: { vowel: "de l'" },
  au: { vowel: "à l'" },
  que: { vowel: "qu'" },
  "qu'": { consonant: 'que' },
  ce: { vowel: 'cet' },
  cet: { consonant: 'ce' },
  ma: { vowel: 'mon' },
  ta: { vowel: 'ton' },
  sa: { vowel: 'son' },
  nouveau: { vowel: 'nouvel' },
  nouvel: { consonant: 'nouveau' },
  beau: { vowel: 'bel' },
  bel: { consonant: 'beau' },
  vieux: { vowel: 'vieil' },
  vieil: { consonant: 'vieux' },
};

/** "la" is not elided before an unstressed i or u. Spelling does not show the stress: see `soundInCatalan`. */
const catalan: Readonly<Record<string, Forms>> = {
  el: { vowel: "l'", impure: "l'" },
  la: { vowel: "l'" },
  de: { vowel: "d'", impure: "d'" },
  "d'": { consonant: 'de' },
  del: { vowel: "de l'", impure: "de l'" },
  al: { vowel: "a l'", impure: "a l'" },
  pel: { vowel: "per l'", impure: "per l'" },
};

/** Masculine words before a consonant, before an impure one (s and another, z, gn ...), and before a vowel. */
const italianMasculine: readonly (readonly [consonant: string, impure: string, vowel: string])[] = [
  ['il', 'lo', "l'"],
  ['del', 'dello', "dell'"],
  ['al', 'allo', "all'"],
  ['dal', 'dallo', "dall'"],
  ['nel', 'nello', "nell'"],
  ['sul', 'sullo', "sull'"],
  ['quel', 'quello', "quell'"],
  ['i', 'gli', 'gli'],
  ['dei', 'degli', 'degli'],
  ['ai', 'agli', 'agli'],
  ['dai', 'dagli', 'dagli'],
  ['nei', 'negli', 'negli'],
  ['sui', 'sugli', 'sugli'],
  ['quei', 'quegli', 'quegli'],
  ['un', 'uno', 'un'],
];

const italianFeminine = ['la', 'della', 'alla', 'dalla', 'nella', 'sulla', 'quella', 'una'];

const italian: Readonly<Record<string, Forms>> = {
  ...Object.fromEntries(
    italianMasculine.flatMap(([consonant, impure, vowel]) => {
      const forms: Forms = { consonant, impure, vowel };
      return [[consonant, forms] as const, [impure, forms] as const];
    }),
  ),
  ...Object.fromEntries(italianFeminine.map((word): [string, Forms] => [word, { vowel: `${word.slice(0, -1)}'` }])),
  "un'": { consonant: 'una', impure: 'una' },
};

/** Words that are elided or joined, by language. */
export const elisions: Readonly<Record<string, Fitting>> = {
  fr: (own, wanted) => formFor(own, french, soundInFrench(wanted)),
  ca: (own, wanted) => formFor(own, catalan, soundInCatalan(wanted)),
  it: (own, wanted) => formFor(own, italian, soundInItalian(wanted)),
};

function formFor(own: string, forms: Readonly<Record<string, Forms>>, sound: Sound | undefined): string | undefined {
  const word = own.toLowerCase().replace('’', "'");
  const form = sound === undefined || !Object.hasOwn(forms, word) ? undefined : forms[word]?.[sound];
  return form !== undefined && /^\p{Lu}/u.test(own) ? form.charAt(0).toUpperCase() + form.slice(1) : form;
}

/** In plain small letters; undefined for figures and for what may be said letter by letter. */
function firstWord(wanted: string): string | undefined {
  const [first] = wanted.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/u) ?? [];
  if (first === undefined || /^\P{L}|^\p{Lu}$|^\p{Lu}[\p{Lu}\p{N}]/u.test(first)) return undefined;
  return first.toLowerCase();
}

/** French words that begin with a vowel or h and are not elided before. Source: Grevisse, Le bon usage, 48-50. */
const frenchBarriers =
  /^(?:onz|oui|ouistiti|uhlan|ululer|yaourt|yoga|yacht|y[aeiou]|h(?:a(?!bi|bl|l(?:eine|luc|t[eè]r)|meç|rm|bs)|ér(?:is|os$|on|aut)|ennir|eurt|i(?:bou|ér|p|ss|t|-)|o(?:bby|ckey|ll|mard|ng|nt|rde|rs|u|tte|tline)|u(?:b|it$|re|rl|tte|ée|gue|ssard)))/;

function soundInFrench(wanted: string): Sound | undefined {
  const first = firstWord(wanted);
  if (first === undefined) return undefined;
  return startsWithVowel(first) && !frenchBarriers.test(first) ? 'vowel' : 'consonant';
}

/** `impure`: an i or u that may be unstressed. Before another vowel both are consonants: "el iode", "la hiena". */
function soundInCatalan(wanted: string): Sound | undefined {
  const first = firstWord(wanted);
  if (first === undefined) return undefined;
  if (/^h?[iu][aeiouàèéíòóú]/.test(first) || !startsWithVowel(first)) return 'consonant';
  return /^h?[iu]/.test(first) ? 'impure' : 'vowel';
}

function soundInItalian(wanted: string): Sound | undefined {
  const first = firstWord(wanted);
  if (first === undefined) return undefined;
  if (/^(?:s[bcdfghjklmnpqrstvz]|z|gn|ps|pn|x|y|i[aeou])/.test(first)) return 'impure';
  return startsWithVowel(first) ? 'vowel' : 'consonant';
}

function startsWithVowel(word: string): boolean {
  return /^h?[aeiouœæ]/.test(word.normalize('NFD'));
}
