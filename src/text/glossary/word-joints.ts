import { characterKind, kinds } from './character-kinds.ts';
import { lists, wordSet } from './word-lists.ts';
import { pointAt, type WordReader } from './word-reader.ts';

/** Whether an entry may begin (`mayEnd`: end) at a word: a sign such as a hyphen may join only a clitic (`Clitics`). */
export function mayBegin(words: WordReader, index: number): boolean {
  const { text } = words;
  const start = words.starts[index] ?? 0;
  const kind = words.kinds[index];
  if (start === 0 || kind === kinds.unspaced) return true;
  const before = text.charAt(start - 1);
  const isAfterLetter = (words.ends[index - 1] ?? 0) === start && isWordAt(text, start - 1);
  if (kind === kinds.sign) return !isAfterLetter && before !== text.charAt(start) && before !== zeroWidthJoiner;
  if (kind !== kinds.hangul) return !isTiedBefore(words, index, before);
  const isInside = words.ends[index - 1] === start && (isAfterLetter || words.kinds[index - 1] === kinds.hangul);
  return !isInside && !isTiedBefore(words, index, before);
}

export function mayEnd(words: WordReader, index: number): boolean {
  const { text } = words;
  const end = words.ends[index] ?? 0;
  if (end === text.length) return true;
  const kind = words.kinds[index];
  if (kind === kinds.unspaced) return true;
  const behind = characterKind(pointAt(text, end));
  if (behind === kinds.hangul)
    return kind === kinds.sign || areParticles(words.written[index] ?? '', hangulFrom(words, index + 1));
  if (kind === kinds.sign) {
    return behind !== kinds.letter && (text.charAt(end) !== text.charAt(end - 1) || !ties.has(text.charAt(end)));
  }
  return !isTiedBehind(words, index, text.charAt(end));
}

const zeroWidthJoiner = '\u200D';

/** Signs that mean something else when doubled: "C++". Repeated full stops or exclamation marks do not. */
const ties: ReadonlySet<string> = new Set('+#&=*~^<>|@$_-');

function isTiedBefore(words: WordReader, index: number, before: string): boolean {
  const { text } = words;
  const at = (words.starts[index] ?? 0) - 1;
  const ahead = at > 0 ? text.charAt(at - 1) : '';
  switch (before) {
    case "'":
    case '\u2019':
      return isWordAt(text, at - 1) && !isTakenOff(words, index, words.clitics.elided);
    case '-':
    case '\u2010':
    case '\u2011':
      if (isHyphen(ahead)) return false;
      if (!isWordAt(text, at - 1)) return words.clitics.suspends && at > 0;
      return !isTakenOff(words, index, words.clitics.articles);
    case '.':
      return ahead !== '.' && isFree(text, at) ? isLetterAt(text, at + 1) : isWordAt(text, at - 1);
    case '@':
    case '#':
      return true;
    case ',':
    case ':':
      return isFigure(ahead) && isFigure(text.charAt(at + 1));
    case '+':
      return ahead === '+' || isWordAt(text, at - 1);
    case '&':
    case '_':
      return isWordAt(text, at - 1);
    default:
      return false;
  }
}

function isTiedBehind(words: WordReader, index: number, sign: string): boolean {
  const { text } = words;
  const at = words.ends[index] ?? 0;
  const next = text.charAt(at + 1);
  switch (sign) {
    case "'":
    case '\u2019':
      return isWordAt(text, at + 1) && !isPutOn(words, index, words.clitics.endings);
    case '-':
    case '\u2010':
    case '\u2011':
      if (isHyphen(next)) return false;
      if (!isWordAt(text, at + 1)) return words.clitics.suspends && at + 1 < text.length;
      return !isPutOn(words, index, words.clitics.suffixes);
    case '.':
      return isWordAt(text, at + 1);
    case ',':
    case ':':
      return isFigure(text.charAt(at - 1)) && isFigure(next);
    case '#':
      return true;
    case '+':
      return next === '+' || !isWordAt(text, at + 1);
    case '&':
    case '@':
    case '_':
      return isWordAt(text, at + 1);
    default:
      return false;
  }
}

