import type { Detector } from '../languages/detector.ts';
import type { LanguagePair, LanguageTag } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';
import listed from './related-languages.json' with { type: 'json' };
import { readWords } from './words.ts';

/** Fewer words, or words with a capital, may be a name or a title, or the same in both languages. */
const plainWordsMin = 4;
const wordsMin = 5;
/** Minimum share of words without a capital that a changed copy has in common with the source. */
const copiedShareMin = 0.9;
/** Related languages share whole clauses. */
const relatedWordsMin = 12;

/** Surrogates count as letters. */
const firstLetter = /[\p{L}\p{Cs}\u{10000}-\u{10FFFF}]/u;
const notLetters = /[^\p{L}\p{Cs}\u{10000}-\u{10FFFF}]+/gu;
const plainStart = /^\p{M}*[^\p{Lu}\p{Lt}]/u;

export type CheckedTranslation = {
  readonly pair: LanguagePair;
  readonly sentence: string;
  /** With repaired tokens. */
  readonly translation: string;
  readonly detector: Detector;
};

/**
 * Whether a translation copies most of the sentence, and the detector identifies the source language. Names and titles
 * may stay. Of 255,232 human translations between unrelated languages (FLORES-200 dev), none is reported.
 */
export function isCopy(compared: CheckedTranslation): boolean {
  const words = wordsCopied(compared);
  if (words.length === 0) return false;
  const [source, target] = [plainTag(compared.pair.source), plainTag(compared.pair.target)];
  if (source.split('-')[0] === target.split('-')[0]) return false;
  const detection = compared.detector.detect(words.join(' '), languagesOf(source, target));
  return detection.kind === 'detected' && detection.language === source;
}

/** The copied words, to identify their language; none if the translation is not a copy, or is too short. */
function wordsCopied({ pair, sentence, translation }: CheckedTranslation): readonly string[] {
  if (haveSameLetters(sentence, translation)) {
    const words = readWords(sentence);
    const isLong = words.length >= (areRelated(pair) ? relatedWordsMin : wordsMin);
    return isLong && words.filter((word) => plainStart.test(word)).length >= plainWordsMin ? words : [];
  }
  if (!sharesText(sentence, translation) || areRelated(pair)) return [];
  const words = readWords(translation).filter((word) => plainStart.test(word));
  if (words.length < wordsMin) return [];
  const sent = new Set(readWords(sentence));
  return words.filter((word) => sent.has(word)).length >= words.length * copiedShareMin ? words : [];
}

/** Length in UTF-16 units of a text that both contain if one is mostly a copy of the other. */
const sharedUnits = 10;
const shares = [0.2, 0.4, 0.6, 0.8];

/** A quick test, so that hardly any other translation is split into words. */
function sharesText(sentence: string, translation: string): boolean {
  for (const share of shares) {
    const start = Math.floor(translation.length * share) - sharedUnits / 2;
    if (start >= 0 && sentence.includes(translation.slice(start, start + sharedUnits))) return true;
  }
  return false;
}

/** Ignores case, and all characters except letters. */
function haveSameLetters(one: string, other: string): boolean {
  const [ours, theirs] = [one.toLowerCase(), other.toLowerCase()];
  // Nearly every translation begins with another letter.
  if (firstLetter.exec(ours)?.[0] !== firstLetter.exec(theirs)?.[0]) return false;
  return ours.replace(notLetters, '') === theirs.replace(notLetters, '');
}

const setsKept = new Map<string, ReadonlySet<LanguageTag>>();
const setsKeptMax = 1_000;

/** One set for each pair: the detector caches by set. */
function languagesOf(source: LanguageTag, target: LanguageTag): ReadonlySet<LanguageTag> {
  const name = `${source}>${target}`;
  const kept = setsKept.get(name);
  if (kept) return kept;
  if (setsKept.size >= setsKeptMax) setsKept.clear();
  const languages = new Set([source, target]);
  setsKept.set(name, languages);
  return languages;
}

/** Related languages may have identical clauses. */
const families = listed.map((languages) => new Set(languages.split(' ')));

export function areRelated({ source, target }: LanguagePair): boolean {
  const [one, other] = [tagParts(source).language, tagParts(target).language];
  return one === other || families.some((family) => family.has(one) && family.has(other));
}

/** Returns the tag without region and variants, which a detector cannot distinguish. */
function plainTag(tag: LanguageTag): LanguageTag {
  const { language, script, saysScript } = tagParts(tag);
  return (saysScript ? `${language}-${script}` : language) as LanguageTag;
}
