/** The role of a character in word segmentation. */
export const kinds = {
  /** A letter or digit of a script with spaces between words. */
  letter: 1,
  /** Belongs to the character before it. */
  mark: 2,
  /** Invisible: a soft hyphen, a joiner, a variation selector. */
  ignorable: 3,
  space: 4,
  /** A letter of a script without spaces between words; ICU's dictionaries find the words. */
  unspaced: 5,
  hangul: 6,
  sign: 7,
  /** Invisible end of a word: ZERO WIDTH SPACE. */
  seam: 8,
} as const;

export type CharacterKind = (typeof kinds)[keyof typeof kinds];

/** The first match applies. U+0E33, U+0EB3, vowels and finals of Hangul join the letter before (UAX #29, table 2). */
const patterns: readonly (readonly [kind: CharacterKind, pattern: RegExp])[] = [
  [kinds.seam, /\u200B/],
  [kinds.space, /\p{White_Space}/u],
  [kinds.ignorable, /\p{Default_Ignorable_Code_Point}/u],
  [kinds.mark, /[\p{M}\u0E33\u0EB3\u1160-\u11FF]/u],
  [
    kinds.unspaced,
    /[[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30FC\uFF70]&&[\p{L}\p{N}]]/v,
  ],
  [kinds.hangul, /[\p{Script=Hangul}&&\p{L}]/v],
  [kinds.letter, /[\p{L}\p{N}]/u],
];

/** Cache by code point; 0 if not cached. */
const seen = new Uint8Array(0x1_0000);

/** @param point a code point; a lone surrogate is a sign */
export function characterKind(point: number): CharacterKind {
  const known = point < seen.length ? seen[point] : 0;
  return known ? (known as CharacterKind) : find(point);
}

function find(point: number): CharacterKind {
  const character = String.fromCodePoint(point);
  const kind = patterns.find(([, pattern]) => pattern.test(character))?.[0] ?? kinds.sign;
  if (point < seen.length) seen[point] = kind;
  return kind;
}