/** Whether the word before the joining sign is a separate clitic of `taken`. */
function isTakenOff(words: WordReader, index: number, taken: ReadonlySet<string>): boolean {
  const clitic = index - 2;
  return clitic >= 0 && taken.has(words.foldedAt(clitic)) && isLoose(words.text, (words.starts[clitic] ?? 0) - 1);
}

/** Whether the word after the joining sign is one of `endings`, and nothing is joined to it. */
function isPutOn(words: WordReader, index: number, endings: ReadonlySet<string> | undefined): boolean {
  const ending = index + 2;
  if (ending >= words.count) return false;
  const known = endings?.has(words.foldedAt(ending)) ?? /^\p{Ll}+$/u.test(words.written[ending] ?? '');
  return known && isLoose(words.text, words.ends[ending] ?? 0);
}

/** Whether no character at `at` joins a clitic to another word. */
function isLoose(text: string, at: number): boolean {
  return !isWordAt(text, at) && !/['\u2019\u2010\u2011&@_-]/.test(text.charAt(at));
}

function isWordAt(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  // Reads the whole surrogate pair, because letters beyond the first plane also occur next to signs.
  const isLow = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  const kind = characterKind(pointAt(text, isLow ? Math.max(at - 1, 0) : at));
  return kind === kinds.letter || kind === kinds.mark || kind === kinds.ignorable;
}

function isLetterAt(text: string, at: number): boolean {
  return isWordAt(text, at) && !isFigure(text.charAt(at));
}

/** Whether `at` is at the start, or behind white space or an opening sign. */
function isFree(text: string, at: number): boolean {
  return at === 0 || /[\s\p{Ps}\p{Pi}"']/u.test(text.charAt(at - 1));
}

function isFigure(character: string): boolean {
  return character >= '0' && character <= '9';
}

function isHyphen(character: string): boolean {
  return character === '-' || character === '\u2010' || character === '\u2011';
}

/** Length of the longest particle; bounds the work for a long word. */
const particleCharacters = 8;

function hangulFrom(words: WordReader, index: number): string {
  let rest = '';
  for (let at = index; at < index + particleCharacters && at < words.count; at++) {
    const isNext = words.kinds[at] === kinds.hangul && (at === index || words.starts[at] === words.ends[at - 1]);
    if (!isNext) break;
    rest += words.written[at];
  }
  return rest;
}

/** The plural suffix: a particle may follow it. */
const many = '들';

const { behindConsonant, behindVowel, behindAny } = lists.koreanParticles;
const consonants = wordSet(`${behindConsonant} ${behindAny}`);
const vowels = wordSet(`${behindVowel} ${behindAny}`);
const longest = 5;

/**
 * Whether `rest`, the part of a written word after `noun`, consists of case particles. The sound before a particle
 * distinguishes it from the end of a longer word: "가" in "전문가" follows a consonant. Source: National Institute of
 * Korean Language, Standard Korean Dictionary, entries of the class 조사. `noun`: at least its last character.
 */
function areParticles(noun: string, rest: string): boolean {
  if (rest.startsWith(many)) return rest === many || (!noun.endsWith(many) && areParticles(many, rest.slice(1)));
  if (rest.length > longest) return false;
  const last = noun.charCodeAt(noun.length - 1);
  const isHangul = last >= 0xac00 && last <= 0xd7a3;
  if (!isHangul) return consonants.has(rest) || vowels.has(rest);
  // Source: The Unicode Standard, section 3.12: 28 syllables for each beginning and vowel, the first without an end.
  const final = (last - 0xac00) % 28;
  // After ㄹ it is "로", as after a vowel, and never "으로".
  if (final === rieul && /^으?로/u.test(rest)) return vowels.has(rest);
  return (final === 0 ? vowels : consonants).has(rest);
}

/** The index of ㄹ among the finals of a syllable. */
const rieul = 8;
