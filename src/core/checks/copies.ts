import type { Detector } from '../languages/detector.ts';
import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import { areRelated, plainTag } from './related-languages.ts';
import { readWords } from './words.ts';

/** Fewer words may be a name, a title or the same in both languages; so may words that begin with a capital. */
const plainWordsMin = 4;
const wordsMin = 5;
/** Of the words without a capital, so many are the sentence's own in one that was copied with changes. */
const copiedShareMin = 0.9;
/** Related languages share whole clauses. */
const relatedWordsMin = 12;

const letter = /\p{L}/u;
const plainStart = /^\p{M}*[^\p{Lu}\p{Lt}]/u;

type Compared = {
  readonly pair: LanguagePair;
  readonly sentence: string;
  readonly translation: string;
  readonly detector: Detector;
};

/**
 * Whether a whole sentence came back as it was sent, or most of it, though it can be told that its language is the
 * source's and not the target's: names and titles do come back, and so does a text that was in the target's language
 * all along. Of 255,232 translations by people between unrelated languages (FLORES-200 dev) none is taken for a copy.
 */
export function isCopy(compared: Compared): boolean {
  const [source, target] = [plainTag(compared.pair.source), plainTag(compared.pair.target)];
  if (source.split('-')[0] === target.split('-')[0]) return false;
  const words = wordsCopied(compared);
  if (words.length === 0) return false;
  const detection = compared.detector.detect(words.join(' '), languagesOf(source, target));
  return detection.kind === 'detected' && detection.language === source;
}

/** The words to judge a translation by that may be a copy; none where it is no copy, or too short to tell. */
function wordsCopied({ pair, sentence, translation }: Compared): readonly string[] {
  if (haveSameLetters(sentence, translation)) {
    const words = readWords(sentence);
    const isLong = words.length >= (areRelated(pair) ? relatedWordsMin : wordsMin);
    return isLong && words.filter((word) => plainStart.test(word)).length >= plainWordsMin ? words : [];
  }
  if (areRelated(pair) || !sharesStretch(sentence, translation)) return [];
  const words = readWords(translation).filter((word) => plainStart.test(word));
  if (words.length < wordsMin) return [];
  const sent = new Set(readWords(sentence));
  return words.filter((word) => sent.has(word)).length >= words.length * copiedShareMin ? words : [];
}

/** UTF-16 units of a stretch that both have where one is mostly a copy of the other. */
const stretchUnits = 10;

/** What spares nearly every translation being taken apart into words. */
function sharesStretch(sentence: string, translation: string): boolean {
  return [0.2, 0.4, 0.6, 0.8].some((share) => {
    const start = Math.floor(translation.length * share) - stretchUnits / 2;
    return start >= 0 && sentence.includes(translation.slice(start, start + stretchUnits));
  });
}

/** Case, spacing and everything between the words may differ. Mostly the first letter decides. */
function haveSameLetters(one: string, other: string): boolean {
  const [ours, theirs] = [one.toLowerCase(), other.toLowerCase()];
  let i = nextLetter(ours, 0);
  let j = nextLetter(theirs, 0);
  while (i < ours.length && j < theirs.length && ours[i] === theirs[j]) {
    i = nextLetter(ours, i + 1);
    j = nextLetter(theirs, j + 1);
  }
  return i >= ours.length && j >= theirs.length;
}

function nextLetter(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isLetterUnit(text.charCodeAt(at))) at++;
  return at;
}

/** Halves of letters beyond the first plane are compared like letters. */
function isLetterUnit(unit: number): boolean {
  if (unit < 0x80) return (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x41 && unit <= 0x5a);
  return (unit >= 0xd800 && unit <= 0xdfff) || letter.test(String.fromCharCode(unit));
}

const setsKept = new Map<string, ReadonlySet<LanguageTag>>();
const setsKeptMax = 1_000;

/** One set for each pair: a detector prepares itself for a set once. */
function languagesOf(source: LanguageTag, target: LanguageTag): ReadonlySet<LanguageTag> {
  const name = `${source}>${target}`;
  const kept = setsKept.get(name);
  if (kept) return kept;
  if (setsKept.size >= setsKeptMax) setsKept.clear();
  const languages = new Set([source, target]);
  setsKept.set(name, languages);
  return languages;
}
