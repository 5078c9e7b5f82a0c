import { isUnspacedLetter, matchAt } from './scan.ts';

/** Brackets open at the same time; text with more is not an address. */
const depthMax = 16;

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };
const ends = /[\s\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{So}\p{Sk}\p{Pi}\p{Pf}"'`<>|\\^…、。，！？；：（）「」『』【】《》“”„]/u;
/** An entity that does not occur in the query of a URL. */
const textEntity = /&(?:nbsp|lt|gt|quot|apos|laquo|raquo|mdash|hellip|#39|#x27|#34|#160);/y;
const ascii = /[A-Za-z0-9]/;
const sentencePoint = /[.,;:!?*]/;
/** The first surrogates of nearly all emoji. */
const emojiSurrogate = /[\uD83C-\uD83E]/;

/** The end of an address that begins before `at`: before white space, quotes, unmatched brackets, final points. */
export function addressEnd(text: string, at: number): number {
  const open: { readonly closer: string; readonly at: number }[] = [];
  let end = at;
  for (; end < text.length; end++) {
    const character = text.charAt(end);
    const closer = closers[character];
    if (open.length > depthMax) break;
    if (closer) open.push({ closer, at: end });
    else if (character === ')' || character === ']' || character === '}') {
      if (open.pop()?.closer !== character) break;
    } else if (endsAddress(text, end, character)) break;
  }
  end = open[0]?.at ?? end;
  while (end > at && sentencePoint.test(text.charAt(end - 1))) end--;
  return end;
}

function endsAddress(text: string, at: number, character: string): boolean {
  if (character === '&') return matchAt(textEntity, text, at) !== undefined;
  if (ends.test(character) || emojiSurrogate.test(character)) return true;
  // In scripts without spaces, the text continues directly after the address.
  return isUnspacedLetter(character) && ascii.test(text.charAt(at - 1));
}
