import { type Block, type Inline, inlinesBetween, isPlain, textOffset } from './block.ts';
import type { Setting } from './inner-text.ts';
import { characterAt, characterBefore, isOfSpacedWord, wordEnd, wordStart } from './scripts.ts';
import { firstFrom, type Span, type SpelledCharacter } from './span.ts';
import { type TokenRole, tokensMax, type WordKind, writeToken } from './token.ts';

/** Whether a `word` or `point` span is written out in its segment, without a token. `at`: UTF-16 offset in the text. */
export type WritesOut = (written: string, at: number) => boolean;

/** A protected span that is written out: UTF-16 offsets in the segment. */
export type WrittenOutSpan = Span & {
  /** Its offset in the text. */
  readonly at: number;
};

/** A sentence, or a part of a long one, with its span in the text. It may be inside a token of another segment. */
export type Segment = Span & {
  readonly text: string;
  readonly setting: Setting;
  /** In the order of the segment. The span is empty for half of a pair that is outside the segment. */
  readonly tokens: ReadonlyMap<string, Span>;
  /** By their first token. */
  readonly splitWords: ReadonlyMap<string, SpannedWord>;
  readonly spelled: readonly SpelledCharacter[];
  /** In order; empty without `WritesOut`. */
  readonly writtenOut: readonly WrittenOutSpan[];
};

/** A word with inline tags: its text in the segment, with the tags at its ends, and its span in the text. */
export type SpannedWord = Span & { readonly before: string; readonly word: string; readonly after: string };

/** A letter, unless it is a single capital, the name of something; `¿Y?` and `E!` are words. */
const letter = /\p{L}\P{L}*\p{L}|[\p{Ll}\p{Lo}]|\p{Lu}[?!]/u;
const anyLetter = /\p{L}/u;
const tokenLength = 2;
/** Characters and tags that do not split a word: joiners, line break hints, comments. */
const insideWord = /^(?:<wbr\b|<!--|\p{Cf})/iu;

export type SentencePlace = {
  /** The text of the block: the whole text, or one inside a protected span. */
  readonly text: string;
  readonly block: Block;
  readonly setting: Setting;
  readonly textStart: number;
};

/**
 * Reads the segment of a span of the block's `shown`, without white space and protected spans at its ends that belong
 * to no word. Offsets are in the place's text. Undefined if it has no letter outside protected spans.
 */
