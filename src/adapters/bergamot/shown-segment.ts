import { findTokens } from '../../core/marks/found-tokens.ts';
import { readToken, tokenPattern } from '../../core/marks/token.ts';
import type { Stretch } from './long-text.ts';

/**
 * A segment as the model gets to see it: a stand-in for each `word`, nothing for the other tokens, and where they all
 * stood. Offsets are those of `text`.
 */
export type ShownSegment = {
  readonly text: string;
  readonly words: readonly ShownWord[];
  /** Outer ones before inner ones, from left to right. */
  readonly pairs: readonly ShownPair[];
  readonly blanks: readonly ShownBlank[];
};

export type ShownWord = Stretch & { readonly token: string };

/** A pair and what it encloses, of which at least one letter, figure or `word`. */
export type ShownPair = {
  readonly open: string;
  readonly close: string;
  readonly start: number;
  /** Known once its other half was read. */
  end: number;
  readonly parent: ShownPair | undefined;
};

/** One token, or a pair without words and all that it holds. */
export type ShownBlank = {
  readonly content: string;
  readonly at: number;
  readonly parent: ShownPair | undefined;
};

const wordUnit = /[\p{L}\p{M}\p{N}\uD800-\uDFFF]/u;
const notForModels = /[\p{Cc}\uFDD0-\uFDEF\uFFFE\uFFFF]/gu;

/** @param standIns one for each `word` of the segment, in order */
export function showSegment(segment: string, standIns: readonly string[]): ShownSegment {
  return new Shower(segment, standIns).show();
}

/** How many tokens of `segment` stand for words. */
export function countWordTokens(segment: string): number {
  return (segment.match(tokenPattern) ?? []).filter((token) => readToken(token).role === 'word').length;
}

class Shower {
  readonly #segment: string;
  readonly #standIns: readonly string[];
  readonly #words: ShownWord[] = [];
  readonly #pairs: ShownPair[] = [];
  readonly #blanks: ShownBlank[] = [];
  readonly #around: ShownPair[] = [];
  #text = '';
  /** Whether a token stands between the last character of the text and the next one. Halves of pairs do not count. */
  #isDivided = false;

  constructor(segment: string, standIns: readonly string[]) {
    this.#segment = segment;
    this.#standIns = standIns;
  }

  show(): ShownSegment {
    const found = findTokens(this.#segment);
    const holdsWord = wordCounter(this.#segment);
    let end = 0;
    for (const { token, at, other } of found) {
      if (at < end) continue;
      this.#addText(this.#segment.slice(end, at));
      end = at + token.length;
      const counterpart = other === undefined ? undefined : found[other];
      const { role } = readToken(token);
      if (role === 'word') this.#addWord(token);
      else if (role === 'close' && counterpart !== undefined) this.#closePair();
      else if (counterpart !== undefined && holdsWord(end, counterpart.at)) this.#openPair(token, counterpart.token);
      else {
        if (counterpart !== undefined) end = counterpart.at + counterpart.token.length;
        this.#addBlank(this.#segment.slice(at, end));
      }
    }
    this.#addText(this.#segment.slice(end));
    return { text: this.#text.trimEnd(), words: this.#words, pairs: this.#pairs, blanks: this.#blanks };
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
    const standIn = this.#standIns[this.#words.length] ?? '';
    // It would be one word with letters beside it.
    if (wordUnit.test(this.#text.slice(-1))) this.#text += ' ';
    const start = this.#text.length;
    this.#text += standIn;
    this.#words.push({ token, start, end: this.#text.length });
    this.#isDivided = true;
  }

  #openPair(open: string, close: string): void {
    const start = this.#text.length;
    const pair: ShownPair = { open, close, start, end: start, parent: this.#around.at(-1) };
    this.#pairs.push(pair);
    this.#around.push(pair);
  }

  #closePair(): void {
    const pair = this.#around.pop();
    if (pair !== undefined) pair.end = this.#text.length;
  }

  #addBlank(content: string): void {
    this.#blanks.push({ content, at: this.#text.length, parent: this.#around.at(-1) });
    this.#isDivided = true;
  }

  /** Two words that a token divides are two. Half of a pair may stand inside a word. */
  #needsSpace(next: string): boolean {
    return this.#isDivided && wordUnit.test(this.#text.slice(-1)) && wordUnit.test(next);
  }
}

/** Tells whether there is a letter, a figure or a `word` between two offsets of the segment. */
function wordCounter(segment: string): (start: number, end: number) => boolean {
  const plain = segment.replace(tokenPattern, (token) => (readToken(token).role === 'word' ? 'ww' : '  '));
  const counts = new Uint32Array(segment.length + 1);
  let count = 0;
  for (let at = 0; at < plain.length; at++) {
    if (/[\p{L}\p{N}\uD800-\uDBFF]/u.test(plain.charAt(at))) count++;
    counts[at + 1] = count;
  }
  return (start, end) => counts[start] !== counts[end];
}
