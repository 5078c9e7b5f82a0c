import { isOneLine } from '../../ground/one-line.ts';
import { finish } from '../../ground/steps.ts';
import { countCharacters } from '../../ground/units.ts';
import { parseDocument } from '../../text/document/document.ts';
import { anyLanguage, type EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import { protectedWordsOf } from '../../text/glossary/unprotected-words.ts';
import { isLanguage, languageNamed } from '../../text/languages/language-name.ts';
import { parseLanguageTag, tagLengthMax } from '../../text/languages/language-tag.ts';
import { type EntryContent, noteCharactersMax, termCharactersMax, termWordsMax } from './stored-entry.ts';

/** The names of an entry's fields in files and in the API. */
export const entryFieldNames = {
  source: 'source_lang',
  target: 'target_lang',
  term: 'term',
  translation: 'translation',
  doNotTranslate: 'do_not_translate',
  caseRule: 'case',
  partOfSpeech: 'part_of_speech',
  note: 'note',
} as const;

export type EntryField = keyof typeof entryFieldNames;

/** An entry as in a form or a file. An empty field is the same as a missing one. */
export type RawEntry = { readonly [Field in EntryField]?: string | undefined };

/** `empty_side`: no term or no translation. `never_matches`: the term is well formed, but cannot match any text. */
export type EntryContentProblemKind = 'invalid' | 'empty_side' | 'never_matches';

export type EntryContentProblem = {
  readonly kind: 'problem';
  readonly problem: EntryContentProblemKind;
  readonly field: EntryField;
  /** For the author of the entry. Contains no text of the entry except an unknown language. */
  readonly message: string;
};

export type ReadEntryContent = { readonly kind: 'content'; readonly content: EntryContent } | EntryContentProblem;

/** Parses and normalises an entry: NFC, single spaces, `*` or `mul` for any language, `follow` without a case rule. */
export function readEntryContent(raw: RawEntry): ReadEntryContent {
  try {
    return { kind: 'content', content: read(raw) };
  } catch (error) {
    if (error instanceof Unfit) return error.problem;
    throw error;
  }
}

/** The first problem, which ends the parse. */
class Unfit extends Error {
  readonly problem: EntryContentProblem;

  constructor(problem: EntryContentProblemKind, field: EntryField, message: string) {
    super(message);
    this.problem = { kind: 'problem', problem, field, message };
  }
}

function read(raw: RawEntry): EntryContent {
  const source = readLanguage(raw, 'source');
  const target = readLanguage(raw, 'target');
  const term = readWords(raw, 'term');
  if (term === '') throw new Unfit('empty_side', 'term', 'The term is missing.');
  const translation = readTranslation(raw, term);
  checkLanguages(source, target, translation !== undefined);
  checkMatches(term, source);
  return {
    source,
    target,
    term,
    translation,
    caseRule: readChoice(raw, 'caseRule'),
    partOfSpeech: (raw.partOfSpeech ?? '').trim() === '' ? undefined : readChoice(raw, 'partOfSpeech'),
    note: readLine(raw.note ?? '', 'note', noteCharactersMax),
  };
}

/** ISO 639-2's code for several languages. Means any language, in formats without a sign for it. */
const severalLanguages = 'mul';

function readLanguage(raw: RawEntry, field: 'source' | 'target'): EntryLanguage {
  const written = (raw[field] ?? '').trim();
  if (written === '') throw new Unfit('invalid', field, `The ${field} language is missing.`);
  const language = parseEntryLanguage(written);
  if (language === undefined) throw new Unfit('invalid', field, unknownLanguage(written));
  return language;
}

/** Parses the code or English name of a language, or a sign for every language; undefined for anything else. */
export function parseEntryLanguage(written: string): EntryLanguage | undefined {
  const language = written.trim();
  return language === anyLanguage || language.toLowerCase() === severalLanguages ? anyLanguage : tagOf(language);
}

/** Returns the message for a language that `parseEntryLanguage` cannot parse. */
export function unknownLanguage(written: string): string {
  const language = written.trim();
  const shown = isOneLine(language, tagLengthMax) ? ` "${language}"` : '';
  return `Unknown language${shown}. Type a code (es) or a name (Spanish).`;
}

const tagsSeen = new Map<string, EntryLanguage | undefined>();
const tagsSeenMax = 1_000;

/** Caches tags, because parsing them takes half the time of an entry, and a file has few languages. */
function tagOf(written: string): EntryLanguage | undefined {
  if (written.length > tagLengthMax) return undefined;
  if (tagsSeen.has(written)) return tagsSeen.get(written);
  if (tagsSeen.size >= tagsSeenMax) tagsSeen.clear();
  const parsed = parseLanguageTag(written);
  const tag = parsed === undefined || !isLanguage(parsed) ? languageNamed(written) : parsed;
  tagsSeen.set(written, tag);
  return tag;
}

function checkLanguages(source: EntryLanguage, target: EntryLanguage, isTranslated: boolean): void {
  const isAny = source === anyLanguage || target === anyLanguage;
  if (isAny && isTranslated) {
    const field = source === anyLanguage ? 'source' : 'target';
    throw new Unfit('invalid', field, 'Only a do-not-translate entry can apply to every language.');
  }
  if (source === target && !isAny) {
    throw new Unfit('invalid', 'target', 'The source and target language are the same.');
  }
}

function readTranslation(raw: RawEntry, term: string): string | undefined {
  const isKept = readChoice(raw, 'doNotTranslate') === 'yes';
  const translation = readWords(raw, 'translation');
  if (isKept && translation !== '' && translation !== term) {
    throw new Unfit('invalid', 'doNotTranslate', 'A do-not-translate entry cannot have a translation.');
  }
  if (isKept) return undefined;
  if (translation === '') throw new Unfit('empty_side', 'translation', 'The translation is missing.');
  if (!letterOrFigure.test(translation)) {
    throw new Unfit('invalid', 'translation', 'The translation contains no letter or digit.');
  }
  return translation;
}

const lineBreak = /[\n\v\f\r\u{85}\u{2028}\u{2029}]/u;
/** Tabs are white space; `isWellFormed` finds lone surrogates. U+FFFC replaces protected spans during matching. */
const unwritable = /(?!\t)\p{Cc}|\p{Noncharacter_Code_Point}|\u{FFFC}/u;
/** Byte order marks, soft hyphens, and joiners at the ends. The lookbehind keeps the time linear for a long run. */
const unseen =
  /[\u{FEFF}\u{AD}]|^[\s\u{200B}-\u{200D}\u{2060}]+|(?<![\s\u{200B}-\u{200D}\u{2060}])[\s\u{200B}-\u{200D}\u{2060}]+$/gu;
/** A visible letter or digit. Hangul fillers are letters too, but invisible, and ignored in texts. */
const letterOrFigure = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}]/u;

