import { abbreviationsOf } from '../document/abbreviations.ts';
import type { Span } from '../document/span.ts';
import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';
import punctuation from './punctuation.json' with { type: 'json' };

/** The final punctuation of a text. Only quotation marks, brackets, tokens and white space follow. Empty if there is none. */
type Ending = Span & { readonly marks: readonly string[]; readonly kinds: readonly PunctuationKind[] };

type Endings = {
  readonly segment: string;
  readonly translation: string;
  readonly pair: LanguagePair;
  readonly wanted: Ending;
  readonly given: Ending;
  /** The wanted marks in the form of the target. */
  readonly forms: readonly string[];
};

const mark = /[.。．｡।॥۔։។።?？؟፧!！՜…⋯:：,，、،;；؛]/;
/** The raised point is a bullet in other languages. */
const greekMark = /[.?!…⋯:,;·]/;
/** Several points are one ellipsis. */
const oneMark = /[.。．]{2,}|[…⋯]+|./gu;
const closing = /[\s"'”’»›“‘)\]}）］｝」』〉》】]/;
const tokenLead = /[\uFDD0-\uFDD4]/;
const tokenNumber = /[\uE000-\uEF9F]/;
/** A word with its point, at most as long as abbreviations are. */
const lastWord = /[\p{L}\p{M}.]{1,16}$/u;
const dotted = /\p{L}\.\p{L}/u;

const space = /\s/;
const plainEllipsis = /^(?:\.+|…)$/;
/** French has a space only before the first of several marks. */
const innerSpace = /(?<=\S)[\u00A0\u202F]/g;

/** Languages whose questions may end in a stop, because a word marks them as questions. */
const questionsWithoutMark = new Set(['ja', 'zh', 'ko', 'th', 'lo', 'my', 'km']);

/**
 * Ends with the segment's marks in the form of the target, or none. Human translations in FLORES-200 dev have the kind
 * of the segment in 98.9%.
 */
export function withLikeEnd(segment: string, translation: string, pair: LanguagePair): string {
  const [wanted, given] = [endingOf(segment, pair.source), endingOf(translation, pair.target)];
  const forms = wanted.marks.map((one, at) => formOf(wanted.kinds[at] ?? 'stop', one, pair.target));
  const endings = { segment, translation, pair, wanted, given, forms };
  return mayDiffer(endings) ? translation : withEnding(endings);
}

export function endingOf(text: string, language: LanguageTag): Ending {
  let end = text.length;
  for (;;) {
    if (tokenNumber.test(text.charAt(end - 1)) && tokenLead.test(text.charAt(end - 2))) end -= 2;
    else if (closing.test(text.charAt(end - 1))) end--;
    else break;
  }
  let start = end;
  const isMark = tagParts(language).language === 'el' ? greekMark : mark;
  while (isMark.test(text.charAt(start - 1))) start--;
  const marks = text.slice(start, end).match(oneMark) ?? [];
  return { start, end, marks, kinds: marks.map((one) => punctuationKind(one, language)) };
}

function mayDiffer({ segment, translation, pair, wanted, given, forms }: Endings): boolean {
  const [kinds, isQuestion] = [wanted.kinds.join(), given.kinds.includes('question')];
  const isLike = (form: string, at: number) => wanted.kinds[at] !== 'ellipsis' || given.marks[at] === form;
  const isLoose =
    space.test(translation.charAt(given.start - 1)) && !space.test(segment.charAt(wanted.start - 1) + forms[0]);
  if (kinds === given.kinds.join()) return forms.every(isLike) && !isLoose;
  if (kinds === '') return isQuestion || segment.includes('¿');
  if (kinds !== 'stop') return false;
  if (isAbbreviated(segment, wanted, pair.source)) return true;
  return isQuestion && questionsWithoutMark.has(tagParts(pair.source).language);
}

function withEnding({ segment, translation, pair, wanted, given, forms }: Endings): string {
  const marks = forms.join('').replaceAll(innerSpace, '');
  const isKept = given.kinds.join() === 'stop' && isAbbreviated(translation, given, pair.target);
  if (isKept && wanted.kinds.join() === 'stop') return translation;
  const words = translation.slice(0, isKept ? given.end : given.start).trimEnd();
  const behind = translation.slice(given.end);
  // A missing mark goes inside quotation marks and tags if the segment has it there.
  const isInside = segment.length > wanted.end || given.kinds.length > 0;
  return isInside ? words + marks + behind : words + behind + marks;
}

function isAbbreviated(text: string, { end }: Ending, language: LanguageTag): boolean {
  const [word = ''] = text.slice(Math.max(0, end - 16), end).match(lastWord) ?? [];
  if (!word.endsWith('.')) return false;
  const { always, ends } = abbreviationsOf(language);
  return dotted.test(word) || always.has(word) || ends.has(word);
}

/** The meaning of punctuation at the end of a sentence or of a part of it. */
type PunctuationKind = keyof typeof punctuation.characters;

const kinds = Object.keys(punctuation.characters) as readonly PunctuationKind[];
const byLanguage: Readonly<Record<string, Partial<Record<PunctuationKind, string>>>> = punctuation.byLanguage;

function punctuationKind(character: string, language: LanguageTag): PunctuationKind {
  if (character.length > 1) return 'ellipsis';
  if (character === ';' && tagParts(language).language === 'el') return 'question';
  return kinds.find((kind) => punctuation.characters[kind].includes(character)) ?? 'stop';
}

/** Returns the form of a mark; empty if the language writes none. An ellipsis stays as it is written. */
function formOf(kind: PunctuationKind, written: string, language: LanguageTag): string {
  const form = byLanguage[tagParts(language).language]?.[kind];
  return form ?? (kind === 'ellipsis' && plainEllipsis.test(written) ? written : punctuation.plain[kind]);
}
