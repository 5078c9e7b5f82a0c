const marked = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]\p{Mn}+/gu;

/**
 * Writes a letter and its accents as one character where Unicode has it, the only way in which the dictionaries know it:
 * to them "nin\u0303a" is two words. Nothing else is normalised.
 */
export function composeLetters(text: string): string {
  return text.replace(marked, (letter) => letter.normalize('NFC'));
}
