import type { Steps, Turns } from '../../ground/steps.ts';
import { parseDocument } from '../document/document.ts';
import type { EntryUse } from '../glossary/glossary-entry.ts';
import type { LocatedEntries, PairGlossary } from '../glossary/located-entries.ts';
import { isAccepted } from '../glossary/place-capitals.ts';
import { plainWords } from '../glossary/target-form.ts';
import type { LanguagePair } from '../languages/language.ts';
import type { MemoryEntry } from '../memory/memory-entry.ts';
import { placesOfForms } from './glossary-variants.ts';
import { parseTexts } from './translate-text.ts';

/** An entry of the glossary that an approved translation does not follow. */
export type GlossaryConflict = {
  /** In the source. */
  readonly words: string;
  /** The translation that the glossary requires. */
  readonly wanted: string;
};

export type ApprovedTexts = {
  readonly approved: readonly Pick<MemoryEntry, 'source' | 'target'>[];
  readonly pair: LanguagePair;
  readonly glossary: PairGlossary;
};

/** Maximum of different words of one source that are compared. Limits time and replies. */
const comparedMax = 100;

/**
 * Returns, for each approved translation, the glossary entries in its source that its target has in no form that would
 * be left as it is in the translation of an engine. Once in the target is enough for all places in the source.
 */
export async function findConflicts(
  parts: { readonly turns: Turns },
  { approved, pair, glossary }: ApprovedTexts,
  signal: AbortSignal,
): Promise<readonly (readonly GlossaryConflict[])[]> {
  const texts = { texts: approved.map(({ source }) => source), language: pair.source, glossary };
  const located = await parseTexts(parts, texts, signal);
  return await parts.turns.run(compareEach(approved, pair, located), signal);
}

function* compareEach(
  approved: ApprovedTexts['approved'],
  pair: LanguagePair,
  { documents, entries }: LocatedEntries,
): Steps<readonly (readonly GlossaryConflict[])[]> {
  const found: (readonly GlossaryConflict[])[] = [];
  for (const [index, { target }] of approved.entries()) {
    const places = new Map<string, Place>();
    for (const sentence of documents[index]?.sentences ?? []) {
      for (const use of entries.get(sentence) ?? []) {
        if (places.size < comparedMax) places.set(`${use.entry.id} ${use.words}`, { use, sentence });
      }
    }
    // Also without tags, which may be inside the words.
    const sentences = places.size > 0 ? (yield* parseDocument(target, pair.target)).sentences : [];
    const plain = [...target.split('\n'), ...sentences].map(plainWords);
    const conflicts: GlossaryConflict[] = [];
    for (const ofEntry of Map.groupBy(places.values(), ({ use }) => use.entry.id).values()) {
      const { words, wanted } = (ofEntry as [Place])[0].use;
      if (!ofEntry.some((place) => plain.some((text) => isIn(text, place)))) conflicts.push({ words, wanted });
      yield;
    }
    found.push(conflicts);
    yield;
  }
  return found;
}

type Place = { readonly use: EntryUse; readonly sentence: string };

function isIn(text: string, { use, sentence }: Place): boolean {
  return placesOfForms(use.accepted, text).some(({ start, end }) =>
    isAccepted(text.slice(start, end), use, { sentence, before: text.slice(0, start) }),
  );
}
