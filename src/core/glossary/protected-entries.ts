import { isNested } from '../checks/tokens.ts';
import { noncharacter, readToken, tokenPattern, tokensMax, writeToken } from '../document/token.ts';
import type { SegmentTerm } from '../engine/engine.ts';
import { splitEntry, withPairsAround } from './inner-tokens.ts';
import type { TermUse } from './term-match.ts';

/**
 * How a term goes through an engine: `enclosed`, its words between a pair of tokens, so that what the engine makes of them
 * is seen in its place; or `opaque`, one token in their place, which cannot be translated otherwise.
 */
export type EntryProtection = 'tagged' | 'opaque';

/** A sentence with its terms marked, and what it takes to write them into its translation. */
export type ProtectedEntries = {
  /** The sentence as it was. */
  readonly sentence: string;
  /** As an engine gets it. */
  readonly marked: string;
  readonly terms: readonly SegmentTerm[];
  /** In the order of the sentence, one for each of `terms`. */
  readonly slots: readonly EntrySlot[];
};

/** A term in a marked sentence; or, opaque, several with what stands between them. */
export type EntrySlot = {
  readonly number: number;
  readonly protection: EntryProtection;
  readonly items: readonly (string | SlotEntry)[];
};

export type SlotEntry = {
  readonly use: TermUse;
  /** Its words with the tokens that no engine sees. */
  readonly held: string;
};

/** UTF-16 units: twice what a sentence has at most. */
const taggedUnitsMax = 4_000;

const letter = /\p{L}/u;
/** Anything but figures, spaces and signs that are the same in every language. */
const says = /[^\s\p{Nd}.:()[\]"'%+/&=–—-]/u;

/**
 * Marks the terms of a sentence.
 *
 * @param uses in order, none overlapping another
 * @param protectionOf how each of them goes
 * @returns undefined when the sentence has no room for that; it always has for all of them opaque
 */
export function protectEntries(
  sentence: string,
  uses: readonly TermUse[],
  protectionOf: (use: TermUse) => EntryProtection,
): ProtectedEntries | undefined {
  const single = draw(sentence, uses, protectionOf);
  const isAllOpaque = single.every((item) => typeof item === 'string' || item.protection === 'opaque');
  const free = freeNumbers(sentence);
  const drawn = isAllOpaque && countSlots(single) > free.length ? crowd(single) : single;
  if (countSlots(drawn) > free.length) return undefined;
  const marked = number(sentence, drawn, free);
  return isAllOpaque || marked.marked.length <= taggedUnitsMax ? marked : undefined;
}

/** Whether an engine would find anything to translate; where not, the marked sentence is its own translation. */
export function leavesWords({ marked }: ProtectedEntries): boolean {
  return letter.test(marked.replaceAll(tokenPattern, ''));
}

/** Whether so little stands beside the terms of a sentence that they are its translation, in their order. */
export function needsNoWords(sentence: string, uses: readonly TermUse[]): boolean {
  let from = 0;
  return [...uses, undefined].every((use) => {
    const between = sentence.slice(from, use?.start).replaceAll(tokenPattern, '');
    from = use?.end ?? from;
    return !says.test(between);
  });
}

/** A marked sentence before its terms have numbers: stretches of the sentence and slots. */
type Drawn = readonly (string | Omit<EntrySlot, 'number'>)[];

function draw(sentence: string, uses: readonly TermUse[], protectionOf: (use: TermUse) => EntryProtection): Drawn {
  const drawn: (string | Omit<EntrySlot, 'number'>)[] = [];
  let from = 0;
  let behind = '';
  for (const use of uses) {
    const { start, end } = withPairsAround(sentence, use);
    const { before, held, behind: next } = splitEntry(sentence.slice(start, end));
    drawn.push(behind + sentence.slice(from, start) + before);
    drawn.push({ protection: protectionOf(use), items: [{ use, held }] });
    from = end;
    behind = next;
  }
  drawn.push(behind + sentence.slice(from));
  return drawn;
}

/**
 * Terms with no letter and no lonely half of a pair between them in one slot. What is left then is room enough: a slot, the
 * letter that parts it from the next, and the tokens share the 2,000 characters of a sentence.
 */
function crowd(drawn: Drawn): Drawn {
  const crowded: (string | Omit<EntrySlot, 'number'>)[] = [];
  for (const item of drawn) {
    const [last, between] = [crowded.at(-2), crowded.at(-1)];
    const isJoined =
      typeof item !== 'string' && typeof last === 'object' && typeof between === 'string' && joins(between);
    if (isJoined) crowded.splice(-2, 2, { ...last, items: [...last.items, between, ...item.items] });
    else crowded.push(item);
  }
  return crowded;
}

function joins(between: string): boolean {
  return !letter.test(between.replaceAll(tokenPattern, '')) && isNested(between.match(tokenPattern) ?? []);
}

function countSlots(drawn: Drawn): number {
  return drawn.filter((item) => typeof item !== 'string').length;
}

function freeNumbers(sentence: string): readonly number[] {
  if (!noncharacter.test(sentence)) return allNumbers;
  const used = new Set((sentence.match(tokenPattern) ?? []).map((token) => readToken(token).number));
  return allNumbers.filter((each) => !used.has(each));
}

const allNumbers: readonly number[] = Array.from({ length: tokensMax }, (_, index) => index);

function number(sentence: string, drawn: Drawn, free: readonly number[]): ProtectedEntries {
  const slots: EntrySlot[] = [];
  let marked = '';
  for (const item of drawn) {
    if (typeof item === 'string') marked += item;
    else {
      const slot = { ...item, number: free[slots.length] ?? 0 };
      slots.push(slot);
      marked += written(slot);
    }
  }
  return { sentence, marked, slots, terms: slots.map(toSegmentTerm) };
}

function written({ protection, number: own, items }: EntrySlot): string {
  if (protection === 'opaque') return writeToken('word', own);
  return writeToken('open', own) + wordsOf(items) + writeToken('close', own);
}

function wordsOf(items: EntrySlot['items']): string {
  return items.map((item) => (typeof item === 'string' ? item.replaceAll(tokenPattern, '') : item.use.words)).join('');
}

function toSegmentTerm({ number: own, items }: EntrySlot): SegmentTerm {
  const [first] = items;
  const use = items.length === 1 && typeof first === 'object' ? first.use : undefined;
  const wanted = items.map((item) => (typeof item === 'string' ? item.replaceAll(tokenPattern, '') : item.use.wanted));
  return {
    number: own,
    words: wordsOf(items),
    wanted: wanted.join(''),
    grammaticalNumber: use?.number,
    partOfSpeech: use?.term.partOfSpeech,
  };
}
