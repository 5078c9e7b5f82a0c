/** Text and attribute values of HTML: decoded for translation, and encoded as the source writes them. */
import { parseFragment } from 'parse5';
import type { Encode, Piece } from './codes.ts';
import type { Place } from './skeleton.ts';

const known = new Map<string, string>();

/** Decodes a character reference such as `&eacute;`. One that HTML does not know does not change. */
export function decodeReference(reference: string): string {
  let decoded = known.get(reference);
  if (decoded === undefined) {
    const [node] = parseFragment(reference).childNodes;
    decoded = node !== undefined && 'value' in node ? node.value : reference;
    if (known.size > 5_000) known.clear();
    known.set(reference, decoded);
  }
  return decoded;
}

/** Text as pieces. Runs of white space are one space, unless the place is in `<pre>`. */
export function htmlPieces(text: string, { start, end }: Place, keepsSpace = false): readonly Piece[] {
  const pattern = /&(?:#\w{1,8}|[a-z]\w{1,31});?|[ \t\n\f\r]+|[^& \t\n\f\r]+(?: [^& \t\n\f\r]+)*|&/gi;
  return Array.from(text.slice(start, end).matchAll(pattern), ({ 0: raw, index }): Piece => {
    const decoded = raw.length > 2 && raw.startsWith('&') ? decodeReference(raw) : raw;
    const isSpace = !keepsSpace && /^[ \t\n\f\r]/.test(raw);
    return { kind: 'text', text: isSpace ? ' ' : decoded, start: start + index, end: start + index + raw.length };
  });
}

/**
 * Escapes text for HTML. A character that the source writes as a reference is written so again (`&nbsp;`, `&eacute;`), and
 * what the source has unescaped stays so (`AT&T`, `a > b`). The quote of an attribute
 * is empty if it has none.
 */
export function htmlEncoder(source: string, pieces: readonly Piece[], quote?: string): Encode {
  const references = new Map<string, string>();
  const bare: string[] = [];
  for (const piece of pieces) {
    if (piece.kind !== 'text') continue;
    const raw = source.slice(piece.start, piece.end);
    const isReference = raw.startsWith('&') && raw !== piece.text;
    if (isReference) references.set(piece.text, raw.endsWith(';') ? raw : `${raw};`);
    bare.push(isReference ? ' ' : raw);
  }
  const plain = bare.join('');
  for (const character of references.keys()) if (plain.includes(character)) references.delete(character);
  const unescaped = new Set(plain.match(/&[\w#]*|<[\s\d=]|>/g));
  const encode = (found: string): string => {
    const character = String.fromCodePoint(found.codePointAt(0) ?? 0);
    const rest = found.slice(character.length);
    if (unescaped.has(found)) return found;
    const reference = references.get(character) ?? (character === quote ? quotes[character] : escapes[character]);
    return (reference ?? character) + rest;
  };
  return (text) => {
    const encoded = text.replaceAll(/&[\w#]*|<[\s\d=]?|[>"']|[\u0080-\u{10ffff}]/gu, encode);
    return quote === '' && /[\s"'=<>`]/.test(encoded) ? `"${encoded.replaceAll('"', '&quot;')}"` : encoded;
  };
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const quotes: Readonly<Record<string, string>> = { '"': '&quot;', "'": '&#39;' };
