import { readWords } from '../checks/words.ts';
import { tokenPattern } from '../document/token.ts';
import type { TermUse } from './term-match.ts';

/** Something that can be read: else there is nothing to replace. */
const wordly = /[\p{L}\p{N}]/u;
const figure = /\p{Nd}/u;
const edgeBefore = new RegExp(`^(?:\\s|${tokenPattern.source})*`);
const edgeBehind = new RegExp(`(?:\\s|${tokenPattern.source})$`);
const tokenUnits = 2;

/**
 * Whether what an engine wrote for a term means the term, and nothing that would be lost with it: it has no more words, and
 * no figures of others.
 */
export function standsForTerm(found: string, { words, wanted }: TermUse): boolean {
  const wordsMax = Math.max(readWords(words).length, readWords(wanted).length, 1);
  return wordly.test(found) && readWords(found).length <= wordsMax && (!figure.test(found) || figure.test(words));
}

/** Whether both the term and what is wanted for it have more words: then some of the engine's may stand elsewhere. */
export function isShortForTerm(found: string, { words, wanted }: TermUse): boolean {
  return readWords(found).length < Math.min(readWords(words).length, readWords(wanted).length);
}

/** White space and tokens at both ends apart. */
export function peel(text: string): { readonly lead: string; readonly inner: string; readonly trail: string } {
  const start = edgeBefore.exec(text)?.[0].length ?? 0;
  let end = text.length;
  for (;;) {
    const edge = end > start ? edgeBehind.exec(text.slice(Math.max(start, end - tokenUnits), end)) : null;
    if (edge === null) break;
    end -= edge[0].length;
  }
  return { lead: text.slice(0, start), inner: text.slice(start, end), trail: text.slice(end) };
}
