import { hasTokens } from '../document/token.ts';
import { putBackLost } from './losses.ts';
import { putTogether, takeApart } from './parts.ts';
import { withoutRepeats } from './repeats.ts';
import { spaceTokens } from './spacing.ts';
import { surroundingsOf } from './surroundings.ts';

/**
 * Puts right what engines get wrong about tokens and needs no engine to mend: the white space around them, points and
 * line breaks that were lost, tokens that were written twice. Words stay as they are, and so does their order.
 *
 * What stays wrong `findFault` finds. Mended again, a translation stays the same.
 *
 * @param sentence what was translated: the model for how tokens stand
 */
export function mendTokens(sentence: string, translation: string): string {
  if (translation === sentence || !hasTokens(sentence)) return translation;
  const model = takeApart(sentence);
  const parts = takeApart(withoutRepeats(sentence, translation));
  putBackLost(parts, model);
  spaceTokens(parts, surroundingsOf(model));
  return putTogether(parts);
}
