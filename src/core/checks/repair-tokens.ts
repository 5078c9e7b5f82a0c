import { hasTokens } from '../document/token.ts';
import { restoreLostTokens } from './lost-tokens.ts';
import { putTogether, takeApart } from './parts.ts';
import { withoutRepeats } from './repeated-tokens.ts';
import { neighboursOf } from './token-neighbours.ts';
import { spaceTokens } from './token-spaces.ts';

/**
 * Puts right what engines get wrong about tokens and needs no engine to mend: the white space around them, points and
 * line breaks that were lost, tokens that were written twice. Words stay as they are, and so does their order.
 *
 * What stays wrong `findIssue` finds. Mended again, a translation stays the same.
 *
 * @param sentence what was translated: the model for how tokens stand
 */
export function repairTokens(sentence: string, translation: string): string {
  if (translation === sentence || !hasTokens(sentence)) return translation;
  const model = takeApart(sentence);
  const parts = takeApart(withoutRepeats(sentence, translation));
  restoreLostTokens(parts, model);
  spaceTokens(parts, neighboursOf(model));
  return putTogether(parts);
}