function readWords(raw: RawEntry, field: 'term' | 'translation'): string {
  const written = (raw[field] ?? '').replace(unseen, '');
  if (lineBreak.test(written)) throw new Unfit('invalid', field, `The ${field} has more than one line.`);
  return readLine(written, field, termCharactersMax);
}

/** Maximum of UTF-16 units of one character in NFD. Source: Unicode 17.0, U+16126. */
const decomposedUnitsMax = 6;

function readLine(written: string, field: EntryField, charactersMax: number): string {
  const decomposed = written.replace(/[\s\u{85}]+/gu, ' ').trim();
  // Normalisation takes quadratic time in the number of combining marks on a letter.
  const line = decomposed.length > charactersMax * decomposedUnitsMax ? decomposed : decomposed.normalize('NFC');
  if (!line.isWellFormed() || unwritable.test(line)) {
    throw new Unfit('invalid', field, `The ${field} contains a control character or an incomplete character.`);
  }
  if (line.length > charactersMax && countCharacters(line) > charactersMax) {
    throw new Unfit('invalid', field, `The ${field} is longer than ${charactersMax} characters.`);
  }
  return line;
}

/** @throws Unfit if the term cannot match any text */
function checkMatches(term: string, source: EntryLanguage): void {
  if (!letterOrFigure.test(term)) throw neverMatches('contains no letter or digit');
  if (/^\p{M}/u.test(term)) throw neverMatches('begins with a combining mark');
  if (term.split(' ').length > termWordsMax) throw neverMatches(`has more than ${termWordsMax} words`);
  const marked = protectedWordsOf(term);
  if (marked === undefined) {
    throw neverMatches('contains an address, a placeholder, code or markup, which translations keep unchanged');
  }
  if (source === anyLanguage || (marked.length === 0 && !maySplit.test(term))) return;
  const document = finish(parseDocument(`a ${term} a`, source, { writesOut: (written) => marked.includes(written) }));
  const isWhole = document.sentences.some((sentence) => sentence.includes(term));
  if (!isWhole) throw neverMatches('contains the end of a sentence');
}

/** A quick test. Cutting a text into sentences is slow, and few terms have such a sign. */
const maySplit = /[.!?…;]|\p{Sentence_Terminal}/u;

function neverMatches(why: string): Unfit {
  return new Unfit('never_matches', 'term', `No text can match this term: it ${why}.`);
}

/** Accepted spellings of field values, in small letters with spaces. */
const spellings = {
  doNotTranslate: { no: ['', '0', 'f', 'false', 'n', 'no'], yes: ['1', 't', 'true', 'x', 'y', 'yes'] },
  // Columns that ask whether case matters contain yes or no.
  caseRule: {
    follow: ['', 'follow', 'insensitive', 'no', 'false', '0'],
    exact: ['exact', 'sensitive', 'yes', 'true', '1'],
  },
  partOfSpeech: {
    noun: ['noun', 'n'],
    name: ['name', 'proper noun', 'propernoun', 'proper name'],
    adjective: ['adjective', 'adj'],
    verb: ['verb', 'v'],
    other: ['adverb', 'other'],
  },
} as const;

const choiceProblems = {
  doNotTranslate: '“Do not translate” must be yes or no.',
  caseRule: 'The case rule must be exact or follow.',
  partOfSpeech: 'The part of speech must be noun, name, adjective, verb or other.',
};

/** Returns the value of `field`. */
function readChoice<Field extends keyof typeof spellings>(
  raw: RawEntry,
  field: Field,
): keyof (typeof spellings)[Field] {
  const spelled = (raw[field] ?? '')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ');
  const values: Readonly<Record<string, readonly string[]>> = spellings[field];
  const value = Object.keys(values).find((each) => values[each]?.includes(spelled));
  if (value === undefined) throw new Unfit('invalid', field, choiceProblems[field]);
  return value as keyof (typeof spellings)[Field];
}
