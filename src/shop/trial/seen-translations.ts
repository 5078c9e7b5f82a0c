import { type AttemptParts, attempt } from '../../text/attempts/attempts.ts';
import { wordsBetween } from '../../text/attempts/segment.ts';
import { readToken, tokenPattern, tokensMax, writeToken } from '../../text/document/token.ts';
import type { Route } from '../../text/languages/routes.ts';
import type { CandidatePlace, EntryCandidate } from '../glossaries/candidate-tally.ts';

/** A current translation of a candidate, and the number of its occurrences; most frequent first. */
export type SeenTranslation = { readonly words: string; readonly count: number };

export type SeenWork = {
  readonly candidates: readonly EntryCandidate[];
  /** Best first; without routes, nothing is translated. */
  readonly routes: readonly Route[];
  /** As `AttemptWork.share`. */
  readonly share: string;
};

/** Maximum of candidates with translations, from `placesMax` sentences each. */
export const candidatesSeenMax = 200;

/**
 * Translates sentences with each candidate between a pair of tokens, and collects the words between those tokens.
 *
 * @returns one entry for each candidate, in order; empty if no sentence passed the checks, and beyond the first 200
 * @throws any error of an engine except `engine_unavailable`
 */
export async function seeTranslations(
  parts: AttemptParts,
  { candidates, routes, share }: SeenWork,
  signal: AbortSignal,
): Promise<readonly (readonly SeenTranslation[])[]> {
  const shown = candidates.slice(0, candidatesSeenMax).map(({ places }) => places.flatMap(enclose));
  const sentences = [...new Set(shown.flat().map(({ sentence }) => sentence))];
  const { translations } = await attempt(parts, { sentences, routes, share, entries: new Map() }, signal);
  return candidates.map((_, index) => counted(shown[index] ?? [], translations));
}

/** A sentence with some words between a pair of tokens of this number. */
type Enclosed = { readonly sentence: string; readonly number: number };

/** Returns nothing if the words cross another pair, or there are too many tokens. */
function enclose({ sentence: { text }, start, end }: CandidatePlace): readonly Enclosed[] {
  const used = new Set((text.match(tokenPattern) ?? []).map((token) => readToken(token).number));
  const number = Array.from({ length: tokensMax }, (_, each) => each).find((each) => !used.has(each));
  if (number === undefined) return [];
  const enclosed = `${text.slice(0, start)}${writeToken('open', number)}${text.slice(start, end)}${writeToken('close', number)}${text.slice(end)}`;
  return [{ sentence: enclosed, number }];
}

function counted(shown: readonly Enclosed[], found: ReadonlyMap<string, string>): readonly SeenTranslation[] {
  const counts = new Map<string, number>();
  for (const { sentence, number } of shown) {
    const words = wordsBetween(found.get(sentence) ?? '', number) ?? '';
    if (words !== '') counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return [...counts].map(([words, count]) => ({ words, count })).toSorted((one, other) => other.count - one.count);
}
