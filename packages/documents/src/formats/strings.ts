import type { Piece } from '../codes.ts';
import { type Escaping, escapedPieces, escapeStyle, slotEncoder, unitEscapes } from '../escapes.ts';
import { keyPath } from '../key-path.ts';
import type { PartReader } from '../part-reader.ts';
import { textFilter } from '../text-filter.ts';

/** Values of Apple's strings files: `"key" = "value";`. The comment directly above is the context. */
export const strings = textFilter({
  id: 'strings',
  extensions: ['.strings'],
  mediaTypes: ['text/plain'],
  read(file) {
    const style = escapeStyle(file.text, stringsEscaping);
    let token = tokenAfter(file, 0);
    const take = (kind: Token['kind'], message: string): Token => {
      const taken = token;
      if (taken.kind !== kind) throw file.error('damaged', message, taken.start);
      token = tokenAfter(file, taken.end);
      return taken;
    };
    while (token.kind !== 'end') {
      const { comment } = token;
      const key = textOf(file, take('text', 'expected a key'));
      // A key alone is its own value.
      if (token.kind === '=') {
        take('=', 'expected "="');
        const value = take('text', 'expected a value in quotes');
        const pieces = piecesOf(file, value);
        const notes = { key: keyPath('', key), ...(comment && { context: comment }) };
        if (file.text[value.start] === '"') file.add(pieces, slotEncoder(file.text, pieces, style), notes);
      }
      take(';', 'expected ";"');
    }
  },
});

type Token = {
  readonly kind: 'text' | '=' | ';' | 'end';
  readonly start: number;
  readonly end: number;
  /** The comment directly above. */
  readonly comment: string;
};

const space = /\s+/y;
const bare = /[\w.$:/-]+/y;

function tokenAfter(file: PartReader, from: number): Token {
  const { text } = file;
  let comment = '';
  let start = from;
  for (;;) {
    space.lastIndex = start;
    const white = space.exec(text)?.[0] ?? '';
    if (/(?:\r\n|\n|\r)[ \t]*(?:\r\n|\n|\r)/.test(white)) comment = '';
    start += white.length;
    const opening = text.slice(start, start + 2);
    if (opening !== '/*' && opening !== '//') break;
    const end = commentEnd(file, start);
    const content = text.slice(start + 2, opening === '/*' ? end - 2 : end).trim();
    comment = content === 'No comment provided by engineer.' ? '' : content;
    start = end;
  }
  const first = text[start];
  if (first === undefined) return { kind: 'end', start, end: start, comment };
  if (first === '=' || first === ';') return { kind: first, start, end: start + 1, comment };
  if (first === '"') return { kind: 'text', start, end: stringEnd(file, start), comment };
  bare.lastIndex = start;
  const end = start + (bare.exec(text)?.[0].length ?? 0);
  if (end === start) throw file.error('damaged', 'expected a key or a value', start);
  return { kind: 'text', start, end, comment };
}

function commentEnd(file: PartReader, start: number): number {
  const { text } = file;
  if (text[start + 1] === '/') {
    lineBreak.lastIndex = start;
    return lineBreak.exec(text)?.index ?? text.length;
  }
  const end = text.indexOf('*/', start + 2);
  if (end < 0) throw file.error('damaged', 'the comment has no end', start);
  return end + 2;
}

function stringEnd(file: PartReader, start: number): number {
  const { text } = file;
  stringStop.lastIndex = start + 1;
  for (let stop = stringStop.exec(text); stop !== null; stop = stringStop.exec(text)) {
    if (stop[0] === '"') return stop.index + 1;
    stringStop.lastIndex = stop.index + 2;
  }
  throw file.error('damaged', 'the text has no end', start);
}

const lineBreak = /[\r\n]/g;
const stringStop = /["\\]/g;

/** A line break in quotes stays one. Octal escapes are of an encoding that is no longer in use: they stay as codes. */
function piecesOf(file: PartReader, { start, end }: Token): readonly Piece[] {
  const isQuoted = file.text[start] === '"';
  const place = isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
  return escapedPieces(file.text, place, stringsEscaping).map((piece): Piece => {
    const source = file.text.slice(piece.start, piece.end);
    const kind = /^[\r\n]/.test(source) ? 'break' : /^\\[0-7]/.test(source) ? 'word' : 'text';
    return kind === 'text' ? piece : { kind, start: piece.start, end: piece.end };
  });
}

const textOf = (file: PartReader, token: Token): string =>
  piecesOf(file, token)
    .map((piece) => (piece.kind === 'text' ? piece.text : '\n'))
    .join('');

const names: Readonly<Record<string, string>> = { a: '\u0007', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

const stringsEscaping: Escaping = {
  pattern:
    /\\[uU][dD][89abAB][\da-fA-F]{2}\\[uU][dD][c-fC-F][\da-fA-F]{2}|\\[uU][\da-fA-F]{4}|\\[0-7]{1,3}|\\[^]|\r\n|[\r\n]/g,
  decode(escape) {
    if (/^\\[uU]./.test(escape)) return String(JSON.parse(`"${escape.replaceAll('U', 'u')}"`));
    const name = escape.slice(1);
    return names[name] ?? name;
  },
  special: /["\\\p{Cc}]/gu,
  escapeSpecial(character) {
    if (/["\\]/.test(character)) return `\\${character}`;
    const name = { '\n': 'n', '\r': 'r', '\t': 't' }[character];
    return name === undefined ? unitEscapes(character, undefined, '\\U') : `\\${name}`;
  },
  byCode: (character, hex) => unitEscapes(character, hex, '\\U'),
};