export function readSegment(place: SentencePlace, { start, end }: Span, writesOut?: WritesOut): Segment | undefined {
  const { text, block, setting } = place;
  const shown = block.shown.slice(start, end);
  const hasChanges = (block.changes[firstFrom(block.changes, start)]?.start ?? end) < end;
  if (!letter.test(shown) && (writesOut === undefined || !hasChanges)) return undefined;
  if (!hasChanges && isPlain(shown.trim())) {
    const from = start + shown.length - shown.trimStart().length;
    const span = spanOf(block, { start: from, end: from + shown.trim().length });
    return { ...span, text: shown.trim(), tokens: none, splitWords: none, spelled: [], writtenOut: [], setting };
  }
  const items = withoutEdges(inlinesBetween(block, start, end));
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const glued = glueWords(items, ({ span }) => span === undefined || text.charAt(span.start) !== '<');
  const words = moveTagsOutOfWords(glued, (point) =>
    insideWord.test(point.span ? text.slice(point.span.start, point.span.start + 20) : block.shown.charAt(point.start)),
  );
  const core = { start: first.start, end: last.end };
  const spelled = block.changes
    .slice(firstFrom(block.changes, core.start), firstFrom(block.changes, core.end))
    .flatMap(({ from }) => ('role' in from ? [] : [from]));
  const parts = writesOut === undefined ? words : writeOut(words, place, { writesOut, spelled });
  const read = numberTokens(parts, place, core);
  if (!(read.writtenOut.length > 0 ? anyLetter : letter).test(read.text)) return undefined;
  return { ...spanOf(block, core), ...read, spelled, setting };
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

function spanOf(block: Block, { start, end }: Span): Span {
  return { start: textOffset(block, start), end: textOffset(block, end) };
}

/** Leaves out items at the ends that belong to no word: spaces, points, and tags that enclose no words. */
function withoutEdges(items: readonly Inline[]): readonly Inline[] {
  const isSolid = (item: Inline): boolean => item.role === 'word' || item.text.trim() !== '';
  const first = items.findIndex(isSolid);
  const last = items.findLastIndex(isSolid);
  if (first < 0) return [];
  if (first === 0 && last === items.length - 1) return trimEnds(items);
  const closesInside = new Set(pairsOf(items.slice(first, last + 1), 'close'));
  const opensInside = new Set(pairsOf(items.slice(first, last + 1), 'open'));
  const kept = items.slice(0, first).findIndex(({ role, span }) => role === 'open' && closesInside.has(span?.pair));
  const keptLast = items.findLastIndex(
    ({ role, span }, index) => index > last && role === 'close' && opensInside.has(span?.pair),
  );
  return trimEnds(items.slice(kept < 0 ? first : kept, (keptLast < 0 ? last : keptLast) + 1));
}

function pairsOf(items: readonly Inline[], role: TokenRole): readonly (number | undefined)[] {
  return items.filter((item) => item.role === role).map(({ span }) => span?.pair);
}

function trimEnds(items: readonly Inline[]): readonly Inline[] {
  return items.map((item, index) => {
    if (item.role !== 'text' || (index > 0 && index < items.length - 1)) return item;
    const start = index === 0 ? item.text.length - item.text.trimStart().length : 0;
    const text = index === items.length - 1 ? item.text.trimEnd() : item.text;
    return { ...item, start: item.start + start, end: item.start + text.length, text: text.slice(start) };
  });
}

/** A protected span that is written out, as text and tokens. */
type WrittenOut = Span & { readonly inside: readonly Inline[] };

type Part = Inline | SplitWord | WrittenOut;

/** Writes out `word` and `point` spans with the letters attached to them. White space in them other than a plain space is a token. */
function writeOut(
  parts: readonly (Inline | SplitWord)[],
  { text, block, textStart }: SentencePlace,
  { writesOut, spelled }: Pick<Segment, 'spelled'> & { readonly writesOut: WritesOut },
): readonly Part[] {
  let tokens = parts.flatMap(inlinesOf).filter(isToken).length;
  return parts.map((part) => {
    if ('word' in part || (part.role !== 'word' && part.role !== 'point') || !part.span) return part;
    const span = spanOf(block, part);
    const written = text.slice(span.start, span.end);
    // Spelled characters are decoded in a segment, and spelled wherever they are in its translation.
    const isSpelled = spelled.some(
      ({ character, start, end }) =>
        (start < span.end && end > span.start) || (character !== '' && written.includes(character)),
    );
    if (isSpelled || !writesOut(written, textStart + span.start)) return part;
    const inside = inlinesBetween({ shown: written, start: span.start, changes: [] }, 0, written.length);
    const tokensThen = tokens - 1 + inside.filter(isToken).length;
    if (tokensThen >= tokensMax) return part;
    tokens = tokensThen;
    return { ...span, inside };
  });
}

function isToken({ role }: Inline): boolean {
  return role !== 'text';
}

function inlinesOf(part: Part): readonly Inline[] {
  if ('inside' in part) return part.inside;
  return 'word' in part ? [...part.before, ...part.after] : [part];
}

/** Gives each protected span its token. A token with an empty span completes a pair with one half in the segment. */
function numberTokens(
  parts: readonly Part[],
  { text: whole, block }: SentencePlace,
  { start: first, end: last }: Span,
): Pick<Segment, 'text' | 'tokens' | 'splitWords' | 'writtenOut'> {
  const { opensBefore, closesBehind, crossing } = lonelyHalves(parts.flatMap(inlinesOf));
  const tokens = new Map<string, Span>();
  const splitWords = new Map<string, SpannedWord>();
  const writtenOut: WrittenOutSpan[] = [];
  const numbers = new Map<number, number>();
  let used = 0;
  let text = '';
  const numberOf = (pair: number): number => {
    const number = numbers.get(pair) ?? used++;
    numbers.set(pair, number);
    return number;
  };
  const tokenOf = ({ role, span }: Inline, { start, end }: Span): string => {
    const pair = span?.pair;
    const isHalf = role === 'open' || role === 'close';
    if (isHalf && pair !== undefined && !crossing.has(pair)) return writeToken(role, numberOf(pair));
    if (role !== 'word') return writeToken(isHalf || role === 'text' ? 'point' : role, used++);
    return writeToken(role, used++, wordKindOf(whole.slice(start, end).slice(0, 100), whole.slice(end, end + 40)));
  };
  const write = (item: Inline, span = spanOf(block, item)): void => {
    const written = item.role === 'text' ? item.text : tokenOf(item, span);
    if (item.role !== 'text') tokens.set(written, span);
    text += written;
  };
  const writeNothing = (role: 'open' | 'close', pair: number): void => {
    const token = writeToken(role, numberOf(pair));
    const at = textOffset(block, role === 'open' ? first : last);
    tokens.set(token, { start: at, end: at });
    text += token;
  };
  const writeAll = (items: readonly Inline[]): string => {
    const start = text.length;
    for (const item of items) write(item);
    return text.slice(start);
  };
  for (const pair of opensBefore) writeNothing('open', pair);
  for (const part of parts) {
    const start = text.length;
    if ('inside' in part) {
      for (const item of part.inside) write(item, { start: part.start + item.start, end: part.start + item.end });
      writtenOut.push({ start, end: text.length, at: part.start });
    } else if ('word' in part) {
      const written = { before: writeAll(part.before), word: writeAll([part.word]), after: writeAll(part.after) };
      splitWords.set((written.before || written.after).slice(0, tokenLength), {
        ...spanOf(block, part.word),
        ...written,
      });
    } else write(part);
  }
  for (const pair of closesBehind) writeNothing('close', pair);
  return { text, tokens, splitWords, writtenOut };
}

/** Pairs that opened before the segment (outermost first) or close after it (innermost first), and crossing pairs. */
function lonelyHalves(items: readonly Inline[]) {
  const open: number[] = [];
  const isOpen = new Set<number>();
  const closed: number[] = [];
  const crossing = new Set<number>();
  for (const { role, span } of items) {
    const pair = span?.pair;
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

/** What most programs call a number: `n`, `numFiles`, `item_count`, `user.posts.length`. */
const name = String.raw`(?:n|num\w*|[\w.-]*(?:(?<!ac)count|number|total|amount|quantity|qty|length|minutes|hours|days|cantidad|n[uú]mero|d[ií]as))`;
const number = new RegExp(
  String.raw`^(?:#|%(?:\d\$)?[-+#0,' ]*\d*(?:\.\d+)?(?:hh?|ll?|[jztL])?[diuf]|(?:[#$%@]?\{{1,3} ?\$?|[%\\]\(|[:%@!$<])${name}(?:[^\w{}][^{}]*)?\}{0,3})$`,
  'iu',
);
/** Before a plural it is a number too. Before a verb with the same ending, a figure does no harm. */
const nameless = /^(?:%(?:\d\$)?[s@]|%\d|\{\d{0,2}\})$/;
const plural = /^ \p{Ll}{3,}\(?s(?!\p{L})/u;
/** A word of Latin letters without a plural among it and the next two. Models keep an irregular plural after 1. */
const singular = /^ (?!(?:\p{Ll}+ ){0,2}\p{Ll}{3,}\(?s(?!\p{L}))[a-zß-ÿ]/u;
const date = /^(?:\d{4}([./-])\d{1,2}\1\d{1,2}|\d{1,2}([./-])\d{1,2}\2\d{4})$/;

/** @param written a `word` span. `after`: what follows it; a few words are enough */
export function wordKindOf(written: string, after: string): WordKind {
  if (date.test(written)) return 'date';
  if (number.test(written)) return singular.test(after) ? 'one' : 'many';
  return nameless.test(written) && plural.test(after) ? 'many' : 'noun';
}

/** A word with inline tags inside, such as `super**man**`, with the tags moved to its ends. */
type SplitWord = { readonly before: readonly Inline[]; readonly word: Inline; readonly after: readonly Inline[] };

const digit = /\p{N}/u;

/** Adds attached letters and `word` spans to spans that `isGluey` accepts. Otherwise `s` in `{name}s` is a word. */
function glueWords(items: readonly Inline[], isGluey: (word: Inline) => boolean): readonly Inline[] {
  if (!items.some((item) => item.role === 'word' && isGluey(item))) return items;
  const glued: Inline[] = [];
  for (const item of items) {
    const last = glued.at(-1);
    if (item.role === 'word' && isGluey(item)) glueBehind(glued, item, isGluey);
    else if (item.role === 'text' && last?.role === 'word' && isGluey(last)) glueBefore(glued, last, item);
    else glued.push(item);
  }
  return glued;
}

function glueBehind(glued: Inline[], word: Inline, isGluey: (word: Inline) => boolean): void {
  const last = glued.at(-1);
  if (last?.role === 'word' && isGluey(last))
    glued.splice(-1, 1, { role: 'word', start: last.start, end: word.end, text: '' });
  else if (last?.role === 'text') {
    const start = wordStart(last.text, last.text.length);
    glued.pop();
    if (start > 0) glued.push(cut(last, 0, start));
    glued.push({ ...word, start: last.start + start });
  } else glued.push(word);
}

function glueBefore(glued: Inline[], word: Inline, text: Inline): void {
  const end = wordEnd(text.text, 0);
  glued[glued.length - 1] = { ...word, end: word.end + end };
  if (end < text.text.length) glued.push(cut(text, end, text.text.length));
}

function cut(item: Inline, start: number, end: number): Inline {
  return { ...item, start: item.start + start, end: item.start + end, text: item.text.slice(start, end) };
}

/**
 * Moves tags inside a word to its ends, in the same order and nesting: those before the first closing tag go before the
 * word, the others after it. `staysInside`: whether a point may be inside a word, like a soft hyphen.
 */
function moveTagsOutOfWords(
  items: readonly Inline[],
  staysInside: (point: Inline) => boolean,
): readonly (Inline | SplitWord)[] {
  const widened: (Inline | SplitWord)[] = [];
  for (let index = 0, item = items[0]; item !== undefined; ) {
    const chain = item.role === 'text' ? chainFrom(items, { index, first: item }, staysInside) : undefined;
    if (chain === undefined) {
      widened.push(item);
      item = items[++index];
      continue;
    }
    const { prefix, split, rest, last } = chain;
    if (prefix) widened.push(prefix);
    widened.push(split);
    index = last;
    // The text after the word may end with the start of another word.
    item = rest ?? items[++index];
  }
  return widened;
}

/** Returns the word with tags that begins at the end of `first`, the text around it, and the index of its last item. */
function chainFrom(
  items: readonly Inline[],
  { index, first }: { readonly index: number; readonly first: Inline },
  staysInside: (point: Inline) => boolean,
) {
  const start = wordStart(first.text, first.text.length);
  if (start === first.text.length) return undefined;
  const parts = [first.text.slice(start)];
  const inside: Inline[] = [];
  let last = index;
  let end = first.text.length;
  for (;;) {
    const next = nextPart(items, last, staysInside);
    if (next === undefined || !isOneWord(parts.at(-1) ?? '', next.item.text)) break;
    const between = items.slice(last + 1, next.index);
    end = wordEnd(next.item.text, 0);
    // Elements that touch are two words, unless one of them has only one letter.
    const isTouching = between[0]?.role === 'close' && between.at(-1)?.role === 'open';
    if (isTouching && end > 1 && (parts.at(-1) ?? '').length > 1) break;
    inside.push(...between);
    parts.push(next.item.text.slice(0, end));
    last = next.index;
    if (end < next.item.text.length) break;
  }
  const final = items[last];
  if (last === index || final === undefined) return undefined;
  const closing = inside.findIndex(({ role }) => role !== 'open');
  const before = closing < 0 ? inside : inside.slice(0, closing);
  const word: Inline = { role: 'text', start: first.start + start, end: final.start + end, text: parts.join('') };
  return {
    prefix: start > 0 ? cut(first, 0, start) : undefined,
    split: { before, word, after: inside.slice(before.length) },
    rest: end < final.text.length ? cut(final, end, final.text.length) : undefined,
    last,
  };
}

/** Returns the next text, directly after one or more protected spans that a word may contain. */
function nextPart(
  items: readonly Inline[],
  from: number,
  staysInside: (point: Inline) => boolean,
): { readonly item: Inline; readonly index: number } | undefined {
  for (let index = from + 1; index < items.length; index++) {
    const item = items[index];
    if (item?.role === 'text') return index > from + 1 ? { item, index } : undefined;
    if (item === undefined || item.role === 'word' || item.role === 'space') return undefined;
    if (item.role === 'point' && !staysInside(item)) return undefined;
  }
  return undefined;
}

/** Whether letters and digits with tags between them are one word: `H<sub>2</sub>O`, not `word<sup>1</sup>`. */
function isOneWord(before: string, after: string): boolean {
  const [last, next] = [characterBefore(before, before.length), characterAt(after, 0)];
  if (!isOfSpacedWord(next)) return false;
  return digit.test(last) || !digit.test(next) || /^.{1,2}$/u.test(before);
}
