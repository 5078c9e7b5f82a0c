import type { Span } from '../span.ts';
import { lengthAt } from './search.ts';

const between = /[\s{}[\],:]+|-?\d[\d.eE+-]*|true|false|null/y;
const string = /"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"/y;
const colon = /\s*:/y;
/** An object with objects inside it, to a depth of four. */
const object = [1, 2, 3, 4].reduce((inner) => String.raw`\{(?:[^{}"]|${string.source}|${inner})*\}`, '(?!)');
/** Metadata of ARB and JSON-LD, such as `"@@locale": "es"` and `"@title": {…}`. */
const metadata = new RegExp(
  String.raw`"@(?:@[^"\\\n]{0,200}|id|type|context|language|vocab|base)"\s*:\s*${string.source}|"@(?!graph")[^"\\\n]{0,200}"\s*:\s*${object}`,
  'y',
);

/** Returns the strings of JSON or JSON lines that are not keys. Undefined for other texts. */
export function findJsonValues(text: string): readonly Span[] | undefined {
  if (!/^\uFEFF?\s*[[{"]/.test(text.slice(0, 100))) return undefined;
  const values: Span[] = [];
  let keys = 0;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
    const length = lengthAt(string, text, at);
    const skipped = length > 0 && text[at + 1] === '@' ? lengthAt(metadata, text, at) : 0;
    const end = at + (skipped || length || lengthAt(between, text, at));
    if (end === at) return undefined;
    if (skipped > 0 || (length > 0 && lengthAt(colon, text, end) > 0)) keys++;
    else if (length > 0) values.push({ start: at + 1, end: end - 1 });
    at = end;
  }
  const isList = /^\s*\[/.test(text.slice(0, 100)) && text.trimEnd().endsWith(']');
  return keys > 0 || (isList && values.length > 0) ? values : undefined;
}
