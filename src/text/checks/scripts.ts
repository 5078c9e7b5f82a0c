import type { LanguagePair } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';
import { lettersOfLanguage, lettersOfScript, type ScriptLetters } from '../languages/script-letters.ts';
import { readWords } from './words.ts';

/** Shorter texts may consist of names. */
const wordsMin = 3;
/** Maximum share of words in scripts other than the target's and Latin, which are unknown to the engine. */
const foreignShareMax = 0.67;
/** Minimum of words in Latin letters that are not in the source. Fewer may be transliterated names. */
const inventedLatinMin = 5;

const latin = /\p{Script=Latn}/u;
const plainLatinWord = /^[\p{Script=Latn}\p{M}'’]{2,}$/u;
const plainStart = /^[^\p{Lu}\p{Lt}]/u;

/** Whether most letters of `translation` are in a script that the target language does not use. */
export function isInWrongScript(
  pair: LanguagePair,
  { sentence, translation }: { readonly sentence: string; readonly translation: string },
): boolean {
  const own = tagParts(pair.target).script;
  if (own === undefined || own === tagParts(pair.source).script) return false;
  const pattern = lettersOfScript(own);
  if (pattern === undefined) return false;
  if (isMostlyIn(translation, pattern)) return false;
  const words = readWords(translation);
  const kept = keptWords(pair, sentence);
  const others = words.filter((word) => !pattern.any.test(word) && !kept.has(word));
  if (words.length < wordsMin || others.length <= words.length * foreignShareMax) return false;
  const foreign = own === 'Latn' ? others : others.filter((word) => !latin.test(word));
  return foreign.length > words.length * foreignShareMax || countInvented(others, sentence) >= inventedLatinMin;
}

/** Returns the words of `sentence` in a foreign script, which may be copied unchanged. */
function keptWords({ source }: LanguagePair, sentence: string): ReadonlySet<string> {
  const own = lettersOfLanguage(source);
  return new Set(own === undefined ? [] : readWords(sentence).filter((word) => !own.any.test(word)));
}

/** Counts Latin words, except names, that are not in `sentence`. Many of them show a translation in another language. */
function countInvented(words: readonly string[], sentence: string): number {
  const known = new Set(readWords(sentence.toLowerCase()));
  return words.filter((word) => plainStart.test(word) && plainLatinWord.test(word) && !known.has(word.toLowerCase()))
    .length;
}

/** A quick test, so that hardly any other translation is split into words. */
function isMostlyIn(text: string, { runs }: ScriptLetters): boolean {
  let letters = 0;
  for (const run of text.match(runs) ?? []) letters += run.length;
  return letters * 2 > text.length;
}
