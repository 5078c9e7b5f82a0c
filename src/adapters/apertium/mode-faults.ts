import { type Carrying, opaquePattern } from './frame.ts';
import type { Mode, Stage } from './mode.ts';

// Faults of Debian's language pairs that are known from trying each of them.

/** Modes that are installed whole and yet are not served, and why. */
const reasons: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/^rus-bel$/, 'its tagger crashes (segmentation fault)'],
  [/^hbs-mkd$/, 'its grammar writes dependency marks that the next program cannot read: most sentences come out empty'],
  [/^mkd-hbs_/, 'its generator lacks most forms that its rules ask for: words come out as in a dictionary'],
  [/^(?:eng|slv)-hbs$/, 'the same as its variants hr, bs and sr-Latn'],
  [/-pretransfer$/, 'a part of another mode, for developers'],
  [/^eco-/, 'a cut-down copy of another mode'],
  [/^Cyrl-Latn$/, 'changes the script, not the language'],
];

/**
 * Modes whose tagger crashes on its own data. They do without: the grammar before it leaves few words undecided, and
 * the first reading of those does nearly as well.
 */
const taggerCrashes = /^(?:rus-ukr|ukr-rus)$/;

/** Characters that a mode drops or turns into a word, and that must pass it unread. */
const damaged: readonly (readonly [pattern: RegExp, characters: string])[] = [
  // "12%" comes out as "12".
  [/^ita-spa$/, '%'],
  // It comes out as the name of a tag: "<guio>", "<sent>".
  [/^(?:dan-nob|es-gl|gl-es|nno-\w+|nob-\w+)$/, '@'],
  // A quotation mark comes out as the word "parquote".
  [/^eng-hbs_/, '"'],
];

/**
 * A sentence that puts a program's memory of earlier sentences right. The rules of these modes keep the last auxiliary
 * verb in a variable that `rtx-proc` does not clear, and all that they ask of it is whether it is "ha" (have).
 */
const preludes: readonly (readonly [pattern: RegExp, prelude: string])[] = [[/^swe-n(?:ob|no)$/, 'Han kan gå.']];

/** Modes that contract no words inside a pair that travels in word-bound blanks. */
const blanksPartWords = /^spa-ast$/;

/** Modes that translate "prison" as "la prisión" where their rules say so, and give both words its blank. */
const insertsArticles = /^(?:eng-spa|eng-cat(?:_valencia)?|en-gl)$/;

/**
 * The first sentence of a pipeline. `cg-proc` forgets nothing that it has found out about a word, and with the Italian
 * grammar finds out about "il" something else than about the "il" of "sul". Once it has seen the articles by themselves
 * it stays the same: of 330 sentences of news, 8 came out otherwise before that, and none after.
 */
const openings: readonly (readonly [pattern: RegExp, opening: string])[] = [
  [/^ita-/, 'Il diritto, la vicina, i primi, le seconde, gli ultimi, lo stesso.'],
];

/** Modes that begin every text with a capital: "3 libros" alone does not become one, but "perro negro" "Black dog". */
const capitalizesStart = /^(?:spa-eng(?:_US)?|gl-en|eng-spa|en-gl)$/;

/** Modes whose rule for "the 28-year-old Vidal" forgets the spaces: "Vidalde28años". */
const gluesAges = /^(?:eng-spa|eng-cat|eng-cat_valencia|en-gl)$/;

/** @returns undefined when nothing is known against the mode */
export function leftOutReason(modeName: string): string | undefined {
  return reasons.find(([pattern]) => pattern.test(modeName))?.[1];
}

/** The mode as it works. */
export function repairMode(mode: Mode): Mode {
  if (!taggerCrashes.test(mode.name)) return mode;
  const stages = mode.stages
    .filter(([program]) => program !== 'apertium-tagger')
    .map(([program, ...rest]): Stage => (program === 'cg-proc' ? [program, '-1', '-n', ...rest] : [program, ...rest]));
  return { name: mode.name, stages };
}

