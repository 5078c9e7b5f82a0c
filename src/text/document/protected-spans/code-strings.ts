import type { Span } from '../span.ts';
import { lengthAt } from './search.ts';

const comment = String.raw`\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/))*\*\/`;
const blank = new RegExp(String.raw`(?:[\s\uFEFF]|${comment}|(['"])use strict\1;?)+`, 'y');
const string = /'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*"|`(?:[^`\\]|\\[^])*`/y;

/** The first statement of a module, or an entry cut from one. */
const beginning =
  /<\?php\s|(?:import|export|const|let|var)\s|module\.exports\b|exports\.|return\s*(?:array\s*)?[[{(]|define\(|\$[A-Za-z_]\w*\s*(?:\[|=)|[{[(]?\s*(?:[\p{Ll}_$][\p{L}\p{M}\p{N}_$]*|'[^'\n]{1,200}'|"[^"\n]{1,200}")\s*(?::|=>)\s*['"`{[]/uy;
const ending = /[,;}\])>]$/;

/** Everything but strings. A name outside statements is followed by a sign, so that no prose is code. */
const code = new RegExp(
  [
    String.raw`(?:(?:import|export|default|const|let|var|return|as|satisfies|type|from|new|function|async|<\?php)(?![\w$])`,
    String.raw`[\s{}()[\],;:=+?|.<>]|${comment}|#[^\n]*|-?\d[\w.]*`,
    String.raw`[\p{L}_$][\p{L}\p{M}\p{N}_$]*(?:(?:\.|->|::)[\w$]+)*(?=\s*(?:[:=([,;)}\]<>|]|from\s|as\s|$)|\s[.+?]\s))+`,
  ].join('|'),
  'uy',
);
const colon = /\s*(?:=>|:(?!:))/y;
/** A subscript, the first argument of a call, a module, or a tag of a template. */
const uncounted = /(?:[\w$\]]\[\s*|(?<=[\w$])(?<!\barray)\(\s*|\bfrom\s*|\bimport\s*|[\w$])$/;

/** Returns the strings of JSON, or of a module in JavaScript, TypeScript or PHP, that are not keys; else undefined. */
export function findStrings(text: string): readonly Span[] | undefined {
  return findJsonValues(text) ?? findCodeStrings(text);
}

function findCodeStrings(text: string): readonly Span[] | undefined {
  let at = lengthAt(blank, text, 0);
  if (lengthAt(beginning, text, at) === 0 || !ending.test(text.slice(-200).trimEnd())) return undefined;
  const values: Span[] = [];
  while (at < text.length) {
    const length = lengthAt(string, text, at);
    const end = at + (length || lengthAt(code, text, at));
    if (end === at) return undefined;
    if (length > 2 && lengthAt(colon, text, end) === 0 && !uncounted.test(text.slice(Math.max(0, at - 20), at)))
      values.push({ start: at + 1, end: end - 1 });
    at = end;
  }
  return values.length > 0 ? values : undefined;
}

const betweenStrings = /[\s{}[\],:]+|-?\d[\d.eE+-]*|true|false|null/y;
const jsonString = /"[^"\\\n]*(?:\\[^\n][^"\\\n]*)*"/y;
const jsonColon = /\s*:/y;
/** An object with objects inside it, to a depth of four. */
const jsonObject = [1, 2, 3, 4].reduce((inner) => String.raw`\{(?:[^{}"]|${jsonString.source}|${inner})*\}`, '(?!)');
/** Metadata of ARB and JSON-LD, such as `"@@locale": "es"` and `"@title": {…}`. */
const metadata = new RegExp(
  String.raw`"@(?:@[^"\\\n]{0,200}|id|type|context|language|vocab|base)"\s*:\s*${jsonString.source}|"@(?!graph")[^"\\\n]{0,200}"\s*:\s*${jsonObject}`,
  'y',
);

/** Returns the strings of JSON or JSON lines that are not keys. Undefined for other texts. */
function findJsonValues(text: string): readonly Span[] | undefined {
  if (!/^\uFEFF?\s*[[{"]/.test(text.slice(0, 100))) return undefined;
  const values: Span[] = [];
  let keys = 0;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length; ) {
    const length = lengthAt(jsonString, text, at);
    const skipped = length > 0 && text[at + 1] === '@' ? lengthAt(metadata, text, at) : 0;
    const end = at + (skipped || length || lengthAt(betweenStrings, text, at));
    if (end === at) return undefined;
    if (skipped > 0 || (length > 0 && lengthAt(jsonColon, text, end) > 0)) keys++;
    else if (length > 0) values.push({ start: at + 1, end: end - 1 });
    at = end;
  }
  const isList = /^\s*\[/.test(text.slice(0, 100)) && text.trimEnd().endsWith(']');
  return keys > 0 || (isList && values.length > 0) ? values : undefined;
}
