import { abbreviationsOf } from '../../../core/document/abbreviations.ts';
import type { LanguagePair, LanguageTag } from '../../../core/languages/language.ts';
import { tagParts } from '../../../core/languages/language-tag.ts';
import { withOpeningSigns } from './opening-signs.ts';
import { type Kind, kindOf, signOf } from './signs.ts';

/** What a text ends with: a run of signs, and behind it only quotation marks, brackets, tokens and white space. */
type End = {
  /** In UTF-16 units, end exclusive; empty where the text ends with a word. */
  readonly start: number;
  readonly end: number;
  readonly kinds: readonly Kind[];
};

const sign = /[.。．｡।॥۔։។።?？؟፧!！՜…⋯:：,，、،;；؛·]/;
const closing = /[\s"'”’»›“‘)\]}）］｝」』〉》】]/;
const lead = /[\uFDD0-\uFDD4]/;
const number = /[\uE000-\uE3E7]/;
/** A word with its stop, as far back as abbreviations are long. */
const lastWord = /[\p{L}\p{M}.]{1,16}$/u;
const dotted = /\p{L}\.\p{L}/u;

/** Languages whose questions may well end in a stop: a word says that they are questions. */
const questionsWithoutSign = new Set(['ja', 'zh', 'ko', 'th', 'lo', 'my', 'km']);
const openingQuestion = /¿/;

/**
 * Ends `translation` as its segment ends: with the same kind of sign, in the form of the target language, or with none.
 * In FLORES-200 dev, human translations into 24 languages end with the same kind of sign in 98.9% of the sentences.
 */
export function withLikeEnd(
  { segment, pair }: { readonly segment: string; readonly pair: LanguagePair },
  translation: string,
): string {
  const [wanted, given] = [endOf(segment, pair.source), endOf(translation, pair.target)];
  const kinds = wantedKinds({ segment, wanted, given, pair });
  const place = segment.length > wanted.end ? 'inside' : 'outside';
  const ended = kinds === undefined ? translation : withEnd(translation, { given, kinds, place, target: pair.target });
  return withOpeningSigns(segment, ended, pair);
}

export function endOf(text: string, language: LanguageTag): End {
  let end = text.length;
  for (;;) {
    if (number.test(text.charAt(end - 1)) && lead.test(text.charAt(end - 2))) end -= 2;
    else if (closing.test(text.charAt(end - 1))) end--;
    else break;
  }
  let start = end;
  while (sign.test(text.charAt(start - 1))) start--;
  return { start, end, kinds: kindsOf(text.slice(start, end), language) };
}

/** Each kind once, in order; several points are one ellipsis. */
function kindsOf(run: string, language: LanguageTag): readonly Kind[] {
  if (/^[.。．]{2,}$/.test(run)) return ['ellipsis'];
  return [...new Set([...run].map((one) => kindOf(one, language)))];
}

/** Undefined where the translation may end as it does. */
function wantedKinds({
  segment,
  wanted,
  given,
  pair,
}: {
  readonly segment: string;
  readonly wanted: End;
  readonly given: End;
  readonly pair: LanguagePair;
}): readonly Kind[] | undefined {
  if (wanted.kinds.join() === given.kinds.join()) return undefined;
  if (wanted.kinds.join() === 'stop' && isAbbreviated(segment, wanted, pair.source)) return undefined;
  const asks = given.kinds.includes('question');
  if (wanted.kinds.length === 0) return asks || openingQuestion.test(segment) ? undefined : [];
  if (asks && wanted.kinds.join() === 'stop' && questionsWithoutSign.has(tagParts(pair.source).language))
    return undefined;
  return wanted.kinds;
}

type Change = {
  readonly given: End;
  readonly kinds: readonly Kind[];
  /** Where a sign that is missing belongs: inside of quotation marks and tags at the end, or behind them. */
  readonly place: 'inside' | 'outside';
  readonly target: LanguageTag;
};

function withEnd(translation: string, { given, kinds, place, target }: Change): string {
  const signs = kinds.map((kind) => signOf(kind, target)).join('');
  const isKept = given.kinds.join() === 'stop' && isAbbreviated(translation, given, target);
  if (isKept && kinds.join() === 'stop') return translation;
  const words = translation.slice(0, isKept ? given.end : given.start).trimEnd();
  const behind = translation.slice(given.end);
  return place === 'inside' || given.kinds.length > 0 ? words + signs + behind : words + behind + signs;
}

/** Whether the point belongs to the word before it. */
function isAbbreviated(text: string, { end }: End, language: LanguageTag): boolean {
  const [word = ''] = text.slice(Math.max(0, end - 16), end).match(lastWord) ?? [];
  if (!word.endsWith('.')) return false;
  const { always, ends } = abbreviationsOf(language);
  return dotted.test(word) || always.has(word) || ends.has(word);
}
