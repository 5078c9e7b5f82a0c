import type { Inline } from './block.ts';
import { characterAt, characterBefore, isOfSpacedWord, wordEnd, wordStart } from './scripts.ts';

/** A word with inline tags inside, such as `super**man**`, with the tags moved to its ends. */
export type SplitWord = {
  readonly before: readonly Inline[];
  readonly word: Inline;
  readonly after: readonly Inline[];
};

const digit = /\p{N}/u;

/** Adds attached letters and `word` spans to spans that `isGluey` accepts. Otherwise `s` in `{name}s` is a word. */
export function glueWords(items: readonly Inline[], isGluey: (word: Inline) => boolean): readonly Inline[] {
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
export function moveTagsOutOfWords(
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
