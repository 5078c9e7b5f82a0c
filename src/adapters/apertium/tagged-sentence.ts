import { findTokens, readToken, tokenPattern } from '../../text/document/token.ts';
import type { PlaceholderNoun, PlaceholderNouns } from './placeholder-nouns/noun-choice.ts';

/**
 * A sentence with tokens, encoded for a mode:
 * - A `word` is a word that no dictionary has, or its placeholder noun, in its own word-bound blank:
 * `[[w0]]house[[/]]`. The mode treats an unknown word as a proper name, and the blank identifies the token.
 * - A pair is a word-bound blank around its words, which the programs copy to each word and move with it, and two plain
 * blanks, which stay between words: `[o0][[p0]]blue house[[/]][c0]`.
 * - Everything else, and a pair without words, is a plain blank: `[m0]`.
 * Numbers count from the start of the sentence, so that sentences that differ only in token numbers are equal. Source:
 * wiki.apertium.org/wiki/Wordbound_blanks; apertium-wblank-attach(1)
 */
export type TaggedSentence = {
  readonly sentence: string;
  readonly items: readonly Item[];
  /** Replaces each word token for which no noun was chosen; the sentence does not contain it. */
  readonly unknownName: string;
  /** The token of each word, by its number. */
  readonly words: readonly string[];
  /** By the number of the word. */
  readonly nouns: ReadonlyMap<number, PlaceholderNoun>;
  readonly pairs: readonly Pair[];
  readonly blanks: readonly Blank[];
};

export type Item =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'word' | 'open' | 'close' | 'blank'; readonly number: number };

/** Start and end in the sentence, and the number of the pair around it. */
type Placed = { readonly start: number; readonly end: number; readonly parent: number | undefined };

/** `start` and `end` are of its content. */
export type Pair = Placed & { readonly number: number; readonly open: string; readonly close: string };

/** A token between words, or a pair without words and its content. */
export type Blank = Placed;

/** Measured: every mode preserves it, and translates the words around it as around any unknown name. */
const unknownWord = 'Zubrowka';

/** @param placeholders the nouns that were chosen for word tokens, by the numbers of the tokens */
export function readTags(sentence: string, placeholders?: PlaceholderNouns): TaggedSentence {
  const found = findTokens(sentence);
  const counts = countWordCharacters(sentence);
  const holdsWord = (start: number, end: number): boolean => counts[start] !== counts[end];
  const parts = { items: [] as Item[], words: [] as string[], pairs: [] as Pair[], blanks: [] as Blank[] };
  const nouns = new Map<number, PlaceholderNoun>();
  const around: number[] = [];
  let end = 0;
  for (const { token, at, role, number: tokenNumber, other } of found) {
    if (at < end) continue;
    if (at > end) parts.items.push({ kind: 'text', text: sentence.slice(end, at) });
    end = at + token.length;
    const counterpart = other === undefined ? undefined : found[other];
    if (role === 'word') {
      const noun = placeholders?.get(tokenNumber);
      if (noun !== undefined) nouns.set(parts.words.length, noun);
      parts.items.push({ kind: 'word', number: parts.words.push(token) - 1 });
    } else if (role === 'close' && counterpart !== undefined) {
      parts.items.push({ kind: 'close', number: around.pop() ?? 0 });
    } else if (counterpart !== undefined && holdsWord(end, counterpart.at)) {
      const parent = around.at(-1);
      const number = parts.pairs.length;
      parts.pairs.push({ number, open: token, close: counterpart.token, start: end, end: counterpart.at, parent });
      parts.items.push({ kind: 'open', number });
      around.push(number);
    } else {
      if (counterpart !== undefined) end = counterpart.at + counterpart.token.length;
      const number = parts.blanks.push({ start: at, end, parent: around.at(-1) }) - 1;
      parts.items.push({ kind: 'blank', number });
    }
  }
  if (end < sentence.length) parts.items.push({ kind: 'text', text: sentence.slice(end) });
  return { sentence, ...parts, nouns, unknownName: absentWord(sentence) };
}

/** Counts letters, digits and word tokens before each offset: without them, a word-bound blank has no word. */
function countWordCharacters(sentence: string): Uint32Array {
  const plain = sentence.replace(tokenPattern, (token) => (readToken(token).role === 'word' ? 'ww' : '  '));
  const counts = new Uint32Array(sentence.length + 1);
  for (const { index } of plain.matchAll(/[\p{L}\p{N}]/gu)) counts[index + 1] = 1;
  for (let at = 1; at < counts.length; at++) counts[at] = (counts[at] ?? 0) + (counts[at - 1] ?? 0);
  return counts;
}

function absentWord(sentence: string): string {
  const text = sentence.toLowerCase();
  let word = unknownWord;
  while (text.includes(word.toLowerCase())) word += 'x';
  return word;
}
