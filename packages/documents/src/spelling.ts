import type { Piece } from './codes.ts';

/**
 * Encodes as `encode` does, except characters for which the source of the unit has another spelling, such as `&#160;` or
 * `\u2026`: they are written as there.
 */
export function spelledAs(
  source: string,
  pieces: readonly Piece[],
  encode: (text: string) => string,
): (text: string) => string {
  const spellings = new Map<string, string>();
  for (const piece of pieces) {
    if (piece.kind !== 'text' || !/^[^ \t\r\n]$/u.test(piece.text)) continue;
    const raw = source.slice(piece.start, piece.end);
    if (raw !== piece.text) spellings.set(piece.text, raw);
  }
  if (spellings.size === 0) return encode;
  return (text) => Array.from(text, (character) => spellings.get(character) ?? encode(character)).join('');
}
