import { unspacedLetter } from '../../../text/checks/words.ts';
import { writeToken } from '../../../text/document/token.ts';
import { capitalNouns } from '../../../text/glossary/word-lists.ts';
import type { LanguageTag } from '../../../text/languages/language.ts';
import { tagParts } from '../../../text/languages/language-tag.ts';
import { endingOf } from './final-punctuation.ts';

/** More words are a sentence, or a heading with enough context. */
const wordsMax = 3;

const word = /\p{L}[\p{L}\p{M}'’]*/gu;
const wordLead = writeToken('word', 0).charAt(0);
const capitalStart = /^\p{Lu}\p{M}*(?:\p{Ll}|$)/u;
const inCapitals = /^\p{Lu}{2,4}$/u;
const openingMarks = /[¿¡]/g;

/**
 * Lower-cases one word, or two or three without end punctuation. A noun such as "Puerta" is rare at the start of a
 * sentence in training data: models treat it as a name or invent a sentence around it. A single word loses its
 * punctuation.
 *
 * @param text `segment` in lower case if it is in capitals, else the same
 */
export function normaliseFewWords(
  { segment, text }: { readonly segment: string; readonly text: string },
  language: LanguageTag,
): { readonly text: string; readonly other?: string } {
  if (text.includes(wordLead) || unspacedLetter.test(text)) return { text };
  const found = text.match(word) ?? [];
  const first = found[0];
  if (first === undefined || found.length > wordsMax) return { text };
  const ending = endingOf(text, language);
  const isSingle = found.length === 1;
  if (!isSingle && ending.kinds.length > 0) return { text };
  const bare = isSingle ? (text.slice(0, ending.start) + text.slice(ending.end)).replaceAll(openingMarks, '') : text;
  if (!capitalStart.test(first) || capitalNouns.has(tagParts(language).language)) return { text: bare };
  const other = inCapitals.test(segment) ? segment : bare;
  return { text: bare.replace(first, () => first.toLocaleLowerCase(language)), other };
}
