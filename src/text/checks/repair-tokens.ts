import { restoreLostTokens } from './lost-tokens.ts';
import { putTogether, takeApart } from './parts.ts';
import { withoutRepeats } from './repeated-tokens.ts';
import { neighboursOf } from './token-neighbours.ts';
import { spaceTokens } from './token-spaces.ts';

/**
 * Repairs tokens in a translation without the engine: the white space around them, lost points and line breaks, repeated
 * tokens. Does not change words or their order. A second repair changes nothing.
 *
 * @param sentence has tokens
 */
export function repairTokens(sentence: string, translation: string): string {
  if (translation === sentence) return translation;
  const model = takeApart(sentence);
  const parts = takeApart(withoutRepeats(sentence, translation));
  restoreLostTokens(parts, model);
  spaceTokens(parts, neighboursOf(model));
  return putTogether(parts);
}
