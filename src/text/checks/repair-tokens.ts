import { readToken } from '../document/token.ts';
import { restoreLostTokens } from './lost-tokens.ts';
import { putTogether, takeApart } from './parts.ts';
import { spaceTokens } from './token-spaces.ts';
import { isNested } from './tokens.ts';

/** Repairs tokens without the engine, without moving words. A second repair changes nothing. `sentence` has tokens. */
export function repairTokens(sentence: string, translation: string): string {
  if (translation === sentence) return translation;
  const model = takeApart(sentence);
  const parts = takeApart(withoutRepeats(sentence, translation));
  restoreLostTokens(parts, model);
  spaceTokens(parts, model);
  return putTogether(parts);
}

/** A token, not half of a pair, several times in a row. */
const repeated = /([\uFDD0\uFDD3\uFDD4][\uE000-\uEF9F])(?:\s*\1)+/g;
const half = /[\uFDD1\uFDD2][\uE000-\uEF9F]/g;
const doubleSpace = / {2,}/g;

/** Removes a token directly after itself, and pairs repeated around each of several words: the outer halves stay. */
function withoutRepeats(sentence: string, translation: string): string {
  const single = translation.replace(repeated, (all, token: string) => (sentence.includes(token) ? token : all));
  const halves = single.match(half) ?? [];
  if (halves.length === new Set(halves).size) return single;
  const kept = outerHalves(halves);
  let index = 0;
  const merged = single.replace(half, (token) => (kept.has(index++) || !sentence.includes(token) ? token : ''));
  return isNested(merged.match(half) ?? []) ? merged.replace(doubleSpace, ' ') : single;
}

/** Returns the indices of each first opening and each last closing token. */
function outerHalves(halves: readonly string[]): ReadonlySet<number> {
  const places = new Map<string, number>();
  for (const [place, token] of halves.entries()) {
    if (readToken(token).role === 'close' || !places.has(token)) places.set(token, place);
  }
  return new Set(places.values());
}
