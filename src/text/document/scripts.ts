import { unspacedScripts } from '../languages/script-letters.ts';
import { UnitKinds } from './unit-kinds.ts';

/** Letters of scripts without spaces between words, and the characters that attach to these letters. */
const unspaced = new RegExp(
  String.raw`[${unspacedScripts}\u3001-\u3003\u3005-\u301F\u30FB-\u30FF\uFF00-\uFF0F\uFF1A-\uFF20\uFF3B-\uFF40\uFF5B-\uFF65]`,
  'u',
);

/** Characters of words in scripts with spaces, without Hangul: Korean attaches particles to names. */
const spacedWord = new RegExp(String.raw`[[\p{L}\p{M}\p{N}]--[${unspacedScripts}\p{Script=Hangul}\u30FC]]`, 'v');

const spacedUnits = new UnitKinds(spacedWord);

/** Characters of two columns in plain text. Source: UAX #11, East Asian Width. */
const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6]|[\u{20000}-\u{3FFFD}]/gu;

/** Returns the code point that begins at `index`, as text; empty at the end. */
export function characterAt(text: string, index: number): string {
  const point = text.codePointAt(index);
  return point === undefined ? '' : String.fromCodePoint(point);
}

/** Returns the code point that ends before `index`, as text; empty at the start. */
export function characterBefore(text: string, index: number): string {
  if (index <= 0) return '';
  const isLow = (text.charCodeAt(index - 1) & 0xfc00) === 0xdc00;
  const isPair = isLow && index > 1 && (text.charCodeAt(index - 2) & 0xfc00) === 0xd800;
  return text.slice(index - (isPair ? 2 : 1), index);
}

export function isOfSpacedWord(character: string): boolean {
  return character.length === 1 ? spacedUnits.of(character.charCodeAt(0)) === 1 : spacedWord.test(character);
}

export function isUnspaced(character: string): boolean {
  return unspaced.test(character);
}

/** Returns the start of the word characters before `index`; `index` if there are none. */
export function wordStart(text: string, index: number): number {
  let start = index;
  for (;;) {
    const character = characterBefore(text, start);
    if (character === '' || !isOfSpacedWord(character)) return start;
    start -= character.length;
  }
}

/** Returns the end of the word characters from `index` on; `index` if there are none. */
export function wordEnd(text: string, index: number): number {
  let end = index;
  for (;;) {
    const character = characterAt(text, end);
    if (character === '' || !isOfSpacedWord(character)) return end;
    end += character.length;
  }
}

/** Width of a line of plain text in columns. */
export function columnsOf(line: string): number {
  return line.length + (line.match(wide)?.length ?? 0);
}
