import { findProtectedSpans } from '../document/protected-spans/find-protected-spans.ts';
import { noncharacter, readToken, tokenPattern } from '../document/token.ts';
import { withoutTokens } from './words.ts';

/** Punctuation of markup. Engines add some of it themselves: `*unknown`, `@verb`, `**bold**`. */
const structural = /[<>{}[\]$%@#&*_`~|\\/]/;
const structurals = new RegExp(structural, 'g');
/** Character references that engines invent. They get the characters of those in a text. */
const reference = /&(?:#x?[\da-f]{1,6}|amp|lt|gt|quot|apos|nbsp);/gi;
/** A noncharacter that is not the lead of a token. */
const strayUnit = new RegExp(`(?!${tokenPattern.source})${noncharacter.source}`);
/** A number with its unit or currency, which engines may write as symbols, or an ending, which may be another form. */
const quantity = /^(?:\/\p{L}{1,2}$|[^\p{Nd}{}<>[\]`%#@]{0,5}\p{Nd}|[%٪]\p{Nd}{1,9}$)/u;

/** Whether `translation` has the tokens of `sentence` and no other text that would be a protected span. */
export function keepsProtectedSpans(sentence: string, translation: string): boolean {
  return keepsTokens(sentence, translation) && !inventsSpans(sentence, translation);
}

/** Whether `translation` has the tokens of `sentence`, equally often, with nested pairs. */
export function keepsTokens(sentence: string, translation: string): boolean {
  const [sent, came] = [noncharacter.test(sentence), noncharacter.test(translation)];
  if (!sent && !came) return true;
  if (sent !== came) return false;
  const tokens = translation.match(tokenPattern) ?? [];
  const sentTokens = sentence.match(tokenPattern) ?? [];
  if (tokens.length !== sentTokens.length || strayUnit.test(translation) || !isNested(tokens)) return false;
  // In order first, because the order is mostly the same.
  const isInOrder = tokens.every((token, index) => token === sentTokens[index]);
  return isInOrder || tokens.toSorted().join('') === sentTokens.toSorted().join('');
}

/** Whether each opening token has its closing token, the innermost first. */
export function isNested(tokens: readonly string[]): boolean {
  const open: number[] = [];
  for (const token of tokens) {
    const { role, number } = readToken(token);
    if (role === 'open') open.push(number);
    if (role === 'close' && open.pop() !== number) return false;
  }
  return open.length === 0;
}

const wordOrHalf = /[\uFDD1\uFDD2][\uE000-\uEF9F]|[\p{L}\p{N}\uFDD0]/gu;

/** Whether a pair without inner pairs has words in `sentence`, but none of its own in `translation`. */
export function emptiesPair(sentence: string, translation: string): boolean {
  if (!sentence.includes('\uFDD1')) return false;
  const { own, outer } = pairsWithWords(sentence);
  const came = pairsWithWords(translation).own;
  return [...own].some((number) => number >= 0 && !outer.has(number) && !came.has(number));
}

/** The numbers of the pairs with words of their own, -1 for words outside, and of those with inner pairs. */
function pairsWithWords(segment: string): { readonly own: ReadonlySet<number>; readonly outer: ReadonlySet<number> } {
  const [own, outer, around] = [new Set<number>(), new Set<number>(), [-1]];
  for (const [found] of segment.matchAll(wordOrHalf)) {
    const { role, number } = readToken(found);
    const last = around.at(-1) ?? -1;
    if (role === 'close') around.pop();
    else if (role !== 'open') own.add(last);
    else {
      outer.add(last);
      around.push(number);
    }
  }
  return { own, outer };
}

function inventsSpans(sentence: string, translation: string): boolean {
  if (!structural.test(translation)) return false;
  if (count(reference, translation) > count(reference, sentence)) return true;
  const words = withoutTokens(sentence);
  return spansIn(withoutTokens(translation)).some((span) => !words.includes(span) && hasMorePunctuation(span, words));
}

function count(pattern: RegExp, text: string): number {
  return text.match(pattern)?.length ?? 0;
}

/** Whether a span has more of a markup sign than the sentence. A sign that only moved is accepted. */
function hasMorePunctuation(span: string, words: string): boolean {
  return [...new Set(span.match(structurals))].some((sign) => span.split(sign).length > words.split(sign).length);
}

function spansIn(text: string): readonly string[] {
  return findProtectedSpans(text)
    .spans.map(({ start, end }) => text.slice(start, end))
    .filter((span) => structural.test(span) && !quantity.test(span));
}
