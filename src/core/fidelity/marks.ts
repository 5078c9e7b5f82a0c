import { noncharacter, readToken, tokenPattern } from '../marks/token.ts';

/** Whether `translation` holds the tokens of `sentence`, each as often, and its pairs are nested. */
export function keepsMarks(sentence: string, translation: string): boolean {
  return keepsTokens(sentence, translation);
}

function keepsTokens(sentence: string, translation: string): boolean {
  // Two searches that mostly find nothing cost far less than taking both apart.
  const [sent, came] = [noncharacter.test(sentence), noncharacter.test(translation)];
  if (!sent && !came) return true;
  if (sent !== came) return false;
  const tokens = translation.match(tokenPattern) ?? [];
  const sentTokens = sentence.match(tokenPattern) ?? [];
  return (
    tokens.length === sentTokens.length &&
    tokens.toSorted().join('') === sentTokens.toSorted().join('') &&
    !noncharacter.test(translation.replace(tokenPattern, '')) &&
    isNested(tokens)
  );
}

/** Whether each opening token is closed by its own counterpart, and the innermost first. */
export function isNested(tokens: readonly string[]): boolean {
  const open: number[] = [];
  for (const token of tokens) {
    const { role, number } = readToken(token);
    if (role === 'open') open.push(number);
    if (role === 'close' && open.pop() !== number) return false;
  }
  return open.length === 0;
}
