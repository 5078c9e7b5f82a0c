import { hasTokens } from '../marks/token.ts';
import { putBackLost } from './losses.ts';
import { putTogether, takeApart } from './parts.ts';
import { withoutStraySpaces } from './plain-spaces.ts';
import { withoutRepeats } from './repeats.ts';
import { spaceTokens } from './spacing.ts';
import { surroundingsOf } from './surroundings.ts';

/**
 * Puts right what engines get wrong and needs no engine to mend: spaces without a word, the white space around tokens,
 * points and line breaks that were lost, tokens that were written twice. Words stay as they are, and so does their order.
 *
 * What stays wrong `findFault` finds. Mended again, a translation stays the same.
 *
 * @param sentence what was translated: the model for how tokens stand
 */
export function mendTokens(sentence: string, translation: string): string {
  if (translation === sentence) return translation;
  const spaced = withoutStraySpaces(sentence, translation);
  if (!hasTokens(sentence)) return spaced;
  const model = takeApart(sentence);
  const parts = takeApart(withoutRepeats(sentence, spaced));
  putBackLost(parts, model);
  spaceTokens(parts, surroundingsOf(model));
  return putTogether(parts);
}
