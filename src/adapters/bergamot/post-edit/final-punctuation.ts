import { abbreviationsOf } from '../../../text/document/abbreviations.ts';
import type { Span } from '../../../text/document/span.ts';
import type { LanguagePair, LanguageTag } from '../../../text/languages/language.ts';
import { tagParts } from '../../../text/languages/language-tag.ts';
import punctuation from './punctuation.json' with { type: 'json' };

/** The final punctuation of a text. Only quotation marks, brackets, tokens and white space follow. Empty if there is none. */
type Ending = Span & { readonly kinds: readonly PunctuationKind[] };

type Endings = {
  readonly segment: string;
  readonly pair: LanguagePair;
  readonly wanted: Ending;
  readonly given: Ending;
};

const mark = /[.。．｡।॥۔։។።?？؟፧!！՜…⋯:：,，、،;；؛·]/;
const closing = /[\s"'”’»›“‘)\]}）］｝」』〉》】]/;
const tokenLead = /[\uFDD0-\uFDD4]/;
const tokenNumber = /[\uE000-\uEF9F]/;
/** A word with its point, at most as long as abbreviations are. */
const lastWord = /[\p{L}\p{M}.]{1,16}$/u;
const dotted = /\p{L}\.\p{L}/u;

/** Languages whose questions may end in a stop, because a word marks them as questions. */
const questionsWithoutMark = new Set(['ja', 'zh', 'ko', 'th', 'lo', 'my', 'km']);

/** Ends with the segment's kind of punctuation or none, like 98.9% of human translations in FLORES-200 dev. */
export function matchFinalPunctuation(segment: string, translation: string, pair: LanguagePair): string {
  const [wanted, given] = [endingOf(segment, pair.source), endingOf(translation, pair.target)];
  const endings = { segment, pair, wanted, given };
  return mayDiffer(endings) ? translation : withEnding(translation, endings);
}

export function endingOf(text: string, language: LanguageTag): Ending {
  let end = text.length;
  for (;;) {
    if (tokenNumber.test(text.charAt(end - 1)) && tokenLead.test(text.charAt(end - 2))) end -= 2;
    else if (closing.test(text.charAt(end - 1))) end--;
    else break;
  }
  let start = end;
  while (mark.test(text.charAt(start - 1))) start--;
  const marks = text.slice(start, end);
  // Several points are one ellipsis.
  if (/^[.。．]{2,}$/.test(marks)) return { start, end, kinds: ['ellipsis'] };
  return { start, end, kinds: [...new Set([...marks].map((one) => punctuationKind(one, language)))] };
}

function mayDiffer({ segment, pair, wanted, given }: Endings): boolean {
  const [kinds, isQuestion] = [wanted.kinds.join(), given.kinds.includes('question')];
  if (kinds === given.kinds.join()) return true;
  if (kinds === '') return isQuestion || segment.includes('¿');
  if (kinds !== 'stop') return false;
  if (isAbbreviated(segment, wanted, pair.source)) return true;
  return isQuestion && questionsWithoutMark.has(tagParts(pair.source).language);
}

function withEnding(translation: string, { segment, pair, wanted, given }: Endings): string {
  const marks = wanted.kinds.map((kind) => punctuationOf(kind, pair.target)).join('');
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
  if (character === ';' && tagParts(language).language === 'el') return 'question';
  return kinds.find((kind) => punctuation.characters[kind].includes(character)) ?? 'stop';
}

/** Returns the form of a kind in a language; empty if the language writes none. */
function punctuationOf(kind: PunctuationKind, language: LanguageTag): string {
  return byLanguage[tagParts(language).language]?.[kind] ?? punctuation.plain[kind];
}
