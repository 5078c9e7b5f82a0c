import { joinsNext, joinsPrevious, readWords, unspacedLetter } from '../checks/words.ts';
import { findTokens, type TokenRole, tokenPattern } from '../document/token.ts';
import type { EntryUse } from './glossary-entry.ts';
import { whiteAtEnd } from './protected-entries.ts';

const letterOrFigure = /[\p{L}\p{N}]/u;
const wordUnit = /[\p{L}\p{M}\p{N}]/u;
const figure = /\p{Nd}/u;
const edgeBefore = new RegExp(`^(?:\\s|${tokenPattern.source})*`);
const edgeBehind = new RegExp(`(?:\\s|${tokenPattern.source})$`);
const tokenUnits = 2;

/** Whether the engine's words between the tokens of an entry may be replaced: no extra words, and no other numbers. */
export function isReplaceable(found: string, { words, wanted }: EntryUse): boolean {
  const wordsMax = Math.max(readWords(words).length, readWords(wanted).length, 1);
  return (
    letterOrFigure.test(found) && readWords(found).length <= wordsMax && (!figure.test(found) || figure.test(words))
  );
}

const signAtEnd = /[^\p{L}\p{M}\p{N}.]$/u;

/** Whether the entry has more words than `found`, or a sign at its end, so that others may be outside the tokens. */
export function isTooShort(found: string, { words, wanted }: EntryUse): boolean {
  const [own, others] = [readWords(found), readWords(words)];
  if (signAtEnd.test(words) && !signAtEnd.test(found)) return true;
  // "SIM" for "tarjeta SIM" may be the copy of one word.
  const isPart = own.every((word) => others.includes(word));
  return own.length < (isPart ? others.length : Math.min(others.length, readWords(wanted).length));
}

/** Splits off white space and tokens at both ends. */
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

/** Whether two words need a space between them. */
export function lacksSpace(before: string, behind: string): boolean {
  const [last, next] = [before.slice(-1), behind.charAt(0)];
  return wordUnit.test(last) && wordUnit.test(next) && !joinsNext.test(last) && !joinsPrevious.test(next);
}

/** Whether both are in scripts without spaces between words. */
export function needsNoSpace(before: string, behind: string): boolean {
  return unspacedLetter.test(before.slice(-1)) && unspacedLetter.test(behind.charAt(0));
}

/** An entry with its inner tokens, and `space` tokens for which its words have no place. */
type WrittenEntry = { readonly written: string; readonly spacesLeft: readonly string[] };

/**
 * Inserts the removed tokens into the words of an entry: in their old places if the words are the same. Otherwise pairs
 * enclose all words, white space replaces spaces, and points follow.
 */
export function withInnerTokens(withTokens: string, words: string, wanted: string): WrittenEntry {
  if (withTokens.search(tokenPattern) === -1) return { written: wanted, spacesLeft: [] };
  if (wanted === words) return { written: withTokens, spacesLeft: [] };
  const tokens = findTokens(withTokens);
  const ofRole = (role: TokenRole) => tokens.filter((token) => token.role === role);
  const opens = ofRole('open');
  // The pair that was opened last closes first.
  const places = new Map(opens.map(({ number }, place) => [number, place]));
  const closes = ofRole('close').toSorted(
    (one, other) => (places.get(other.number) ?? 0) - (places.get(one.number) ?? 0),
  );
  const points = ofRole('point').map(({ at, token }) => {
    return whiteAtEnd.test(withTokens.slice(0, at)) ? ` ${token}` : token;
  });
  const waiting = ofRole('space').map(({ token }) => token);
  const spaced = wanted.replaceAll(' ', () => waiting.shift() ?? ' ');
  const written = [...opens.map(({ token }) => token), spaced, ...closes.map(({ token }) => token), ...points].join('');
  return { written, spacesLeft: waiting };
}
