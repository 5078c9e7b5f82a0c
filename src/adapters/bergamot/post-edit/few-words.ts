import { unspacedLetter } from '../../../core/checks/words.ts';
import { writeToken } from '../../../core/document/token.ts';
import type { LanguageTag } from '../../../core/languages/language.ts';
import { tagParts } from '../../../core/languages/language-tag.ts';
import { endOf } from './final-signs.ts';

/** More words are a sentence, or a heading that says enough. */
const wordsMax = 3;

/** Their nouns have capitals wherever they stand. */
const withCapitalNouns = new Set(['de', 'lb']);

const words = /\p{L}[\p{L}\p{M}'’]*/gu;
const wordLead = writeToken('word', 0).charAt(0);
const capitalStart = /^\p{Lu}\p{M}*(?:\p{Ll}|$)/u;
const inCapitals = /^\p{Lu}{2,4}$/u;
const openingSigns = /[¿¡]/g;

/**
 * Normalises one word, or two or three without end punctuation, to small letters. Models rarely see a noun such as
 * "Puerta" at the start of a sentence: they take it for a name or invent a sentence around it. A single word loses its
 * signs.
 *
 * @param text `segment` in small letters where it is in capitals, else the same
 */
export function easeFewWords(
  { segment, text }: { readonly segment: string; readonly text: string },
  language: LanguageTag,
): { readonly text: string; readonly other?: string } {
  const found = text.includes(wordLead) || unspacedLetter.test(text) ? [] : firstWords(text);
  const first = found[0];
  if (first === undefined || found.length > wordsMax) return { text };
  const end = endOf(text, language);
  if (found.length > 1 && end.kinds.length > 0) return { text };
  const bare = found.length > 1 ? text : (text.slice(0, end.start) + text.slice(end.end)).replaceAll(openingSigns, '');
  if (!capitalStart.test(first) || withCapitalNouns.has(tagParts(language).language)) return { text: bare };
  const other = inCapitals.test(segment) ? segment : bare;
  return { text: bare.replace(first, () => first.toLocaleLowerCase(language)), other };
}

/** One more than counts, at most. */
function firstWords(text: string): readonly string[] {
  const found: string[] = [];
  for (const [word] of text.matchAll(words)) {
    found.push(word);
    if (found.length > wordsMax) break;
  }
  return found;
}
