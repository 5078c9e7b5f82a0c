import type { Span } from '../marks/mark.ts';
import { readToken, tokenPattern, tokensMax, writeToken } from '../marks/token.ts';
import { itemsBetween } from './items.ts';

/**
 * Whether a mark that stands for a word stays in its sentence as it is written, instead of a token.
 *
 * @param written the whole mark, as it stands in the text
 * @param at where it begins in the text, in UTF-16 units
 */
export type SparesMark = (written: string, at: number) => boolean;

/** A mark that stands in a sentence as it is written: UTF-16 offsets in the sentence. */
export type SparedMark = Span & {
  /** Where it begins in the text. */
  readonly at: number;
};

type MarkedSentence = {
  readonly shown: string;
  /** What its tokens stand for in the text, in the order of the sentence. */
  readonly tokens: ReadonlyMap<string, Span>;
};

type NumberedSentence<Word> = MarkedSentence & {
  /** By the first of their tokens. */
  readonly splitWords: ReadonlyMap<string, Word & { readonly before: string; readonly after: string }>;
};

/**
 * Writes marks back into a sentence that has tokens for them. All else of it stays as it was, so that where sentences
 * begin and end depends on no such mark, nor what is glued to one.
 *
 * @param text the whole text
 */
export function spareMarks<Word>(
  sentence: NumberedSentence<Word>,
  text: string,
  spares: SparesMark,
): NumberedSentence<Word> & { readonly spared: readonly SparedMark[] } {
  const tokens = new Map(sentence.tokens);
  const spared: SparedMark[] = [];
  let [shown, from, used] = ['', 0, tokens.size];
  for (const { 0: token, index } of sentence.shown.matchAll(tokenPattern)) {
    const span = sentence.tokens.get(token);
    if (span === undefined || !isSpared(token, span)) continue;
    const mark = readMark(text, span, used);
    if (used + mark.tokens.size > tokensMax) continue;
    shown += sentence.shown.slice(from, index);
    spared.push({ start: shown.length, end: shown.length + mark.shown.length, at: span.start });
    shown += mark.shown;
    from = index + token.length;
    used += mark.tokens.size;
    tokens.delete(token);
    for (const [inside, place] of mark.tokens) tokens.set(inside, place);
  }
  if (spared.length === 0) return { ...sentence, spared };
  shown += sentence.shown.slice(from);
  return { ...numberAnew({ shown, tokens, splitWords: sentence.splitWords }), spared };

  function isSpared(token: string, { start, end }: Span): boolean {
    return readToken(token).role === 'word' && spares(text.slice(start, end), start);
  }
}

/** A mark as words of a sentence: white space other than a plain space is a token there. */
function readMark(text: string, { start, end }: Span, firstNumber: number): MarkedSentence {
  const written = text.slice(start, end);
  const tokens = new Map<string, Span>();
  const items = itemsBetween({ shown: written, start, changes: [] }, 0, written.length);
  const shown = items.map((item) => {
    if (item.role === 'text') return item.text;
    const token = writeToken(item.role, firstNumber + tokens.size);
    tokens.set(token, { start: start + item.from, end: start + item.to });
    return token;
  });
  return { shown: shown.join(''), tokens };
}

/** The same with its tokens numbered in their order, so that no number tells of a mark that has none. */
function numberAnew<Word>({ shown, tokens, splitWords }: NumberedSentence<Word>): NumberedSentence<Word> {
  const numbers = new Map<number, number>();
  const anew = (token: string): string => {
    const { role, number } = readToken(token);
    const own = numbers.get(number) ?? numbers.size;
    numbers.set(number, own);
    return writeToken(role, own);
  };
  const written = (stretch: string): string => stretch.replaceAll(tokenPattern, anew);
  const inOrder = shown.match(tokenPattern) ?? [];
  return {
    shown: written(shown),
    tokens: new Map(inOrder.map((token) => [anew(token), tokens.get(token) ?? nowhere])),
    splitWords: new Map(
      [...splitWords].map(([first, word]) => [
        anew(first),
        { ...word, before: written(word.before), after: written(word.after) },
      ]),
    ),
  };
}

const nowhere: Span = { start: 0, end: 0 };
