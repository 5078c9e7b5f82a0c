import type { Analysis } from './analyses.ts';

/** The tags of each list exclude each other: a noun has at most one of them. */
const numbers = ['sg', 'pl'];
const cases = ['nom', 'acc', 'gen', 'dat', 'ins', 'prp', 'loc', 'voc', 'abl'];
const definiteness = ['ind', 'def'];

/**
 * Returns the analyses of a noun in every number, case and definiteness, including forms that do not exist. Empty if
 * the word is not a noun, or if its language only inflects for number.
 */
export function caseAnalyses(read: readonly Analysis[]): readonly string[] {
  const nouns = read.filter(({ tags }) => tags[0] === 'n' && !tags.includes('compound-R'));
  const declined = nouns.find(({ tags }) => tags.some((tag) => cases.includes(tag) || definiteness.includes(tag)));
  if (declined === undefined) return [];
  const swapped = [numbers, cases, definiteness].reduce(swapTags, [declined.tags]);
  return swapped.map(
    (tags) => declined.raw.slice(0, declined.raw.indexOf('<')) + tags.map((tag) => `<${tag}>`).join(''),
  );
}

/** Returns each of `all` once with each of `choices` instead of the one that it has. */
function swapTags(all: readonly (readonly string[])[], choices: readonly string[]): readonly (readonly string[])[] {
  return all.flatMap((tags) => {
    const at = tags.findIndex((tag) => choices.includes(tag));
    return at === -1 ? [tags] : choices.map((choice) => tags.with(at, choice));
  });
}
