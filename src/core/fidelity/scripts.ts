import type { LanguagePair } from '../languages/language.ts';
import { tagParts } from '../languages/language-tag.ts';
import { readWords } from './words.ts';

/** Fewer words may all be names. */
const wordsMin = 3;
/** Of the words, at most, in scripts that are neither the target's nor Latin: the engine does not know them. */
const foreignShareMax = 0.67;
/** Words in Latin letters that the source does not have; fewer may be names, turned into another alphabet. */
const inventedLatinMin = 5;

/** Scripts by which a language is written in several at once. Source: ISO 15924. */
const compounds: Readonly<Record<string, readonly string[]>> = {
  Jpan: ['Hani', 'Hira', 'Kana'],
  Kore: ['Hang', 'Hani'],
  Hans: ['Hani'],
  Hant: ['Hani'],
  Hanb: ['Hani', 'Bopo'],
  Aran: ['Arab'],
};

const latin = /\p{Script=Latn}/u;
const plainLatinWord = /^[\p{Script=Latn}\p{M}'’]{2,}$/u;
const plainStart = /^[^\p{Lu}\p{Lt}]/u;

/** Whether most of `translation` is in letters that nobody writes the target language in. */
export function isInWrongScript(
  pair: LanguagePair,
  { sentence, translation }: { readonly sentence: string; readonly translation: string },
): boolean {
  const own = tagParts(pair.target).script;
  if (own === undefined || own === tagParts(pair.source).script) return false;
  const pattern = scriptPattern(own);
  if (pattern === undefined) return false;
  if (isMostlyIn(translation, pattern)) return false;
  const words = readWords(translation);
  const others = words.filter((word) => !pattern.any.test(word));
  if (words.length < wordsMin || others.length <= words.length * foreignShareMax) return false;
  const foreign = own === 'Latn' ? others : others.filter((word) => !latin.test(word));
  return foreign.length > words.length * foreignShareMax || countInvented(others, sentence) >= inventedLatinMin;
}

/** Words in Latin letters, no names, that are not in `sentence`: a translation into another language. */
function countInvented(words: readonly string[], sentence: string): number {
  const known = new Set(readWords(sentence.toLowerCase()));
  return words.filter((word) => plainStart.test(word) && plainLatinWord.test(word) && !known.has(word.toLowerCase()))
    .length;
}

/** What spares nearly every translation being taken apart into words. */
function isMostlyIn(text: string, { runs }: ScriptPattern): boolean {
  let letters = 0;
  for (const run of text.match(runs) ?? []) letters += run.length;
  return letters * 2 > text.length;
}

type ScriptPattern = { readonly any: RegExp; readonly runs: RegExp };

const patterns = new Map<string, ScriptPattern | undefined>();

/** Undefined for a script that regular expressions do not know. There are about 170, so that all may be kept. */
function scriptPattern(script: string): ScriptPattern | undefined {
  if (!patterns.has(script)) patterns.set(script, compile(compounds[script] ?? [script]));
  return patterns.get(script);
}

function compile(scripts: readonly string[]): ScriptPattern | undefined {
  const letters = `[${scripts.map((script) => `\\p{Script=${script}}`).join('')}]`;
  try {
    return { any: new RegExp(letters, 'u'), runs: new RegExp(`${letters}+`, 'gu') };
  } catch {
    return undefined;
  }
}
