import { anyLanguage } from './term.ts';
import type { BaseTerm } from './term-store.ts';

/**
 * Of entries with the same words, the newest applies. Of those added together, the one with an exact match, then the
 * one with a fixed language, then the higher id.
 */
export function newerFirst(one: BaseTerm, other: BaseTerm): number {
  return other.addedIn - one.addedIn || certainty(other) - certainty(one) || (one.id > other.id ? -1 : 1);
}

function certainty({ caseRule, source, target }: BaseTerm): number {
  return (caseRule === 'exact' ? 4 : 0) + (source === anyLanguage ? 0 : 2) + (target === anyLanguage ? 0 : 1);
}
