import { tagParts } from '../languages/language-tag.ts';
import { kinds } from './character-kinds.ts';
import { type InflectedWord, inflectedWords } from './inflection.ts';
import { functionWordsOf, lists, wordSet } from './word-lists.ts';
import type { WordReader } from './word-reader.ts';

/** Languages with the head at the end of compounds and phrases: "state machine", but "máquina de estados". */
const headComesLast = wordSet(lists.headComesLast);

/**
 * Whether an inflected entry is plural, by its head: the words before the first function word such as "of". In
 * `headComesLast` languages the last of these words decides, in others any of them, because adjectives agree.
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
  for (let index = first + 1; index <= last; index++) {
    if (ties.has(words.foldedAt(index))) return words.kinds[index - 1] === kinds.letter ? index - 1 : index - 2;
  }
  return last;
}
