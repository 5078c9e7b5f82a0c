import type { Issue } from '../checks/check.ts';
import { readWords } from '../checks/words.ts';
import type { EngineRequests, Hop } from './engine-requests.ts';

/** More copied words than this are not asked about. */
const askedMax = 100;

/** Issues that words may cause which the engine does not know. */
const issues: ReadonlySet<Issue> = new Set(['copy', 'script']);

export type Copied = { readonly sentence: string; readonly translation: string };

/**
 * Returns sentence and translation without the words that the engine does not know: it returns them as they are, also
 * alone, so no other attempt can differ. Undefined if there are none, or if `issue` has another cause.
 *
 * @throws any error of the engine
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
