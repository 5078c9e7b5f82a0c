/**
 * Case particles by the sound that precedes them. The sound distinguishes a particle from the end of a longer word: "가"
 * in "전문가" follows a consonant. Source: National Institute of Korean Language, Standard Korean Dictionary, entries of
 * the class 조사.
 */
const behindConsonant =
  '은 이 을 과 으로 으로서 으로써 으로의 으로는 으로도 이나 이라도 이든 이든지 이란 이라는 이며 이고 이라고 이랑';
const behindVowel = '는 가 를 와 로 로서 로써 로의 로는 로도 나 라도 든 든지 란 라는 며 고 라고 랑';
const behindAny =
  '의 에 에서 에게 에게서 께 께서 한테 한테서 하고 도 만 까지 부터 마저 조차 보다 처럼 같이 마다 밖에 에는 에도 에서는 에서도 에서의 에게는 에게도 까지는 까지도 까지의 부터는 부터의 만은 만이 만을 만의 보다는 보다도 처럼은 과의 와의 이다 입니다 이었다 였다';
/** Of many: a particle may follow. */
const many = '들';

const consonants = new Set(`${behindConsonant} ${behindAny}`.split(' '));
const vowels = new Set(`${behindVowel} ${behindAny}`.split(' '));
const longest = 5;

/**
 * Whether `rest`, the part of a written word after a noun, consists of particles.
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
  // Behind ㄹ it is "로", as behind a vowel, and never "으로".
  if (final === rieul && /^으?로/u.test(rest)) return vowels.has(rest);
  return (final === 0 ? vowels : consonants).has(rest);
}

/** The place of ㄹ among what a syllable may end in. */
const rieul = 8;