/** What has to be minded about how the mode carries marks and characters. */
export function carryingOf({ name, stages }: Mode): Carrying {
  const characters = damaged.find(([pattern]) => pattern.test(name))?.[1];
  // `rtx-proc` takes the blanks from words that its rules join: a quarter of all words.
  return {
    opaque: opaquePattern(characters),
    losesWordBlanks: stages.some(([program]) => program === 'rtx-proc'),
    insertsArticles: insertsArticles.test(name),
    blanksPartWords: blanksPartWords.test(name),
    capitalizesStart: capitalizesStart.test(name),
  };
}

/** What a pipeline is given before anything else; for most modes nothing but an empty sentence. */
export function openingFor(modeName: string): string {
  return openings.find(([pattern]) => pattern.test(modeName))?.[1] ?? '';
}

/** @returns undefined for a mode without state between sentences */
export function preludeFor(modeName: string): string | undefined {
  return preludes.find(([pattern]) => pattern.test(modeName))?.[1];
}

/** Modes that give the capital of a sentence's first word to words behind it: "Hundurinn SEFUR Í Húsinu". */
const spreadsCapitals = /^swe-isl$/;

/** Modes that take most figures for ordinals and set a point behind them: "34. år". */
const setsPoints = /^swe-nob$/;

/** Modes whose dictionary keeps the numbers of meanings in the words themselves: "Штат¹⁻²ов". */
const numbersMeanings = /^(?:rus-ukr|ukr-rus)$/;

/** Modes that open a quotation with one kind of mark and leave the other, straight one at its end: "‘green card'". */
const turnsQuotes = /^(?:afr-nld|nld-afr|dan-nob)$/;

/** Modes whose dictionary has two forms of an ordinal as one word: "1200-те/1200-тите". */
const doublesOrdinals = /^bul-mkd$/;

/** Puts right what a mode's rules get wrong whatever the sentence. */
export function mendTranslation(modeName: string, translation: string, sentence: string): string {
  if (numbersMeanings.test(modeName) && sentence.search(raised) === -1) return translation.replaceAll(raised, '');
  if (doublesOrdinals.test(modeName) && !sentence.includes('/')) return translation.replace(doubledOrdinal, '$1');
  if (turnsQuotes.test(modeName) && !sentence.includes('‘')) return translation.replaceAll('‘', "'");
  if (spreadsCapitals.test(modeName)) return takeCapitalsBack(translation, sentence);
  if (setsPoints.test(modeName)) return takePointsBack(translation, sentence);
  if (gluesAges.test(modeName) && /\d/.test(translation)) return partAges(translation, sentence);
  return translation;
}

const raised = /(?<=\p{L})[¹²³⁴-⁹⁻]+/gu;

const doubledOrdinal = /(?<!\d)(\d{1,9}-\p{L}{1,9})\/\d{1,9}-\p{L}{1,9}/gu;

/** Behind the first word, only what begins with the capital of a word behind the sentence's first one may keep it. */
function takeCapitalsBack(translation: string, sentence: string): string {
  const capitals = new Set([...sentence.replace(/^\P{L}*\p{L}/u, '').matchAll(/\p{Lu}/gu)].map(([capital]) => capital));
  const isMeant = (word: string): boolean => capitals.has(word.charAt(0)) || sentence.includes(word);
  const first = translation.search(/\p{L}/u);
  return translation.replace(/\p{Lu}\p{L}*/gu, (word, at: number) => {
    return at === first || isMeant(word) ? word : word.toLowerCase();
  });
}

/** A figure keeps its point at the end, or where the sentence has one behind the same figure. */
function takePointsBack(translation: string, sentence: string): string {
  return translation.replace(/(?<![\d.,:])(\d{1,9})\.(?= )/g, (pointed, figure: string) => {
    return sentence.includes(pointed) ? pointed : figure;
  });
}

function partAges(translation: string, sentence: string): string {
  return translation.replace(/(?<=\p{L})de(\d+)(?=\p{Ll})/gu, (glued, figure: string) => {
    return sentence.includes(glued) ? glued : ` de ${figure} `;
  });
}
