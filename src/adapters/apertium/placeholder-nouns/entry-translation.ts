/**
 * Placeholder nouns: a `word` token is translated as a noun with the same grammar, so that the words around it agree.
 * - `noun-choice`: which noun replaces which token of a segment.
 * - `noun-heads`: the noun of an entry, with the gender and the number that the dictionaries give.
 * - `gender-endings`: the gender of a noun that no dictionary has.
 * - `noun-table`: the nouns that each mode preserves.
 * - `tag-placement`: where the noun is in the translation, so that the token can replace it again.
 */

import { writeToken } from '../../../text/document/token.ts';
import type { Job, SegmentEntry } from '../../../text/engine/engine.ts';
import type { Morphology } from '../../../text/glossary/morphology.ts';
import type { LanguagePair, LanguageTag } from '../../../text/languages/language.ts';
import { type SegmentRoute, translateSegments } from '../segments.ts';
import { choosePlaceholderNouns, type NounChoice, type PlaceholderNouns } from './noun-choice.ts';
import { splitWords, type WordReadings } from './noun-heads.ts';
import type { CandidateNoun } from './noun-table.ts';

export type EntryRoute = SegmentRoute & {
  readonly pair: LanguagePair;
  readonly nouns: readonly CandidateNoun[];
  /** If undefined, words are classified by their endings. */
  readonly morphology: Morphology | undefined;
};

type JobWithEntries = Job & { readonly entries: NonNullable<Job['entries']> };

/** Translates a segment again with unknown names if a placeholder noun is not in the result exactly once. */
export async function translateEntries(
  route: EntryRoute,
  job: JobWithEntries,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { segments, share } = job;
  const placeholders = await placeholderNounsFor(route, job);
  const translations = await translateSegments(route, { segments, share, placeholders }, signal);
  const lost = segments.map((_, index) => lacksToken(translations[index] ?? '', placeholders?.[index]));
  if (!lost.includes(true)) return translations;
  const again = segments.filter((_, index) => lost[index]);
  const others = await translateSegments(route, { segments: again, share }, signal);
  let taken = 0;
  return translations.map((translation, index) => (lost[index] === true ? (others[taken++] ?? '') : translation));
}

function lacksToken(translation: string, placeholders: PlaceholderNouns | undefined): boolean {
  if (placeholders === undefined) return false;
  return [...placeholders.keys()].some((number) => translation.split(writeToken('word', number)).length !== 2);
}

async function placeholderNounsFor(
  route: EntryRoute,
  { segments, entries }: JobWithEntries,
): Promise<readonly (PlaceholderNouns | undefined)[] | undefined> {
  if (route.nouns.length === 0) return undefined;
  const opaque = segments.map((segment, index) => {
    return (entries[index] ?? []).filter(({ number }) => segment.includes(writeToken('word', number)));
  });
  const all = opaque.flat();
  if (all.length === 0) return undefined;
  const choice: NounChoice = { pair: route.pair, nouns: route.nouns, known: await readEntries(route, all) };
  return segments.map((segment, index) => choosePlaceholderNouns(route.prepare(segment), opaque[index] ?? [], choice));
}

async function readEntries(
  { pair, morphology }: EntryRoute,
  entries: readonly SegmentEntry[],
): Promise<NounChoice['known']> {
  const read = async (language: LanguageTag, words: readonly string[]): Promise<WordReadings> =>
    (await morphology?.read(language, [...new Set(words)]))?.readings ?? new Map();
  const words = entries.flatMap((entry) => splitWords(entry.words));
  const wanted = entries.flatMap((entry) => splitWords(entry.wanted ?? ''));
  const [source, target] = await Promise.all([read(pair.source, words), read(pair.target, wanted)]);
  return { source, target };
}
