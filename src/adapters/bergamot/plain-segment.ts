import type { Span } from '../../text/document/span.ts';
import { findTokens, readToken, tokenPattern } from '../../text/document/token.ts';

/**
 * The model's input for a segment: a placeholder noun for each `word` token, no other tokens, and the places of all tokens.
 * Offsets are those of `text`.
 */
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
  readonly start: number;
  /** Set when the closing token is read. */
  end: number;
  readonly parent: PlacedTagPair | undefined;
};

/** One token, or a pair without words and its content. */
export type PlacedPoint = {
  readonly content: string;
  readonly at: number;
  readonly parent: PlacedTagPair | undefined;
};

export const wordUnit = /[\p{L}\p{M}\p{N}\uD800-\uDFFF]/u;
/** A letter, a digit, a character beyond the first plane, or a `word` token. */
const wordContent = /[\p{L}\p{N}\uD800-\uDBFF\uFDD0]|[\u{10000}-\u{10FFFF}]/u;
const notForModels = /[\p{Cc}\uFDD0-\uFDEF\uFFFE\uFFFF]/gu;

/** @param nouns one for each `word` of the segment, in order */
export function plainSegmentOf(segment: string, nouns: readonly string[]): PlainSegment {
  return new PlainSegmentBuilder(segment, nouns).build();
}

export function countWordTokens(segment: string): number {
  return (segment.match(tokenPattern) ?? []).filter((token) => readToken(token).role === 'word').length;
}

class PlainSegmentBuilder {
  readonly #segment: string;
  readonly #nouns: readonly string[];
  readonly #words: PlacedWord[] = [];
  readonly #pairs: PlacedTagPair[] = [];
  readonly #points: PlacedPoint[] = [];
  readonly #around: PlacedTagPair[] = [];
  #text = '';
  /** Whether a token is between the last character of the text and the next one. Halves of pairs do not count. */
  #isDivided = false;

  constructor(segment: string, nouns: readonly string[]) {
    this.#segment = segment;
    this.#nouns = nouns;
  }

  build(): PlainSegment {
    const found = findTokens(this.#segment);
    let end = 0;
    for (const { token, at, role, other } of found) {
      if (at < end) continue;
      this.#addText(this.#segment.slice(end, at));
      end = at + token.length;
      const counterpart = other === undefined ? undefined : found[other];
      if (role === 'word') this.#addWord(token);
      else if (role === 'close' && counterpart !== undefined) this.#closePair();
      else if (counterpart !== undefined && wordContent.test(this.#segment.slice(end, counterpart.at)))
        this.#openPair(token, counterpart.token);
      else {
        if (counterpart !== undefined) end = counterpart.at + counterpart.token.length;
        this.#addPoint(this.#segment.slice(at, end));
      }
    }
    this.#addText(this.#segment.slice(end));
    return { text: this.#text.trimEnd(), words: this.#words, pairs: this.#pairs, points: this.#points };
  }

  #addText(written: string): void {
    let text = written.toWellFormed().replaceAll(notForModels, ' ').replaceAll(/ {2,}/g, ' ');
    if (text.startsWith(' ') && (this.#text === '' || this.#text.endsWith(' '))) text = text.slice(1);
    if (text === '') return;
    if (this.#needsSpace(text.charAt(0))) this.#text += ' ';
    this.#text += text;
    this.#isDivided = false;
  }

  #addWord(token: string): void {
    const noun = this.#nouns[this.#words.length] ?? '';
    // Without the space, it would form one word with the letters beside it.
    if (wordUnit.test(this.#text.slice(-1))) this.#text += ' ';
    const start = this.#text.length;
    this.#text += noun;
    this.#words.push({ token, start, end: this.#text.length });
    this.#isDivided = true;
  }

  #openPair(open: string, close: string): void {
    const start = this.#text.length;
    const pair: PlacedTagPair = { open, close, start, end: start, parent: this.#around.at(-1) };
    this.#pairs.push(pair);
    this.#around.push(pair);
  }

  #closePair(): void {
    const pair = this.#around.pop();
    if (pair !== undefined) pair.end = this.#text.length;
  }

  #addPoint(content: string): void {
    this.#points.push({ content, at: this.#text.length, parent: this.#around.at(-1) });
    this.#isDivided = true;
  }

  /** A token between two words separates them. Half of a pair may be inside a word. */
  #needsSpace(next: string): boolean {
    return this.#isDivided && wordUnit.test(this.#text.slice(-1)) && wordUnit.test(next);
  }
}
