import type { Span, SpelledCharacter } from '../marks/mark.ts';
import { type TokenRole, tokensMax, writeToken } from '../marks/token.ts';
import { type Item, isPlain, itemsBetween } from './items.ts';
import { firstChangeFrom, type Passage, textOffset } from './passage.ts';
import { glueWords, type SplitWord, widenMarks } from './words-with-marks.ts';

/**
 * Whether a mark that stands for a word is written out in its sentence, without a token.
 *
 * @param written the whole mark, as it is in the text
 * @param at where it begins in the text, in UTF-16 units
 */
export type SparesMark = (written: string, at: number) => boolean;

/** A mark that is written out in a sentence: UTF-16 offsets in the sentence. */
export type SparedMark = Span & {
  /** Where it begins in the text. */
  readonly at: number;
};

/** A sentence as an engine gets it, and what its tokens stand for. Spans are of the text. */
export type Sentence = Span & {
  readonly shown: string;
  /** In the order of the sentence. An empty span belongs to the half of a pair that the sentence lacks. */
  readonly tokens: ReadonlyMap<string, Span>;
  /** By the first of their tokens. */
  readonly splitWords: ReadonlyMap<string, SpannedWord>;
  readonly spelled: readonly SpelledCharacter[];
  /** In order; none unless asked for. */
  readonly spared: readonly SparedMark[];
};

/** A word with marks inside: how it stands in the sentence, with these marks at its ends, and in the text. */
export type SpannedWord = Span & { readonly before: string; readonly word: string; readonly after: string };

