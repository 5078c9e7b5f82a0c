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

/**
 * Writes marks back into a sentence that has tokens for them. All else of it stays as it was, so that where sentences
 * begin and end depends on no such mark, nor what is glued to one.
 *
 * @param text the whole text
 */
export function spareMarks<Kind extends MarkedSentence>(
  sentence: Kind,
  text: string,
  spares: SparesMark,
): Kind & { readonly spared: readonly SparedMark[] } {
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
  return { ...sentence, shown: shown + sentence.shown.slice(from), tokens, spared };

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
