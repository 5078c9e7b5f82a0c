/** Strings with escapes: read as pieces, and written in the style of the slot that a translation replaces. */
import type { Piece } from './codes.ts';
import type { Unit } from './file.ts';
import type { PartReader, UnitNotes } from './part-reader.ts';

/** How the strings of a format escape characters. */
export type Escaping = {
  /** Matches one escape. Global. */
  readonly pattern: RegExp;
  readonly decode: (escape: string) => string;
  /** Matches a character that must be escaped. Global. */
  readonly special: RegExp;
  readonly escapeSpecial: (character: string) => string;
  /** The escape of any other character, by its code. `hex` has the digits of a number, in the case that the file uses. */
  readonly byCode: (character: string, hex: Hex) => string;
};

/** Cuts a part of a text into escapes, one piece each, and what is between them. */
export function escapedPieces(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  { pattern, decode }: Pick<Escaping, 'pattern' | 'decode'>,
): readonly Piece[] {
  const raw = text.slice(start, end);
  const pieces: Piece[] = [];
  let from = 0;
  const addText = (to: number): void => {
    if (to > from) pieces.push({ kind: 'text', text: raw.slice(from, to), start: start + from, end: start + to });
    from = to;
  };
  for (const { 0: escape, index } of raw.matchAll(pattern)) {
    addText(index);
    from += escape.length;
    pieces.push({ kind: 'text', text: decode(escape), start: start + index, end: start + from });
  }
  addText(raw.length);
  return pieces;
}

export type EscapeStyle = { readonly escaping: Escaping; readonly escapesAll: boolean; readonly hex: Hex };
type Hex = (code: number, length: number) => string;

const lowerHex: Hex = (code, length) => code.toString(16).padStart(length, '0');

/** The style of a file's escapes, for slots without letters that could have one. */
export function escapeStyle(file: string, escaping: Escaping, escapesAll = escapesLetters(file) ?? false): EscapeStyle {
  const isUpper = /\\[xuU][\da-f]{0,7}[A-F]/.test(file);
  const hex = (code: number, length: number): string => {
    const digits = lowerHex(code, length);
    return isUpper ? digits.toUpperCase() : digits;
  };
  return { escaping, escapesAll, hex };
}

/** Returns a function that encodes translations of a slot with the escapes that the slot has, or else those of its file. */
export function slotEncoder(
  text: string,
  pieces: readonly Piece[],
  { escaping, escapesAll, hex }: EscapeStyle,
): (translation: string) => string {
  const own = new Map<string, string>();
  let raw = '';
  for (const piece of pieces) {
    if (piece.kind !== 'text') continue;
    const source = text.slice(piece.start, piece.end);
    raw += source;
    // A space is escaped for its place, such as the start of a value.
    if (source !== piece.text && piece.text !== ' ') own.set(piece.text, source);
  }
  const all = escapesLetters(raw) ?? escapesAll;
  const { special, escapeSpecial, byCode } = escaping;
  if (own.size === 0 && !all) return (translation) => translation.replaceAll(special, escapeSpecial);
  const encode = (character: string, at: number, whole: string): string => {
    const escaped = own.get(character) ?? character.replaceAll(special, escapeSpecial);
    // White space at the start of a joined line is read only if it is escaped.
    if (whole[at + 1] === ' ' && /\\n\\\s+$/.test(escaped)) return `${escaped}\\`;
    return all && character > '\u007f' && escaped === character ? byCode(character, hex) : escaped;
  };
  return (translation) => translation.replaceAll(/[^]/gu, encode);
}

/** Returns a function that adds the unit of a string, by the place between its quotes. */
export function stringReader(
  file: PartReader,
  style: EscapeStyle,
): (place: { readonly start: number; readonly end: number }, notes: UnitNotes) => Unit | undefined {
  return (place, notes) => {
    const pieces = escapedPieces(file.text, place, style.escaping);
    return file.add(pieces, slotEncoder(file.text, pieces, style), notes);
  };
}

/** Whether letters beyond ASCII are escaped, undefined without such letters. One that is not escaped decides. */
export function escapesLetters(raw: string): boolean | undefined {
  if (letter.test(raw)) return false;
  for (const [, digits = ''] of raw.matchAll(/\\[xuU]([\da-fA-F]{2,8})/g)) {
    const code = Number.parseInt(digits.length < 4 ? digits : digits.slice(0, 4), 16);
    if (letter.test(String.fromCharCode(code))) return true;
  }
  return undefined;
}

/** Letters beyond ASCII. */
const letter = /[^\P{L}\0-\u007f]/u;

/** The escapes of the UTF-16 units of a character, such as `\u00e9`. */
export const unitEscapes = (character: string, hex: Hex = lowerHex, prefix: '\\u' | '\\U' = '\\u'): string =>
  Array.from({ length: character.length }, (_, index) => prefix + hex(character.charCodeAt(index), 4)).join('');
