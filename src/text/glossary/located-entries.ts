import { orAborted } from '../../ground/abort.ts';
import type { Turns } from '../../ground/steps.ts';
import { type Document, keepWrittenOut } from '../document/document.ts';
import type { EntryUse } from './glossary-entry.ts';
import type { UnprotectedWords } from './unprotected-words.ts';

/** Glossary entries by sentence, in the sentence's order. Sentences without entries are missing. */
export type EntriesBySentence = ReadonlyMap<string, readonly EntryUse[]>;

export type PairGlossary = {
  /** Words of its entries that would otherwise be protected spans; undefined for none. */
  readonly unprotected: UnprotectedWords | undefined;
  /** Locates entries in sentences with tokens: the longest first, then the newest, none overlapping another. */
  readonly locate: (sentences: readonly string[]) => Promise<EntriesBySentence>;
};

/** Texts, and the glossary entries in their sentences. */
export type LocatedEntries = { readonly documents: readonly Document[]; readonly entries: EntriesBySentence };

/**
 * Locates the entries of a glossary in documents with all spans of possible entries written out. A span inside an entry
 * stays so: "CO2" if that is an entry. Others are protected again. Sentence ends and other sentences do not change.
 */
export async function locateEntries(
  { turns }: { readonly turns: Turns },
  { documents: first, glossary }: { readonly documents: readonly Document[]; readonly glossary: PairGlossary },
  signal: AbortSignal,
): Promise<LocatedEntries> {
  const searched = new Set<string>();
  const entries = new Map<string, readonly EntryUse[]>();
  await search(first);
  if (first.every(({ choices }) => choices.length === 0)) return { documents: first, entries };
  const second = await keepIn(first, (document) => placesInEntries(document, entries));
  await search(second);
  // After other spans are tokens again, an entry may match elsewhere. Only spans inside entries may stay written out.
  const documents = await keepIn(second, (document) => {
    const still = placesInEntries(document, entries);
    const sound = document.segments.filter(({ writtenOut }) => writtenOut.every(({ at }) => still.has(at)));
    return new Set(sound.flatMap(({ writtenOut }) => writtenOut.map(({ at }) => at)));
  });
  await search(documents);
  return { documents, entries };

  async function keepIn(
    all: readonly Document[],
    placesKept: (document: Document) => ReadonlySet<number>,
  ): Promise<readonly Document[]> {
    const kept: Document[] = [];
    for (const document of all) {
      const isSame = document.choices.length === 0;
      kept.push(isSame ? document : await turns.run(keepWrittenOut(document, placesKept(document)), signal));
    }
    return kept;
  }

  async function search(all: readonly Document[]): Promise<void> {
    const sentences = [...new Set(all.flatMap((document) => document.sentences))].filter(
      (sentence) => !searched.has(sentence),
    );
    if (sentences.length === 0) return;
    const found = await orAborted(glossary.locate(sentences), signal);
    for (const sentence of sentences) searched.add(sentence);
    for (const [sentence, uses] of found) entries.set(sentence, uses);
  }
}

/** Where the written-out spans begin that are inside an entry. Both the spans and the entries are in order. */
function placesInEntries({ segments }: Document, entries: EntriesBySentence): ReadonlySet<number> {
  const places = new Set<number>();
  for (const { text, writtenOut } of segments) {
    const uses = writtenOut.length === 0 ? [] : (entries.get(text) ?? []);
    let next = 0;
    for (const span of writtenOut) {
      while ((uses[next]?.end ?? span.end) < span.end) next++;
      if ((uses[next]?.start ?? span.end) <= span.start) places.add(span.at);
    }
  }
  return places;
}
