import { inOrder, outside, type ProtectedSpan, type Span, type SpelledCharacter, spansOf } from '../span.ts';
import type { Drafted, SpanDraft } from './draft.ts';

/** Also escaped once more, `\\n`. `\textbf` is a command, not a tab. */
const backslash = /\\(?:\\{0,3}(?:r\\{1,4}n|[nrth](?![a-z]{1,20}\{|ext[a-z]))|N|\r?(?=\n)|[!-/:-@[-`{-~])/g;
const bareQuote = /(?<!\\)"/;
/** Text around a backslash in a path without a drive: `lib\name.txt` or `app\name\code`, unlike `one\ntwo`. */
const pathBefore = /[\w.-][\w.\\-]{0,100}$/;
const pathAfter = /^[\w\\-]{0,100}(?:\.[A-Za-z]\w{0,4}(?!\w)|\\[ac-egi-mo-qsw-z])/;
const pathRest = /\\[ac-egi-mo-qsw-z]/;

const letter = /\p{L}/u;
/** Java's messages, SQL and YAML double an apostrophe. */
const doubledApostrophe = /(?<=\p{L})''(?=\p{L})/gu;
/** A blank in a form, or the leader before a page number. */
const blank = /_{4,}|\.{5,}|…{2,}|(?:[.] ){4,}/g;
/** Each blank contains one of these. */
const blankSigns = ['____', '.....', '……', '. . '];

/** Adds escapes of Markdown and of strings, where a line break ends a sentence. In `l\'eau` it is spelling. */
export function addEscapes(text: string, drafts: readonly SpanDraft[]): Drafted {
  const apostrophe = (span: Span): SpelledCharacter => ({ ...span, character: "'", spelling: 'escaped' });
  const doubled = text.includes("''") ? spansOf(text, doubledApostrophe) : [];
  const spelled = outside(doubled, drafts).map(apostrophe);
  if (!text.includes('\\')) return { drafts, spelled };
  const found: SpanDraft[] = [];
  const escapesQuotes = !bareQuote.test(text);
  for (const { start, end } of outside(spansOf(text, backslash), drafts)) {
    const escape = text.slice(start, end).trimEnd();
    const span = { start, end: start + escape.length };
    const isBetween = letter.test(text.charAt(start - 1)) && letter.test(text.charAt(span.end));
    if (escape === "\\'" && isBetween) spelled.push(apostrophe(span));
    else if (escape === '\\"' && escapesQuotes) spelled.push({ ...span, character: '"', spelling: 'escaped' });
    else if (!dividesPath(text, start)) found.push({ ...span, role: /^\\+[rnN]/.test(escape) ? 'bound' : 'point' });
  }
  return { drafts: inOrder(drafts, found), spelled };
}

/** Adds runs of points, and blanks of forms. */
export function addBlanks(text: string, drafts: readonly SpanDraft[]): readonly SpanDraft[] {
  if (!blankSigns.some((mark) => text.includes(mark))) return drafts;
  const blanks = outside(spansOf(text, blank), drafts).map((span): SpanDraft => ({ ...span, role: 'point' }));
  return inOrder(drafts, blanks);
}

/** Whether the backslash is between two names of a path. */
function dividesPath(text: string, index: number): boolean {
  if (!/^\\+[a-z]/.test(text.slice(index, index + 5))) return false;
  const before = pathBefore.exec(text.slice(Math.max(0, index - 100), index))?.[0];
  if (before === undefined) return false;
  return pathRest.test(before) || pathAfter.test(text.slice(index, index + 100));
}

const escapes = /^(?:\\u[\da-fA-F]{4})+$/;
/** The escape of one character, which may have two UTF-16 units. */
const escapedCharacter = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}/g;
const singleLetter = /^[\p{L}\p{M}]$/u;
const anyApostrophe = /^['’ʼ]$/;
const letterBefore = /(?:\p{L}|\\u[\da-fA-F]{4})$/u;
const letterAfter = /^(?:\p{L}|\\u[\da-fA-F]{4})/u;

/** Splits a span of escaped characters, as in `caf\u00e9`, into spelled letters and others; else undefined. */
export function readEscapedLetters(
  text: string,
  span: ProtectedSpan | SpelledCharacter,
): readonly (ProtectedSpan | SpelledCharacter)[] | undefined {
  if (!('role' in span) || span.end - span.start < 6 || text[span.start + 1] !== 'u') return undefined;
  const written = text.slice(span.start, span.end);
  if (!escapes.test(written)) return undefined;
  return [...written.matchAll(escapedCharacter)].map(({ 0: escape, index }) => {
    const start = span.start + index;
    const end = start + escape.length;
    const character = decode(escape);
    return isSpelling(character, text.slice(Math.max(0, start - 6), start), text.slice(end, end + 6))
      ? { start, end, character, spelling: 'escaped' }
      : { start, end, role: span.role };
  });
}

function decode(escape: string): string {
  const units = [...escape.matchAll(/[\da-fA-F]{4}/g)].map(([unit]) => Number.parseInt(unit, 16));
  return String.fromCharCode(...units);
}

function isSpelling(character: string, before: string, after: string): boolean {
  return (
    singleLetter.test(character) ||
    (anyApostrophe.test(character) && letterBefore.test(before) && letterAfter.test(after))
  );
}
