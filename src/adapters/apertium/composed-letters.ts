const marked = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]\p{Mn}+/gu;

/**
 * Composes letters and accents where Unicode allows it. The dictionaries know only composed letters: they read
 * "nin\u0303a" as two words. Normalises nothing else.
 */
export function composeLetters(text: string): string {
  return text.replace(marked, (letter) => letter.normalize('NFC'));
}
