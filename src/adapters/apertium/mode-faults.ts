import { englishProper } from '../../text/checks/capitals.ts';
import { type Carrying, frameSentence, opaquePattern, readReply } from './frame.ts';
import { type ModeLanguages, readModeName } from './language-tags.ts';
import type { Mode, Stage } from './mode.ts';
import table from './mode-faults.json' with { type: 'json' };
import type { Wire } from './pipeline.ts';

type Repair = (translation: string, sentence: string) => string;

/** Repairs of systematic errors in a mode's rules, by fault. */
const repairs = {
  numbers_meanings: (translation, sentence) =>
    sentence.search(raised) === -1 ? translation.replaceAll(raised, '') : translation,
  doubles_ordinals: (translation, sentence) =>
    sentence.includes('/') ? translation : translation.replace(doubledOrdinal, '$1'),
  turns_quotes: (translation, sentence) => (sentence.includes('‘') ? translation : translation.replaceAll('‘', "'")),
  sets_points: removeAddedPoints,
  glues_ages: separateAges,
} satisfies Readonly<Record<string, Repair>>;

type FaultName =
  | keyof typeof repairs
  /** Installed completely, but not served. */
  | 'left_out'
  | 'tagger_crashes'
  /** Drops characters or turns them into words: they are sent as blanks. */
  | 'damages'
  /** Keeps state from each sentence: a prelude before each sentence resets it. */
  | 'keeps_auxiliary'
  /** Keeps state from early sentences: a fixed first sentence sets it. */
  | 'learns_articles'
  | 'blanks_part_words'
  | 'inserts_articles'
  | 'capitalizes_start'
  | 'glues_words';

/** Found by testing each of Debian's language pairs. */
const faults = table.map(({ modes, ...fault }) => ({ ...fault, pattern: new RegExp(modes) }));

/** @returns undefined for a mode without the fault */
export function findFault(modeName: string, name: FaultName) {
  return faults.find(({ fault, pattern }) => fault === name && pattern.test(modeName));
}

export function sentenceWire(mode: Mode): Wire {
  const carrying = carryingOf(mode);
  const repair = repairFor(mode.name);
  const languages = readModeName(mode.name);
  const own = languages && properIn(languages);
  return {
    frame: (framed) => frameSentence(framed, carrying),
    read: (reply, framed) => {
      const translation = readReply(reply, framed, carrying);
      if (translation === undefined) return undefined;
      return withoutAddedCapitals(repair(translation, framed.text), framed.text, own);
    },
    opening: findFault(mode.name, 'learns_articles')?.text ?? '',
    prelude: findFault(mode.name, 'keeps_auxiliary')?.text,
  };
}

export function repairMode(mode: Mode): Mode {
  if (findFault(mode.name, 'tagger_crashes') === undefined) return mode;
  const stages = mode.stages
    .filter(([program]) => program !== 'apertium-tagger')
    .map(([program, ...rest]): Stage => (program === 'cg-proc' ? [program, '-1', '-n', ...rest] : [program, ...rest]));
  return { name: mode.name, stages };
}

function carryingOf({ name, stages }: Mode): Carrying {
  const hasFault = (fault: FaultName): boolean => findFault(name, fault) !== undefined;
  return {
    opaque: opaquePattern(findFault(name, 'damages')?.text),
    // `rtx-proc` removes the blanks of words that its rules join: a quarter of all words.
    losesWordBlanks: stages.some(([program]) => program === 'rtx-proc'),
    insertsArticles: hasFault('inserts_articles'),
    blanksPartWords: hasFault('blanks_part_words'),
    capitalizesStart: hasFault('capitalizes_start'),
    gluesWords: hasFault('glues_words'),
  };
}

export function repairFor(modeName: string): Repair {
  const names = Object.keys(repairs) as (keyof typeof repairs)[];
  const own = names.filter((name) => findFault(modeName, name) !== undefined).map((name): Repair => repairs[name]);
  return (translation, sentence) => own.reduce((repaired, repair) => repair(repaired, sentence), translation);
}

const raised = /(?<=\p{L})[¹²³⁴-⁹⁻]+/gu;

const doubledOrdinal = /(?<!\d)(\d{1,9}-\p{L}{1,9})\/\d{1,9}-\p{L}{1,9}/gu;

/** Removes the point before a space after a figure, unless the sentence has it too. */
function removeAddedPoints(translation: string, sentence: string): string {
  return translation.replace(/(?<![\d.,:])(\d{1,9})\.(?= )/g, (pointed, figure: string) =>
    sentence.includes(pointed) ? pointed : figure,
  );
}

function separateAges(translation: string, sentence: string): string {
  return translation.replace(/(?<=\p{L})de(\d+)(?=\p{Ll})/gu, (glued, figure: string) =>
    sentence.includes(glued) ? glued : ` de ${figure} `,
  );
}

/** Not the later parts of a compound, which modes copy. */
const words = /(?:\p{Lu}\.){2,}|(?<![\p{L}\p{M}\p{N}]-?)\p{L}[\p{L}\p{M}\p{N}]*/gu;
const anyWords = /\p{L}[\p{L}\p{M}\p{N}]*/gu;
/** A quick test: a capital after the first letter. */
const laterCapital = /\p{L}[^\p{Lu}]*\p{Lu}/u;
const upper = /^\p{Lu}/u;
const shout = /^\p{Lu}[\p{Lu}\p{M}.]+$/u;
/** A quick test: part of every word that `shout` matches. */
const shoutStart = /\p{Lu}[\p{Lu}\p{M}.]/u;
const anyCapital = /\p{Lu}/u;
const capitalised = /\p{Lu}[\p{L}\p{M}\p{N}]*/gu;
/** "15th century" is "segle XV". */
const romanNumeral = /^[IVX]{2,}$/;
const innerCapital = /\p{Ll}\p{Lu}/u;

