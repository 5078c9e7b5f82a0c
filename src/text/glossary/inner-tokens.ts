import { type FoundToken, findTokens } from '../document/found-tokens.ts';
import type { Span } from '../document/span.ts';
import { type TokenRole, tokenPattern, writeToken } from '../document/token.ts';

/** The words of an entry, separated from the tokens inside them. */
export type SplitEntry = {
  /** Tokens that an engine gets before and after the entry: word tokens, and halves of pairs that end elsewhere. */
  readonly before: string;
  readonly behind: string;
  /** The words with the tokens that an engine does not get; restored with the entry. */
  readonly withTokens: string;
};

const tokenUnits = 2;
const anyToken = new RegExp(tokenPattern, '');
const spaces = / {2,}/g;
const whiteAtStart = /^[\s\uFDD4]/;
const whiteAtEnd = /(?:\s|\uFDD4[\uE000-\uE3E7])$/;

/** Splits the text of an entry. Halves of pairs keep their order, so that nested pairs stay nested. */
export function splitEntry(whole: string): SplitEntry {
  if (!anyToken.test(whole)) return { before: '', behind: '', withTokens: whole };
  const tokens = findTokens(whole);
  const lonely = (half: TokenRole) =>
    tokens.filter(({ role, other }) => role === half && other === undefined).map(toWritten);
  const [closes, opens] = [lonely('close'), lonely('open')];
  const words = tokens.filter(({ role }) => role === 'word');
  const behind = words.map((word) => (isSpaced(whole, word) ? ` ${word.token}` : word.token)).join('');
  const gone = new Set([...closes, ...opens, ...words.map(toWritten)]);
  const withTokens = whole.replaceAll(tokenPattern, (token) => (gone.has(token) ? '' : token)).replaceAll(spaces, ' ');
  const isAcross = closes.length > 0 && opens.length > 0;
  return isAcross
    ? { before: [...closes, ...opens].join(''), behind, withTokens }
    : { before: opens.join(''), behind: closes.join('') + behind, withTokens };
}

const [openLead, closeLead] = [writeToken('open', 0).charAt(0), writeToken('close', 0).charAt(0)];

/**
 * Extends the span of an entry over the adjacent halves of token pairs, if the other half is inside the entry or also
 * adjacent to it. Such pairs enclose no other words, so no engine needs to place them.
 */
export function withPairsAround(sentence: string, { start, end }: Span): Span {
  let [first, last] = [start, end];
  while (sentence.charAt(first - tokenUnits) === openLead) first -= tokenUnits;
  while (sentence.charAt(last) === closeLead) last += tokenUnits;
  const opens = findTokens(sentence.slice(first, start)).toReversed();
  const closes = findTokens(sentence.slice(end, last));
  if (opens.length === 0 && closes.length === 0) return { start, end };
  const lonely = findTokens(sentence.slice(start, end)).filter(({ other }) => other === undefined);
  const closing = [...lonely.filter(({ role }) => role === 'close'), ...closes];
  const opening = [...lonely.filter(({ role }) => role === 'open').toReversed(), ...opens];
  const before = countWith(opens, new Set(closing.map(({ number }) => number)));
  const behind = countWith(closes, new Set(opening.map(({ number }) => number)));
  return { start: start - before * tokenUnits, end: end + behind * tokenUnits };
}

/** Counts the `halves` at the start of the list that have their other half in `numbers`. */
function countWith(halves: readonly FoundToken[], numbers: ReadonlySet<number>): number {
  const alone = halves.findIndex(({ number }) => !numbers.has(number));
  return alone < 0 ? halves.length : alone;
}

function toWritten({ token }: FoundToken): string {
  return token;
}

function isSpaced(whole: string, { at, token }: FoundToken): boolean {
  return whiteAtEnd.test(whole.slice(0, at)) || whiteAtStart.test(whole.slice(at + token.length));
}

/** An entry with its inner tokens, and `space` tokens for which its words have no place. */
export type WrittenEntry = { readonly written: string; readonly spacesLeft: readonly string[] };

/**
 * Inserts the removed tokens into the words of an entry: in their old places if the words are the same. Otherwise pairs
 * enclose all words, white space replaces spaces, and points follow.
 *
 * @param words the entry's words in the sentence, without tokens
 */
export function withInnerTokens(withTokens: string, words: string, wanted: string): WrittenEntry {
  if (!anyToken.test(withTokens)) return { written: wanted, spacesLeft: [] };
  if (wanted === words) return { written: withTokens, spacesLeft: [] };
  const tokens = findTokens(withTokens);
  const ofRole = (role: TokenRole) => tokens.filter((token) => token.role === role);
  const [opens, closes] = [
    ofRole('open').map(toWritten),
    ofRole('close')
      .toSorted(byNumberOf(ofRole('open')))
      .map(toWritten),
  ];
  const points = ofRole('point').map(({ at, token }) => {
    return whiteAtEnd.test(withTokens.slice(0, at)) ? ` ${token}` : token;
  });
  const waiting = ofRole('space').map(toWritten);
  const spaced = wanted.replaceAll(' ', () => waiting.shift() ?? ' ');
  return { written: opens.join('') + spaced + closes.join('') + points.join(''), spacesLeft: waiting };
}

/** Sorts closing tokens: the pair that was opened last closes first. */
function byNumberOf(opens: readonly FoundToken[]): (one: FoundToken, other: FoundToken) => number {
  const places = new Map(opens.map(({ number }, place) => [number, place]));
  return (one, other) => (places.get(other.number) ?? 0) - (places.get(one.number) ?? 0);
}
