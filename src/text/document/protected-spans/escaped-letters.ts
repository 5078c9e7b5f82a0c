import type { ProtectedSpan, SpelledCharacter } from '../span.ts';

const escapes = /^(?:\\u[\da-fA-F]{4})+$/;
/** The escape of one character, which may have two UTF-16 units. */
const escapedCharacter = /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}/g;
const letter = /^[\p{L}\p{M}]$/u;
const apostrophe = /^['’ʼ]$/;
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
  return letter.test(character) || (apostrophe.test(character) && letterBefore.test(before) && letterAfter.test(after));
}
