import { lists, wordSet } from './word-lists.ts';

/** The plural suffix: a particle may follow it. */
const many = '들';

const { behindConsonant, behindVowel, behindAny } = lists.koreanParticles;
const consonants = wordSet(`${behindConsonant} ${behindAny}`);
const vowels = wordSet(`${behindVowel} ${behindAny}`);
const longest = 5;

/**
 * Whether `rest`, the part of a written word after a noun, consists of case particles. The sound before a particle
 * distinguishes it from the end of a longer word: "가" in "전문가" follows a consonant. Source: National Institute of
 * Korean Language, Standard Korean Dictionary, entries of the class 조사.
 *
 * @param noun the text before `rest`, at least its last character; the sound is unknown if that is not Hangul
 */
export function areParticles(noun: string, rest: string): boolean {
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