const letter = /\p{L}/u;
/** UTF-16 units. */
const tokenLength = 2;
/** What may stand inside a word without dividing it: soft hyphens, hints for line breaks, comments. */
const insideWord = /^(?:<wbr\b|<!--|&(?:shy|#173|#xad|#8203|#x200b|ZeroWidthSpace);|\p{Cf})/iu;

/**
 * Makes a sentence of what stands in a passage between two offsets of `shown`: without white space and marks at its
 * ends, unless they belong to words inside.
 *
 * @param source the whole text, and which of its marks are written as they are
 * @returns undefined when no letter stands outside its marks
 */
export function readSentence(
  { text, spares }: { readonly text: string; readonly spares: SparesMark | undefined },
  passage: Passage,
  { start, end }: Span,
): Sentence | undefined {
  const stretch = passage.shown.slice(start, end);
  const hasLetter = letter.test(stretch);
  if (spares === undefined && !hasLetter) return undefined;
  const { changes } = passage;
  const change = changes[firstChangeFrom(changes, start)];
  const hasChanges = change !== undefined && change.at < end;
  if (!hasChanges && !hasLetter) return undefined;
  if (!hasChanges && isPlain(stretch.trim())) return plainSentence(passage, stretch, start);
  const items = core(itemsBetween(passage, start, end));
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const glued = glueWords(items, ({ mark }) => mark === undefined || text.charAt(mark.start) !== '<');
  const words = widenMarks(glued, ({ from, mark }) =>
    insideWord.test(mark ? text.slice(mark.start, mark.start + 20) : passage.shown.charAt(from)),
  );
  const spelled = changes
    .slice(firstChangeFrom(changes, first.from), firstChangeFrom(changes, last.to))
    .flatMap((each) => (each.kind === 'spelled' ? [each.spelled] : []));
  const parts = spares === undefined ? words : writeOut(words, { text, spares, passage });
  const read = numberTokens(parts, passage, { from: first.from, to: last.to });
  if (!letter.test(read.shown)) return undefined;
  return { ...spanOf(passage, { from: first.from, to: last.to }), ...read, spelled };
}

const noneSpared: readonly SparedMark[] = [];
const none: ReadonlyMap<string, never> = new Map<string, never>();

function plainSentence(passage: Passage, stretch: string, start: number): Sentence {
  const shown = stretch.trim();
  const from = start + stretch.length - stretch.trimStart().length;
  const span = spanOf(passage, { from, to: from + shown.length });
  return { ...span, shown, tokens: none, splitWords: none, spelled: [], spared: noneSpared };
}

function spanOf(passage: Passage, { from, to }: { readonly from: number; readonly to: number }): Span {
  return { start: textOffset(passage, from), end: textOffset(passage, to) };
}

/** Leaves out what stands at the ends and belongs to no word: spaces, points, and tags that enclose nothing inside. */
function core(items: readonly Item[]): readonly Item[] {
  const isSolid = (item: Item): boolean => item.role === 'word' || item.text.trim() !== '';
  const first = items.findIndex(isSolid);
  const last = items.findLastIndex(isSolid);
  if (first < 0) return [];
  const closesInside = new Set(pairsOf(items.slice(first, last + 1), 'close'));
  const opensInside = new Set(pairsOf(items.slice(first, last + 1), 'open'));
  const kept = items.slice(0, first).findIndex(({ role, mark }) => role === 'open' && closesInside.has(mark?.pair));
  const keptLast = items.findLastIndex(
    ({ role, mark }, index) => index > last && role === 'close' && opensInside.has(mark?.pair),
  );
  return trimEnds(items.slice(kept < 0 ? first : kept, (keptLast < 0 ? last : keptLast) + 1));
}

function pairsOf(items: readonly Item[], role: TokenRole): readonly (number | undefined)[] {
  return items.filter((item) => item.role === role).map(({ mark }) => mark?.pair);
}

function trimEnds(items: readonly Item[]): readonly Item[] {
  return items.map((item, index) => {
    if (item.role !== 'text') return item;
    const start = index === 0 ? item.text.length - item.text.trimStart().length : 0;
    const text = index === items.length - 1 ? item.text.trimEnd() : item.text;
    return { ...item, from: item.from + start, to: item.from + text.length, text: text.slice(start) };
  });
}

/** A mark that is written out, as text and tokens. */
type WrittenOut = Span & { readonly inside: readonly Item[] };

type Part = Item | SplitWord | WrittenOut;

/**
 * Writes out marks for words once it is settled what is glued to them, so that the sentence is the same in all else. White
 * space in them other than a plain space is a token.
 */
function writeOut(
  parts: readonly (Item | SplitWord)[],
  { text, spares, passage }: { readonly text: string; readonly spares: SparesMark; readonly passage: Passage },
): readonly Part[] {
  let tokens = parts.flatMap(itemsOf).filter(isToken).length;
  return parts.map((part) => {
    if ('word' in part || part.role !== 'word') return part;
    const span = spanOf(passage, part);
    const written = text.slice(span.start, span.end);
    if (!spares(written, span.start)) return part;
    const inside = itemsBetween({ shown: written, start: span.start, changes: [] }, 0, written.length);
    const tokensThen = tokens - 1 + inside.filter(isToken).length;
    if (tokensThen >= tokensMax) return part;
    tokens = tokensThen;
    return { ...span, inside };
  });
}

function isToken({ role }: Item): boolean {
  return role !== 'text';
}

function itemsOf(part: Part): readonly Item[] {
  if ('inside' in part) return part.inside;
  return 'word' in part ? [...part.before, ...part.after] : [part];
}

/** Gives each mark its token, and each half of a pair whose other half stands elsewhere one that stands for nothing. */
function numberTokens(
  parts: readonly Part[],
  passage: Passage,
  { from, to }: Pick<Item, 'from' | 'to'>,
): Pick<Sentence, 'shown' | 'tokens' | 'splitWords' | 'spared'> {
  const { opensBefore, closesBehind, crossing } = lonelyHalves(parts.flatMap(itemsOf));
  const tokens = new Map<string, Span>();
  const splitWords = new Map<string, SpannedWord>();
  const spared: SparedMark[] = [];
  const numbers = new Map<number, number>();
  let used = 0;
  let shown = '';
  const numberOf = (pair: number): number => {
    const number = numbers.get(pair) ?? used++;
    numbers.set(pair, number);
    return number;
  };
  const tokenOf = ({ role, mark }: Item): string => {
    const pair = mark?.pair;
    const isHalf = role === 'open' || role === 'close';
    if (isHalf && pair !== undefined && !crossing.has(pair)) return writeToken(role, numberOf(pair));
    return writeToken(isHalf || role === 'text' ? 'point' : role, used++);
  };
  const write = (item: Item, span?: Span): void => {
    const written = item.role === 'text' ? item.text : tokenOf(item);
    if (item.role !== 'text') tokens.set(written, span ?? spanOf(passage, item));
    shown += written;
  };
  const writeNothing = (role: 'open' | 'close', pair: number): void => {
    const token = writeToken(role, numberOf(pair));
    const at = textOffset(passage, role === 'open' ? from : to);
    tokens.set(token, { start: at, end: at });
    shown += token;
  };
  const writeAll = (items: readonly Item[]): string => {
    const start = shown.length;
    for (const item of items) write(item);
    return shown.slice(start);
  };
  for (const pair of opensBefore) writeNothing('open', pair);
  for (const part of parts) {
    const start = shown.length;
    if ('inside' in part) {
      for (const item of part.inside) write(item, { start: part.start + item.from, end: part.start + item.to });
      spared.push({ start, end: shown.length, at: part.start });
    } else if ('word' in part) {
      const written = { before: writeAll(part.before), word: writeAll([part.word]), after: writeAll(part.after) };
      const first = (written.before || written.after).slice(0, tokenLength);
      splitWords.set(first, { ...spanOf(passage, part.word), ...written });
    } else write(part);
  }
  for (const pair of closesBehind) writeNothing('close', pair);
  return { shown, tokens, splitWords, spared };
}

type LonelyHalves = {
  /** Pairs that close here and open before, the outermost first. */
  readonly opensBefore: readonly number[];
  /** Pairs that open here and close behind, the innermost first. */
  readonly closesBehind: readonly number[];
  /** Pairs that reach across another one: neither half is taken for one. */
  readonly crossing: ReadonlySet<number>;
};

function lonelyHalves(items: readonly Item[]): LonelyHalves {
  const open: number[] = [];
  const isOpen = new Set<number>();
  const closed: number[] = [];
  const crossing = new Set<number>();
  for (const { role, mark } of items) {
    const pair = mark?.pair;
    if (pair === undefined) continue;
    if (role === 'open') {
      open.push(pair);
      isOpen.add(pair);
    } else if (role === 'close') {
      if (open.at(-1) === pair) open.pop();
      else if (isOpen.has(pair)) crossing.add(pair);
      else closed.push(pair);
    }
  }
  const closesBehind = open.filter((pair) => !crossing.has(pair)).toReversed();
  return { opensBefore: closed.toReversed(), closesBehind, crossing };
}
