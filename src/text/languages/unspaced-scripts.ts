/**
 * Scripts written without spaces between words, for a character class of a regular expression. Source: UAX #14, class
 * SA; UAX #29, section 4
 */
export const unspacedScripts = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}`;
