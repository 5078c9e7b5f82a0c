import type { Span } from '../span.ts';
import { type Finder, matchAt, type Scan } from './scan.ts';

/** Maximum nesting of arguments in cases. Deeper ones are text. */
const depthMax = 8;

const head =
  /\{\s{0,20}[\p{L}\p{N}_.$-]{1,64}\s{0,20},\s{0,20}(?:plural|select|selectordinal)\s{0,20},\s{0,20}(?:offset\s{0,5}:\s{0,5}\d{1,4}\s{0,20})?/uy;
const selector = /\s{0,100}(?:=\d{1,9}|[\p{L}_][\p{L}\p{M}\p{N}_-]{0,63})\s{0,20}\{/uy;
const end = /\s{0,100}\}/y;
/** Alternatives of Java's ChoiceFormat, and the limit before each: `{0,choice,0#none|1#one|1<{0} files}`. */
const choiceHead = /\{\s{0,20}\d{1,4}\s{0,20},\s{0,20}choice\s{0,20},/y;
const limit = /\s{0,20}-?(?:\d{1,15}(?:\.\d{1,15})?|∞)\s{0,20}[#<≤]/y;
const simple =
  /\{\s{0,20}[\p{L}\p{N}_.$-]{1,64}\s{0,20},\s{0,20}(?:number|date|time|spellout|ordinal|duration|list)\s{0,20}(?:,[^{}\n]{1,200})?\}/uy;
const plain = /[^{}'|]{1,2000}|\|/y;
/** Braces in a case that are not an argument with cases: `{name}`, `{{name}}`. */
const braces = /\{\{[^{}]{1,200}\}\}|\{[^{}]{1,200}\}/y;
const quoted = /'[{}#|][^']{0,2000}(?:'|$)/y;
const letter = /\p{L}/u;

/**
 * An argument of an ICU message, by its brace: `{count, number}`, or with cases; their texts (`inner`) are parsed
 * separately. A malformed one is text. Apostrophes quote only braces (DOUBLE_OPTIONAL). Source: ICU User Guide.
 */
export const findIcuArgument: Finder = (scan, at) => {
  const simpleEnd = matchAt(simple, scan.text, at);
  if (simpleEnd !== undefined) return { start: at, end: simpleEnd, role: 'word' };
  const inner: Span[] = [];
  const argumentEnd = endOfArgument(scan, at, { depth: 0, inner });
  return argumentEnd === undefined ? undefined : { start: at, end: argumentEnd, role: 'word', inner };
};

type Place = {
  readonly depth: number /** Texts of the cases of the outermost argument. */;
  readonly inner?: Span[] | undefined;
};

function endOfArgument(scan: Scan, at: number, { depth, inner }: Place): number | undefined {
  const { text } = scan;
  if (depth >= depthMax) return undefined;
  const choices = matchAt(choiceHead, text, at);
  if (choices !== undefined) return endOfChoices(scan, choices, { depth, inner });
  let next = matchAt(head, text, at);
  if (next === undefined) return undefined;
  for (let cases = 0; ; cases++) {
    const argumentEnd = matchAt(end, text, next);
    if (argumentEnd !== undefined) return cases > 0 ? argumentEnd : undefined;
    const start = matchAt(selector, text, next);
    const textEnd = start === undefined ? undefined : endOfText(scan, start, { depth, closers: '}' });
    if (start === undefined || textEnd === undefined) return undefined;
    if (inner) addTrimmed(text, { start, end: textEnd }, inner);
    next = textEnd + 1;
  }
}

function endOfChoices(scan: Scan, from: number, { depth, inner }: Place): number | undefined {
  const { text } = scan;
  for (let next = from; ; next++) {
    const start = matchAt(limit, text, next);
    const textEnd = start === undefined ? undefined : endOfText(scan, start, { depth, closers: '|}' });
    if (start === undefined || textEnd === undefined) return undefined;
    if (inner) addTrimmed(text, { start, end: textEnd }, inner);
    if (text[textEnd] === '}') return textEnd + 1;
    next = textEnd;
  }
}

type Ending = { readonly depth: number; readonly closers: '}' | '|}' };

/** Returns the end of the text of a case: the offset of what closes it. */
function endOfText(scan: Scan, start: number, { depth, closers }: Ending): number | undefined {
  const { text } = scan;
  let at = start;
  while (scan.icuBudget > 0 && at < text.length) {
    if (closers.includes(text.charAt(at))) return at;
    const next =
      matchAt(plain, text, at) ??
      (text[at] === "'" ? (matchAt(quoted, text, at) ?? at + 1) : undefined) ??
      endOfArgument(scan, at, { depth: depth + 1 }) ??
      matchAt(braces, text, at);
    if (next === undefined) return undefined;
    scan.icuBudget -= next - at;
    at = next;
  }
  return undefined;
}

function addTrimmed(text: string, { start, end: textEnd }: Span, inner: Span[]): void {
  const said = text.slice(start, textEnd);
  if (!letter.test(said)) return;
  inner.push({ start: textEnd - said.trimStart().length, end: start + said.trimEnd().length });
}
