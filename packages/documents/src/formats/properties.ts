import type { Piece } from '../codes.ts';
import { type Escaping, escapedPieces, escapeStyle, escapesLetters, slotEncoder, unitEscapes } from '../escapes.ts';
import { keyPath } from '../key-path.ts';
import type { PartReader, UnitNotes } from '../part-reader.ts';
import { textFilter } from '../text-filter.ts';

/** Values of Java's property files, as `java.util.Properties` reads them. A comment directly above is the context. */
export const properties = textFilter({
  id: 'properties',
  extensions: ['.properties'],
  mediaTypes: ['text/x-java-properties', 'text/plain'],
  otherEncoding: 'iso-8859-1',
  read(file) {
    const { text } = file;
    const add = valueReader(file);
    let comment: string[] = [];
    let next = 0;
    while (next < text.length) {
      const start = skipBlank(text, next);
      const isComment = text[start] === '#' || text[start] === '!';
      const end = isComment ? find(text, start, lineBreak) : findUnescaped(text, start, lineStop);
      const keyEnd = findUnescaped(text, start, keyStop);
      if (isComment) comment.push(text.slice(start, end).replace(/^[#!]+ ?/, ''));
      else if (start < end) {
        const context = comment.join('\n').trim();
        const key = keyPath('', text.slice(start, keyEnd).replaceAll(escape, decode));
        add({ start: valueStart(text, keyEnd), end }, { key, ...(context && { context }) });
      }
      if (!isComment) comment = [];
      next = end + (text.startsWith('\r\n', end) ? 2 : 1);
    }
  },
});

const lineBreak = /[\r\n]/g;
const lineStop = /[\\\r\n]/g;
const keyStop = /[\\ \t\f\r\n:=]/g;

/** The first match from an offset on, or the end of the text. */
function find(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}

/** The first match that no backslash escapes. A backslash at the end of a line joins the next one. */
function findUnescaped(text: string, from: number, pattern: RegExp): number {
  let at = find(text, from, pattern);
  while (text[at] === '\\') {
    const isJoin = /[\r\n]/.test(text[at + 1] ?? '');
    at = find(text, isJoin ? skipBlank(text, at) : at + 2, pattern);
  }
  return at;
}

const blank = /[ \t\f]+|\\(?:\r\n|\r|\n)/y;

/** Skips white space and joined lines. */
function skipBlank(text: string, from: number): number {
  let at = from;
  for (blank.lastIndex = at; blank.test(text); blank.lastIndex = at) at = blank.lastIndex;
  return at;
}

function valueStart(text: string, keyEnd: number): number {
  const at = skipBlank(text, keyEnd);
  return text[at] === ':' || text[at] === '=' ? skipBlank(text, at + 1) : at;
}

/** Halves of a surrogate pair are one character, and so is a line break with the joined line after it. */
const escape =
  /\\u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|\\u[\da-fA-F]{4}|(?:\\n)?\\(?:\r\n|\r|\n)[ \t\f]*|\\[^]?/g;

function decode(raw: string): string {
  if (/^\\u./.test(raw)) return String(JSON.parse(`"${raw}"`));
  if (/[\r\n]/.test(raw)) return raw.startsWith('\\n') ? '\n' : '';
  const name = raw.slice(1);
  return { n: '\n', r: '\r', t: '\t', f: '\f' }[name] ?? name;
}

function escapeSpecial(character: string): string {
  if (character === '\\') return '\\\\';
  const name = { '\n': 'n', '\r': 'r', '\t': 't', '\f': 'f' }[character];
  return name === undefined ? unitEscapes(character) : `\\${name}`;
}

type Place = { readonly start: number; readonly end: number };

function valueReader(file: PartReader): (place: Place, notes: UnitNotes) => void {
  const { text, encoding } = file;
  const special = encoding.name === 'iso-8859-1' ? /\\|\p{Cc}|[^\0-\u00ff]/gu : /\\|\p{Cc}/gu;
  const plain: Escaping = { pattern: escape, decode, special, escapeSpecial, byCode: unitEscapes };
  const message: Escaping = {
    ...plain,
    pattern: new RegExp(`''|${quoted.source}|${escape.source}`, 'g'),
    decode: (raw) => (raw === "''" ? "'" : raw.startsWith("'") ? raw : decode(raw)),
    special: new RegExp(`'|${special.source}`, 'gu'),
    escapeSpecial: (character) => (character === "'" ? "''" : escapeSpecial(character)),
  };
  // Programs read a file of ASCII as UTF-8 or as ISO-8859-1. Escapes are right for both.
  const isAscii = encoding.name === 'utf-8' && !encoding.hasBom && !/[^\0-\u007f]/.test(text);
  const escapesAll = isAscii || (escapesLetters(text) ?? false);
  const styles = [escapeStyle(text, plain, escapesAll), escapeStyle(text, message, escapesAll)] as const;
  return (place, notes) => {
    const raw = text.slice(place.start, place.end);
    const style = styles[isMessage(raw) ? 1 : 0];
    const pieces = escapedPieces(text, place, style.escaping).map((piece): Piece => {
      const source = text.slice(piece.start, piece.end);
      if (source === '\\u') throw file.error('damaged', '\\u needs four hexadecimal digits', piece.start);
      return /^'[{}]/.test(source) && style === styles[1]
        ? { kind: 'word', start: piece.start, end: piece.end }
        : piece;
    });
    file.add(pieces, slotEncoder(text, pieces, style), notes);
  };
}

/** Braces that `MessageFormat` takes as text. */
const quoted = /'(?:\{[^'{}]*\}|[{}])'/;

/**
 * Whether a value is a `MessageFormat`, which writes an apostrophe as two. One with a single apostrophe was not written for
 * it, whatever its braces.
 */
const isMessage = (raw: string): boolean =>
  /\{\d+[,}]/.test(raw) && !raw.replaceAll(new RegExp(`''|${quoted.source}`, 'g'), '').includes("'");
