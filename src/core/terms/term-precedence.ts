import { anyLanguage } from './term.ts';
import type { BaseTerm } from './term-store.ts';

/**
 * Of terms with the same words, which applies: the newest; of those that were added together the one that matches as it is
 * written alone, then the one for a certain language, then the one with the later id.
 */
export function newerFirst(one: BaseTerm, other: BaseTerm): number {
  return other.addedIn - one.addedIn || certainty(other) - certainty(one) || (one.id > other.id ? -1 : 1);
}

function certainty({ caseRule, source, target }: BaseTerm): number {
  return (caseRule === 'exact' ? 4 : 0) + (source === anyLanguage ? 0 : 2) + (target === anyLanguage ? 0 : 1);
}
