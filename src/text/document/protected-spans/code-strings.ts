import type { Span } from '../span.ts';
import { findJsonValues } from './json-values.ts';
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
