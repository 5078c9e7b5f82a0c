import type { Span, SpelledCharacter } from '../marks/mark.ts';
import { type TokenRole, writeToken } from '../marks/token.ts';
import { type Item, isPlain, itemsBetween } from './items.ts';
import { firstChangeFrom, type Passage, textOffset } from './passage.ts';
import { type SparedMark, type SparesMark, spareMarks } from './spared-marks.ts';
import { glueWords, type SplitWord, widenMarks } from './words-with-marks.ts';

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
  const numbered = numberTokens(words, passage, { from: first.from, to: last.to });
  const read = spares === undefined ? { ...numbered, spared: noneSpared } : spareMarks(numbered, text, spares);
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

/** Gives each mark its token, and each half of a pair whose other half stands elsewhere one that stands for nothing. */
function numberTokens(
  items: readonly (Item | SplitWord)[],
  passage: Passage,
  { from, to }: Pick<Item, 'from' | 'to'>,
): Pick<Sentence, 'shown' | 'tokens' | 'splitWords'> {
  const flat = items.flatMap((item) => ('word' in item ? [...item.before, ...item.after] : [item]));
  const { opensBefore, closesBehind, crossing } = lonelyHalves(flat);
  const tokens = new Map<string, Span>();
  const numbers = new Map<number, number>();
  let used = 0;
  const numberOf = (pair: number): number => {
    const number = numbers.get(pair) ?? used++;
    numbers.set(pair, number);
    return number;
  };
  const write = (item: Item): string => {
    if (item.role === 'text') return item.text;
    const pair = item.mark?.pair;
    const isHalf = (item.role === 'open' || item.role === 'close') && pair !== undefined && !crossing.has(pair);
    const role = item.role === 'open' || item.role === 'close' ? (isHalf ? item.role : 'point') : item.role;
    const token = writeToken(role, isHalf ? numberOf(pair) : used++);
    tokens.set(token, spanOf(passage, item));
    return token;
  };
  const writeNothing = (role: 'open' | 'close') => (pair: number) => {
    const token = writeToken(role, numberOf(pair));
    const at = textOffset(passage, role === 'open' ? from : to);
    tokens.set(token, { start: at, end: at });
    return token;
  };
  const splitWords = new Map<string, SpannedWord>();
  const writeSplit = ({ before, word, after }: SplitWord): string => {
    const written = { before: before.map(write).join(''), word: word.text, after: after.map(write).join('') };
    const first = (written.before || written.after).slice(0, tokenLength);
    splitWords.set(first, { ...spanOf(passage, word), ...written });
    return written.before + written.word + written.after;
  };
  const shown = [
    ...opensBefore.map(writeNothing('open')),
    ...items.map((item) => ('word' in item ? writeSplit(item) : write(item))),
    ...closesBehind.map(writeNothing('close')),
  ].join('');
  return { shown, tokens, splitWords };
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
