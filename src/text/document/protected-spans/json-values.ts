import type { Span } from '../span.ts';
import { lengthAt } from './search.ts';

const between = /[\s{}[\],:]+|-?\d[\d.eE+-]*|true|false|null/y;
const string = /"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"/y;
const colon = /\s*:/y;

/** Returns the strings of JSON or JSON lines that are not keys. Undefined for other texts. */
export function findJsonValues(text: string): readonly Span[] | undefined {
  if (!/^\uFEFF?\s*[[{"]/.test(text.slice(0, 100))) return undefined;
  const values: Span[] = [];
  let keys = 0;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
    const length = lengthAt(string, text, at);
    const end = at + (length || lengthAt(between, text, at));
    if (end === at) return undefined;
    if (length > 0 && lengthAt(colon, text, end) > 0) keys++;
    else if (length > 0) values.push({ start: at + 1, end: end - 1 });
    at = end;
  }
  const isList = /^\s*\[/.test(text.slice(0, 100)) && text.trimEnd().endsWith(']');
  return keys > 0 || (isList && values.length > 0) ? values : undefined;
}
