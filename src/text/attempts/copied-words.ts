import { fitPiece } from '../checks/capitals.ts';
import type { Issue } from '../checks/check.ts';
import { areRelated } from '../checks/copies.ts';
import { readWords } from '../checks/words.ts';
import type { EngineRequests, Hop } from './engine-requests.ts';
import { type EngineSegment, segmentText, withTextOf } from './segment.ts';

const capital = /^\p{Lu}/u;
const signAtEnd = /[^\p{L}\p{M}\p{N}]$/u;
/** Longer segments are hardly ever fragments. */
const wordsMax = 12;
/** Behind no number, and no token for a word. */
const firstLetter = /^[^\p{L}\p{N}\uFDD0]*\p{L}/u;

/**
 * Translates a fragment again, as a sentence, because models copy words of fragments: `hola mundo` becomes `hola
 * world`, but `Hola mundo.` `Hello world.` Undefined unless fewer words are copied. @throws any error of the engine
 */
export async function translateAsSentence(
  requests: EngineRequests,
  hop: Hop,
  { segment, translation }: { readonly segment: EngineSegment; readonly translation: string },
): Promise<string | undefined> {
  const fragment = segmentText(segment);
  if (signAtEnd.test(fragment) || areRelated(hop.pair)) return undefined;
  const words = readWords(fragment);
  const sent = new Set(words.map((word) => word.toLowerCase()));
  const copiesIn = (text: string) => readWords(text.toLowerCase()).filter((word) => sent.has(word));
  const copied = copiesIn(translation);
  // A word with a capital inside a fragment may be a name.
  const isDoubtful = words.some((word, at) => (at === 0 || !capital.test(word)) && copied.includes(word.toLowerCase()));
  if (!isDoubtful || words.length > wordsMax) return undefined;
  const sentence = `${fragment.replace(firstLetter, (start) => start.toLocaleUpperCase(hop.pair.source))}.`;
  const other = fitPiece(fragment, await requests.ask(hop, withTextOf(segment, sentence)), { isFirst: true });
  const losesWords = readWords(other).length < readWords(translation).length;
  return copiesIn(other).length < copied.length && !losesWords ? other : undefined;
}

/** More copied words than this are not asked about. */
const askedMax = 100;

/** Issues that words may cause which the engine does not know. */
const issues: ReadonlySet<Issue> = new Set(['copy', 'script']);

export type Copied = { readonly sentence: string; readonly translation: string };

/**
 * Removes words that the engine returns as they are, also alone: no other attempt can differ. Undefined if there are
 * none, or if `issue` has another cause. @throws any error of the engine
 */
export async function withoutUnknownWords(
  requests: EngineRequests,
  hop: Hop,
  { sentence, translation, issue }: Copied & { readonly issue: Issue },
): Promise<Copied | undefined> {
  if (hop.engine.keepsUnknownWords !== true || !issues.has(issue)) return undefined;
  const sent = new Set(readWords(sentence));
  const copied = [...new Set(readWords(translation))].filter((word) => sent.has(word)).slice(0, askedMax);
  const alone = await Promise.all(copied.map((word) => requests.ask(hop, word)));
  const unknown = new Set(copied.filter((word, index) => alone[index]?.trim() === word));
  if (unknown.size === 0) return undefined;
  const without = (text: string): string =>
    readWords(text)
      .filter((word) => !unknown.has(word))
      .join(' ');
  return { sentence: without(sentence), translation: without(translation) };
}
