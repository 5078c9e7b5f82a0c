import type { SpelledCharacter } from '../span.ts';
import { findBeyond } from './emoji.ts';
import rows from './entity-names.json' with { type: 'json' };
import { findSeparator } from './notes.ts';
import { type Finder, isWordAt, matchAt, type Scan, type SpanFinding, scanOf } from './scan.ts';

/**
 * Characters of HTML by name. A row of the file has a first code point, and the names from there; `-` means no name.
 * Source: HTML 4.01, section 24; of Latin Extended-A, HTML 5, section 13.5.
 */
export const entityCharacters: ReadonlyMap<string, string> = new Map(
  (rows as [number, string][]).flatMap(([first, names]) =>
    names.split(' ').map((name, index) => [name, String.fromCodePoint(first + index)] as const),
  ),
);

export const entityBody = '(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});';
const entity = new RegExp(`&${entityBody}`, 'y');
/** The rest of an entity after an escaped ampersand, in a text that was escaped twice. */
const escapedAgain = new RegExp(entityBody, 'y');

const escapedTag =
  /&lt;\/?[A-Za-z][\w:-]{0,40}(?:\s{1,9}[\w:.@-]{1,60}=(?:"[^"<>\n]{0,300}"|'[^'<>\n]{0,300}'|&quot;(?:[^<>"&\n]|&amp;|&#39;){0,300}&quot;|[\w#%./:-]{1,300})){0,12}\s{0,9}\/?&gt;/y;

const letter = /[\p{L}\p{M}]/u;
/** Letters, punctuation and signs; not numbers, invisible characters, nor the bullets and arrows between texts. */
const textual = /(?![•⋅\u2190-\u21FF])[\p{L}\p{M}\p{P}\p{S}]/u;
/** Characters that are part of a word inside one. */
const joiner = /[·\u200C\u200D]/;
const glue = /[&<>]/;
const codePointMax = 0x10ffff;
/** UTF-16 units on each side that decide whether a sign separates titles. */
const separatorContext = 1_000;
/** Maximum length of the word on one side of an entity, in UTF-16 units. */
const wordLengthMax = 64;

/** An entity, by its `&`. One of a letter or sign is spelling. `&`, `<` and `>` join words: "AT&amp;T". */
export const findEntity: Finder = (scan, at) => {
  const { text } = scan;
  const end = matchAt(entity, text, at);
  if (end === undefined) return undefined;
  const tagEnd = matchAt(escapedTag, text, at);
  if (tagEnd !== undefined) return { start: at, end: tagEnd, role: 'point' };
  const read = decode(text.slice(at + 1, end - 1));
  // "Tom&Jerry; Bob" contains no entity.
  if (!read) return isWordAt(text, at - 1) ? undefined : { start: at, end, role: 'point' };
  // A soft hyphen in a word is not part of its spelling.
  if (read.character === '\u00AD' && isWordAt(text, at - 1)) return { start: at, end, ...read, character: '' };
  const glued = glue.test(read.character) ? findGlued(scan, at, end) : undefined;
  if (glued) return glued;
  const before = text.slice(Math.max(0, at - separatorContext), at);
  const shown = scanOf(before + read.character + text.slice(end, end + separatorContext));
  if (!letter.test(read.character) && findSeparator(shown, before.length)) return { start: at, end, role: 'bound' };
  const isSpelled = isSpelling(read.character, scan, { start: at, end });
  return { start: at, end, ...(isSpelled ? read : { role: 'point' as const }) };
};

/** Whether a protected span is one entity for white space, "&nbsp;". */
export function isSpaceEntity(written: string): boolean {
  if (matchAt(entity, written, 0) !== written.length) return false;
  return /^\s$/.test(decode(written.slice(1, -1))?.character ?? '');
}

/** Whether a text has a letter as a numeric entity, "&#1044;". Then all its letters may be entities. */
export function spellsLetters(text: string): boolean {
  for (const { 0: written } of text.matchAll(/&#[0-9]{1,7};/g)) {
    if (letter.test(decode(written.slice(1, -1))?.character ?? '')) return true;
  }
  return false;
}

type Decoded = Pick<SpelledCharacter, 'character' | 'spelling'>;

function decode(name: string): Decoded | undefined {
  if (!name.startsWith('#')) {
    const character = entityCharacters.get(name);
    return character === undefined ? undefined : { character, spelling: 'named' };
  }
  const hexadecimal = /^#x/i.test(name);
  const codePoint = hexadecimal ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  const character = codePoint > codePointMax ? '\uFFFD' : String.fromCodePoint(codePoint);
  return { character, spelling: hexadecimal ? 'hexadecimal' : 'decimal' };
}

function isSpelling(character: string, scan: Scan, { start, end }: { start: number; end: number }): boolean {
  if (!joiner.test(character)) return textual.test(character) && !findBeyond(scanOf(character), 0);
  return (scan.spelledEnd === start || letter.test(scan.text.charAt(start - 1))) && beginsWithLetter(scan.text, end);
}

function beginsWithLetter(text: string, at: number): boolean {
  if (letter.test(text.charAt(at))) return true;
  const end = matchAt(entity, text, at);
  return end !== undefined && letter.test(decode(text.slice(at + 1, end - 1))?.character ?? '');
}

/** The span of all of "AT&amp;T", or of an entity that was escaped twice, "&amp;nbsp;". */
function findGlued({ text, floor }: Scan, at: number, entityEnd: number): SpanFinding | undefined {
  let inside = escapedEnd(text, entityEnd);
  const isEscaped = inside > entityEnd;
  const isLetter = isEscaped && letter.test(decode(text.slice(entityEnd, inside - 1))?.character ?? '');
  let start = at;
  while (start > floor && at - start < wordLengthMax && isWordAt(text, start - 1)) start--;
  let end = wordEnd(text, inside);
  const joins = isEscaped ? isLetter : start < at && end > inside;
  if (!joins) return isEscaped ? { start: at, end: inside, role: 'point' } : undefined;
  for (let next = matchAt(entity, text, end); next !== undefined; next = matchAt(entity, text, end)) {
    inside = escapedEnd(text, next);
    if (!glue.test(decode(text.slice(end + 1, next - 1))?.character ?? '') || wordEnd(text, inside) === inside) break;
    end = wordEnd(text, inside);
  }
  return { start, end, role: 'word' };
}

function escapedEnd(text: string, at: number): number {
  const end = matchAt(escapedAgain, text, at);
  return end !== undefined && decode(text.slice(at, end - 1)) ? end : at;
}

function wordEnd(text: string, at: number): number {
  let end = at;
  while (end - at < wordLengthMax && isWordAt(text, end)) end++;
  return end;
}
