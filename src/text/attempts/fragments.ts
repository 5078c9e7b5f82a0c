import { fitPiece } from '../checks/fit-piece.ts';
import { areRelated } from '../checks/related-languages.ts';
import { readWords } from '../checks/words.ts';
import type { EngineRequests, Hop } from './engine-requests.ts';
import { type EngineSegment, segmentText, withTextOf } from './segment.ts';

const signAtEnd = /[^\p{L}\p{M}\p{N}]$/u;
/** Longer segments are hardly ever fragments. */
const wordsMax = 12;

/**
 * Returns a translation of a fragment with fewer copied words, if there is one. Neural models copy words of fragments that
 * they translate in sentences: `hola mundo` becomes `hola world`, but `Hola mundo.` becomes `Hello world.`
 *
 * @throws any error of the engine
 */
export async function translateAsSentence(
  requests: EngineRequests,
  hop: Hop,
  { segment, translation }: { readonly segment: EngineSegment; readonly translation: string },
): Promise<string | undefined> {
  const fragment = segmentText(segment);
  if (hop.engine.copiesInFragments !== true || signAtEnd.test(fragment) || areRelated(hop.pair)) return undefined;
  const sent = new Set(readWords(fragment.toLowerCase()));
  const countCopied = (text: string): number => readWords(text.toLowerCase()).filter((word) => sent.has(word)).length;
  const copied = countCopied(translation);
  if (copied === 0 || sent.size > wordsMax) return undefined;
  const sentence = `${fragment.replace(/\p{L}/u, (initial) => initial.toUpperCase())}.`;
  const other = fitPiece(fragment, await requests.ask(hop, withTextOf(segment, sentence)), { isFirst: true });
  return countCopied(other) < copied ? other : undefined;
}