/** Write capitals other than most languages: "Union européenne", "les Canadiens". Their modes add no single capitals. */
const namesInSmall = /^(?:fr|it)\b/;
const smallLetter = /\p{Ll}/u;

/** Acronyms for words in small letters: "AIDS" for "sida". */
const acronym = /^(?:AIDS|CD|DNA|DVD|EE|EU|EUA|HIV|OK|PC|TV|UK|UN|USA?|UU)$/;

/** How far a word may move for the capital of another initial, as a share of the sentence. */
const distanceMax = 0.25;

type Word = {
  readonly word: string;
  readonly index: number;
  /** The count of words before it, also relative to all. */
  readonly at: number;
  readonly place: number;
};

/**
 * Removes the capitals that a mode adds: its rules give a phrase the capital of a word before it ("Kruti Is a house"),
 * and take a single letter for a word in capitals ("Gracias a" became "THANKS TO"). A capital stays if the sentence has
 * one of the same word or initial, or nearest to it. Single ones stay unless there are more than in the sentence.
 * @param own words that may have a capital where the sentence has none
 */
export function withoutAddedCapitals(translation: string, sentence: string, own: RegExp | undefined): string {
  if (translation === sentence || !laterCapital.test(translation)) return translation;
  const sent = capitalsIn(sentence);
  const hasMore = capitalsIn(translation) > sent && (own === undefined || otherCapitalsIn(translation, own) > sent);
  if (!hasMore && !shoutStart.test(translation)) return translation;
  const [source, given] = [wordsOf(sentence), wordsOf(translation)];
  const added = findAdded({ source, given, sourceWords: new Set(sentence.match(anyWords)) }, own);
  const offsets = new Set(added.filter(({ word }) => hasMore || shout.test(word)).map(({ index }) => index));
  if (offsets.size === 0) return translation;
  const keepsFirst = upper.test(source[0]?.word ?? '');
  return translation.replace(words, (word, index: number) => {
    if (!offsets.has(index)) return word;
    return index === given[0]?.index && keepsFirst ? word.charAt(0) + word.slice(1).toLowerCase() : word.toLowerCase();
  });
}

function wordsOf(text: string): readonly Word[] {
  const found = [...text.matchAll(words)];
  return found.map(({ 0: word, index }, at) => ({ word, index, at, place: at / found.length }));
}

type Compared = {
  readonly source: readonly Word[];
  readonly given: readonly Word[];
  /** With later parts of compounds. */
  readonly sourceWords: ReadonlySet<string>;
};

function findAdded({ source, given, sourceWords }: Compared, own: RegExp | undefined): readonly Word[] {
  const written = new Set([...sourceWords].filter((word) => anyCapital.test(word)).map((word) => word.toLowerCase()));
  const givenWords = new Set(given.map(({ word }) => word));
  const [first = '', start = ''] = [source[0]?.word, given[0]?.word];
  const open = source.filter(({ word }, at) => {
    // The first word is mostly the first of the translation too, unless it is a genitive: "Spain's economy".
    const isElsewhere = at > 0 || shout.test(word) || initialOf(word) !== initialOf(start);
    return upper.test(word) && !givenWords.has(word) && isElsewhere;
  });
  const doubtful = given.filter(({ word }, at) => {
    if (!upper.test(word) || sourceWords.has(word) || innerCapital.test(word) || acronym.test(word)) return false;
    if (shout.test(word) && (romanNumeral.test(word) || written.has(word.toLowerCase()))) return false;
    if (own?.test(word) === true) return false;
    return at > 0 || !upper.test(first) || (shout.test(word) && !shout.test(first));
  });
  const added = new Set(doubtful);
  const others = settle(added, open, (one, other) => !shout.test(one.word) && initialOf(one.word) === initialOf(other));
  settle(added, others, ({ at, word }) => at > 0 || shout.test(word) || source[1]?.word === 's');
  return [...added];
}

/** Counts words with capitals. Later parts of a compound are words: "Grã-Bretanha" may become two. */
function capitalsIn(text: string): number {
  let count = 0;
  capitalised.lastIndex = 0;
  while (capitalised.test(text)) count++;
  return count;
}

function otherCapitalsIn(text: string, own: RegExp): number {
  return (text.match(anyWords) ?? []).filter((word) => anyCapital.test(word) && !own.test(word)).length;
}

/** Removes from `added` the nearest word for each capital, or all words of an acronym. Returns the other capitals. */
function settle(added: Set<Word>, capitals: readonly Word[], fits: (one: Word, other: string) => boolean): Word[] {
  return capitals.filter((capital) => {
    const isAcronym = shout.test(capital.word);
    const distance = ({ place }: Word): number => Math.abs(place - capital.place);
    const [nearest] = [...added]
      .filter(
        (one) =>
          fits(capital, one.word) &&
          (isAcronym || !shout.test(one.word)) &&
          (capital.at === 0 || distance(one) <= distanceMax),
      )
      .toSorted((one, other) => distance(one) - distance(other));
    if (nearest === undefined) return true;
    const isPart = ({ at, word }: Word) => Math.abs(at - nearest.at) <= 2 && capital.word.includes(word.charAt(0));
    for (const one of added) if (one === nearest || (isAcronym && isPart(one))) added.delete(one);
    return false;
  });
}

/** Returns a pattern for the words that a mode may write with a capital where the sentence has none. */
export function properIn({ sources, target }: ModeLanguages): RegExp | undefined {
  if (target.startsWith('en')) return englishProper;
  return [...sources, target].some((language) => namesInSmall.test(language)) ? smallLetter : undefined;
}

function initialOf(word: string): string {
  return word.normalize('NFD').charAt(0).toLowerCase();
}
