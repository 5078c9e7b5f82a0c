import type { Detector } from '../languages/detector.ts';
import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import { areRelated, plainTag } from './related-languages.ts';
import { readWords } from './words.ts';

/** Fewer words may be a name, a title or the same in both languages; so may words that begin with a capital. */
const plainWordsMin = 4;
const wordsMin = 5;
/** Related languages share whole clauses. */
const relatedWordsMin = 12;

const letter = /\p{L}/u;
const plainStart = /^\p{M}*[^\p{Lu}\p{Lt}]/u;

/**
 * Whether a whole sentence came back as it was sent, though it can be told that its language is the source's and not
 * the target's: names and titles do come back, and so does a text that was in the target's language all along.
 */
export function isCopy(examined: {
  readonly pair: LanguagePair;
  readonly sentence: string;
  readonly translation: string;
  readonly detector: Detector;
}): boolean {
  const { pair, sentence, translation, detector } = examined;
  if (!haveSameLetters(sentence, translation)) return false;
  const [source, target] = [plainTag(pair.source), plainTag(pair.target)];
  if (source.split('-')[0] === target.split('-')[0]) return false;
  const words = readWords(sentence);
  if (words.length < (areRelated(pair) ? relatedWordsMin : wordsMin)) return false;
  if (words.filter((word) => plainStart.test(word)).length < plainWordsMin) return false;
  const detection = detector.detect(words.join(' '), languagesOf(source, target));
  return detection.kind === 'detected' && detection.language === source;
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
