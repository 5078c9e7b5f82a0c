import type { Span } from '../span.ts';
import { lengthAt } from './search.ts';

/** `{0}`, `{1,2}`, `[2,*]` and `]1,Inf[`, before the numbers' text. */
const selector =
  /\s*(?:\{\s*-?\d{1,9}(?:\s*,\s*-?\d{1,9}){0,9}\s*\}|[[\]]\s*(?:-Inf|\*|-?\d{1,9})\s*,\s*(?:\+?Inf|\*|-?\d{1,9})\s*[[\]])\s*/y;
/** Between words, without spaces. */
const besideWords = /(?<=[\p{L}\p{M}\p{N}.!?…)\]}%>"'»”’])\|(?=[\p{L}\p{N}¿¡:%@({<"'«“‘-])/uy;
const brackets: Readonly<Record<string, number>> = { '(': 1, '[': 1, '{': 1, ')': -1, ']': -1, '}': -1 };

/**
 * Returns the texts of a message of Laravel or Symfony with a text for each number, `{0} None|[2,*] Many`, or
 * `one apple|many apples`. Undefined for other texts.
 */
export function findAlternatives(text: string): readonly Span[] | undefined {
  if (!text.includes('|') || text.includes('\n')) return undefined;
  const texts: Span[] = [];
  let start = lengthAt(selector, text, 0);
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    depth += brackets[text.charAt(at)] ?? 0;
    if (text[at] !== '|' || depth !== 0) continue;
    const selected = lengthAt(selector, text, at + 1);
    if (selected === 0 && lengthAt(besideWords, text, at) === 0) return undefined;
    texts.push({ start, end: at });
    start = at + 1 + selected;
    at = start - 1;
  }
  return texts.length > 0 && depth === 0 ? [...texts, { start, end: text.length }] : undefined;
}
