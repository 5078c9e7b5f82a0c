import type { Span } from '../../text/document/span.ts';
import { findTokens } from '../../text/document/token.ts';

/** The model's input: a placeholder noun for each `word`, no other tokens, and the places of all in `text`. */
export type PlainSegment = {
  readonly text: string;
  readonly words: readonly PlacedWord[];
  /** Outer ones before inner ones, from left to right. */
  readonly pairs: readonly PlacedTagPair[];
  readonly points: readonly PlacedPoint[];
};

export type PlacedWord = Span & { readonly token: string };

/** A pair that encloses at least one letter, digit or `word`. */
export type PlacedTagPair = {
  readonly open: string;
  readonly close: string;
  start: number;
  /** Set when the closing token is read. */
  end: number;
  readonly parent: PlacedTagPair | undefined;
};

/** One token, or a pair without words and its content; also the brackets or quotation marks around it. */
export type PlacedPoint = { readonly content: string; at: number; readonly parent: PlacedTagPair | undefined };

export const wordUnit = /[\p{L}\p{M}\p{N}\uD800-\uDFFF]/u;
/** A letter, a digit, a character beyond the first plane, or a `word` token. */
const wordContent = /[\p{L}\p{N}\uD800-\uDBFF\uFDD0]|[\u{10000}-\u{10FFFF}]/u;
/** Before words of another pair that has no space before it, a space is added behind this. */
const endOfWords = /[^\s\p{Ps}\p{Pi}]$/u;
const [opening, closing, mark] = [/[([{«“"]/, /[)\]}»”"]/, /[.,;:!?…)\]}]/];
const notForModels = /[\p{Cc}\uFDD0-\uFDEF\uFFFE\uFFFF]/gu;

/** @param nouns one for each `word` of the segment, in order */
export function plainSegmentOf(segment: string, nouns: readonly string[]): PlainSegment {
  const found = findTokens(segment);
  const [words, pairs, points]: [PlacedWord[], PlacedTagPair[], PlacedPoint[]] = [[], [], []];
  const around: PlacedTagPair[] = [];
  let text = '';
  // Whether a token is between the last character of the text and the next one. Halves of pairs may be inside a word.
  let isDivided = false;
  let closedAt: number | undefined;
  const add = (written: string): void => {
    let added = written.toWellFormed().replaceAll(notForModels, ' ').replaceAll(/ {2,}/g, ' ');
    if (added.startsWith(' ') && (text === '' || text.endsWith(' '))) added = added.slice(1);
    if (added === '') return;
    if (isDivided && wordUnit.test(text.slice(-1)) && wordUnit.test(added.charAt(0))) text += ' ';
    text += added;
    isDivided = false;
  };
  /** Removes the last character. It may be behind tokens: `<b>casa </b>🏠.` */
  const shorten = (): void => {
    text = text.slice(0, -1);
    for (const point of points) point.at = Math.min(point.at, text.length);
    for (const pair of pairs)
      [pair.start, pair.end] = [Math.min(pair.start, text.length), Math.min(pair.end, text.length)];
  };
  let end = 0;
  for (const { token, at, role, other } of found) {
    if (at < end) continue;
    add(segment.slice(end, at));
    end = at + token.length;
    const counterpart = other === undefined ? undefined : found[other];
    const parent = around.at(-1);
    if (role === 'word') {
      // Without the space, the noun would form one word with the letters beside it.
      if (wordUnit.test(text.slice(-1))) text += ' ';
      const start = text.length;
      text += nouns[words.length] ?? '';
      words.push({ token, start, end: text.length });
      isDivided = true;
    } else if (role === 'close' && counterpart !== undefined) {
      const pair = around.pop();
      closedAt = text.length;
      if (pair !== undefined) pair.end = closedAt;
    } else if (counterpart !== undefined && wordContent.test(segment.slice(end, counterpart.at))) {
      if (text.length === closedAt && endOfWords.test(text) && wordContent.test(segment.charAt(end))) text += ' ';
      const pair = { open: token, close: counterpart.token, start: text.length, end: text.length, parent };
      pairs.push(pair);
      around.push(pair);
    } else {
      if (counterpart !== undefined) end = counterpart.at + counterpart.token.length;
      let content = segment.slice(at, end);
      if (opening.test(text.slice(-1)) && closing.test(segment.charAt(end))) {
        content = text.slice(-1) + content + segment.charAt(end++);
        shorten();
        if (text.endsWith(' ')) content = ` ${content}`;
        if (segment.charAt(end) === ' ') content += ' ';
      }
      // "here 🏠." is "here." for the model.
      if (text.endsWith(' ') && mark.test(segment.charAt(end))) shorten();
      points.push({ content, at: text.length, parent });
      isDivided = true;
    }
  }
  add(segment.slice(end));
  return { text: text.trimEnd(), words, pairs, points };
}
