import type { Span } from '../document/span.ts';
import {
  type FoundToken,
  findTokens,
  noncharacter,
  readToken,
  type TokenRole,
  tokenPattern,
  tokensMax,
  writeToken,
} from '../document/token.ts';
import type { SegmentEntry } from '../engine/engine.ts';
import type { EntryUse } from './glossary-entry.ts';

/** `tagged`: words between a pair of tokens, with the wanted translation. `opaque`: one token in their place. */
export type EntryProtection = 'tagged' | 'opaque';

/** A sentence with its entries as tokens, and the data to restore them in its translation. */
export type ProtectedEntries = {
  readonly sentence: string;
  /** The sentence for the engine. */
  readonly text: string;
  readonly entries: readonly SegmentEntry[];
  /** In the order of the sentence, one for each of `entries`. */
  readonly slots: readonly EntrySlot[];
};

export type EntrySlot = {
  readonly number: number;
  readonly protection: EntryProtection;
  readonly use: EntryUse;
  /** Its words with the tokens that an engine does not get. */
  readonly withTokens: string;
};

/** UTF-16 units: twice the maximum of a sentence. */
const taggedUnitsMax = 4_000;

const letter = /\p{L}/u;
/** Any character except digits, spaces and signs that are the same in every language; a plural genitive ("users' "). */
const says = /[^\s\p{Nd}.:()[\]"'%+/&=–—-]|^'\s/u;

/**
 * Protects the entries of a sentence with tokens; undefined if it has no room, never if all are opaque. Entries
 * beyond the free numbers (over 1,000 words of one character) are not protected. `uses`: in order, not overlapping.
 */
export function protectEntries(
  sentence: string,
  uses: readonly EntryUse[],
  protectionOf: (use: EntryUse) => EntryProtection,
): ProtectedEntries | undefined {
  const free = freeNumbers(sentence);
  const slots: EntrySlot[] = [];
  let text = '';
  let from = 0;
  let left = '';
  for (const use of uses.slice(0, free.length)) {
    const { start, end } = withPairsAround(sentence, use);
    const { before, withTokens, behind } = splitEntry(sentence.slice(start, end));
    const slot = { number: free[slots.length] ?? 0, protection: protectionOf(use), use, withTokens };
    slots.push(slot);
    text += left + sentence.slice(from, start) + before + written(slot);
    from = end;
    left = behind;
  }
  text += left + sentence.slice(from);
  const hasRoom = text.length <= taggedUnitsMax || slots.every(({ protection }) => protection === 'opaque');
  return hasRoom ? { sentence, text, slots, entries: slots.map(toSegmentEntry) } : undefined;
}

/** Whether words remain to translate. Otherwise the translation is the protected sentence itself. */
export function leavesWords({ text }: ProtectedEntries): boolean {
  return letter.test(text.replaceAll(tokenPattern, ''));
}

/** Whether a sentence has only digits and signs beside its entries, so that no engine is needed. */
export function needsNoWords(sentence: string, uses: readonly EntryUse[]): boolean {
  let from = 0;
  return [...uses, undefined].every((use) => {
    const between = sentence.slice(from, use?.start).replaceAll(tokenPattern, '');
    from = use?.end ?? from;
    return !says.test(between);
  });
}

function freeNumbers(sentence: string): readonly number[] {
  if (!noncharacter.test(sentence)) return allNumbers;
  const used = new Set((sentence.match(tokenPattern) ?? []).map((token) => readToken(token).number));
  return allNumbers.filter((each) => !used.has(each));
}

const allNumbers: readonly number[] = Array.from({ length: tokensMax }, (_, index) => index);

function written({ protection, number, use }: EntrySlot): string {
  if (protection === 'opaque') return writeToken('word', number);
  return writeToken('open', number) + use.words + writeToken('close', number);
}

function toSegmentEntry({ number, use: { words, wanted, entry, ...use } }: EntrySlot): SegmentEntry {
  const isNoun = entry.partOfSpeech && entry.partOfSpeech === 'noun';
  return { number, words, wanted, isPlural: use.number === 'plural', isNoun };
}

/** The words of an entry, separated from the tokens inside them. */
type SplitEntry = {
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
/** White space, or a token for it, at the end of a text. */
export const whiteAtEnd = /(?:\s|\uFDD4[\uE000-\uEF9F])$/;

/** Splits the text of an entry. Halves of pairs keep their order, so that nested pairs stay nested. */
function splitEntry(whole: string): SplitEntry {
  if (!anyToken.test(whole)) return { before: '', behind: '', withTokens: whole };
  const tokens = findTokens(whole);
  const lonely = (half: TokenRole) =>
    tokens.filter(({ role, other }) => role === half && other === undefined).map(({ token }) => token);
  const [closes, opens] = [lonely('close'), lonely('open')];
  const words = tokens.filter(({ role }) => role === 'word');
  const behind = words.map((word) => (isSpaced(whole, word) ? ` ${word.token}` : word.token)).join('');
  const gone = new Set([...closes, ...opens, ...words.map(({ token }) => token)]);
  const withTokens = whole.replaceAll(tokenPattern, (token) => (gone.has(token) ? '' : token)).replaceAll(spaces, ' ');
  const isAcross = closes.length > 0 && opens.length > 0;
  return isAcross
    ? { before: [...closes, ...opens].join(''), behind, withTokens }
    : { before: opens.join(''), behind: closes.join('') + behind, withTokens };
}

const [openLead, closeLead] = [writeToken('open', 0).charAt(0), writeToken('close', 0).charAt(0)];

/** Extends an entry over adjacent halves of pairs that enclose no other words: then no engine needs to place them. */
function withPairsAround(sentence: string, { start, end }: Span): Span {
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

function isSpaced(whole: string, { at, token }: FoundToken): boolean {
  return whiteAtEnd.test(whole.slice(0, at)) || whiteAtStart.test(whole.slice(at + token.length));
}
