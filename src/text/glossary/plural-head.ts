import { tagParts } from '../languages/language-tag.ts';
import { type InflectedWord, inflectedWords } from './term-walk.ts';
import { functionWordsOf, lists, wordSet } from './word-lists.ts';
import type { WordReader } from './word-reader.ts';

/** Languages whose compounds and phrases end with what they are about: "state machine", but "máquina de estados". */
const headComesLast = wordSet(lists.headComesLast);

/**
 * Whether a term that was found in other forms is about several: by its head, which is what stands before the first word
 * like "of", of that the last word, or in other languages any, as adjectives agree there.
 */
export function isPluralByHead(
  inflected: InflectedWord,
  { words, first, last }: { readonly words: WordReader; readonly first: number; readonly last: number },
): boolean {
  const end = headEnd(words, first, last);
  const from = headComesLast.has(tagParts(words.language).language) ? end : first;
  return inflectedWords(inflected).some(({ form, index }) => form.isPlural && index >= from && index <= end);
}

function headEnd(words: WordReader, first: number, last: number): number {
  const ties = functionWordsOf(words.language);
  for (let index = first + 1; index < last; index++) if (ties.has(words.foldedAt(index))) return index - 1;
  return last;
}
