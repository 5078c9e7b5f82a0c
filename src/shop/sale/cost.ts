import { type Characters, characters, countCharacters } from '../../ground/units.ts';
import type { Document } from '../../text/document/document.ts';

/** What a text costs. */
export type Cost = {
  readonly charged: Characters;
  /** Characters of its approved translations, which are free. */
  readonly memoryCharacters: Characters;
};

export const freeCost: Cost = { charged: characters(0), memoryCharacters: characters(0) };

/** Whether a parsed text has only protected spans, so that it stays as it is. */
export function isProtected({ sentences, approved }: Pick<Document, 'sentences' | 'approved'>): boolean {
  return sentences.length + approved.length === 0;
}

/** Returns the cost of a parsed text. White space around approved translations alone is free too: no engine gets it. */
export function costOf({ text, sentences, approved }: Pick<Document, 'text' | 'sentences' | 'approved'>): Cost {
  const matched = approved.reduce((sum, { start, end }) => sum + countCharacters(text.slice(start, end)), 0);
  const charged = sentences.length === 0 ? 0 : countCharacters(text) - matched;
  return { charged: characters(charged), memoryCharacters: characters(matched) };
}

export function sumOfCosts(costs: readonly Cost[]): Cost {
  const sumOf = (field: keyof Cost) => characters(costs.reduce((sum, cost) => sum + cost[field], 0));
  return { charged: sumOf('charged'), memoryCharacters: sumOf('memoryCharacters') };
}
