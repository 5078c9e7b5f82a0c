import { orAborted } from '../../ground/abort.ts';
import type { Turns } from '../../ground/steps.ts';
import { findConflicts, type GlossaryConflict } from '../../text/attempts/glossary-conflicts.ts';
import type { PageOf } from '../entries/entry-store.ts';
import type { FindGlossary, GlossaryQuery } from '../glossaries/glossary-cache.ts';
import type { AccountMemory } from './account-memory.ts';
import type { StoredMemoryEntry } from './memory-entry.ts';
import type { MemoryFilter } from './memory-store.ts';

export type MemoryConflictsParts = {
  readonly memory: Pick<AccountMemory, 'list'>;
  readonly findGlossary: FindGlossary;
  readonly turns: Turns;
};

type Approved = Pick<StoredMemoryEntry, 'sourceLanguage' | 'targetLanguage' | 'source' | 'target'>;

export type EntryInConflict = StoredMemoryEntry & { readonly conflicts: readonly GlossaryConflict[] };

/** Entries that one look-up reads from the memory, and how many look-ups make a page. */
const [entriesInRound, roundsMax] = [500, 10];
/** UTF-16 units and pairs of languages that one call compares. The time of others is not affected: it runs in turns. */
const [unitsMax, pairsMax] = [200_000, 20];

/** Compares approved translations with the account's own glossary, which they come before. */
export class MemoryConflicts {
  readonly #parts: MemoryConflictsParts;

  constructor(parts: MemoryConflictsParts) {
    this.#parts = parts;
  }

  /**
   * Returns the conflicts of each entry, in order; only of the first ones, at least one, if they are long.
   * @throws ServiceError as `FindGlossary`
   */
  async find(
    { accountId, glossaryVersion }: Omit<GlossaryQuery, 'pair' | 'named'>,
    entries: readonly Approved[],
    signal: AbortSignal,
  ): Promise<readonly (readonly GlossaryConflict[])[]> {
    const compared = firstOf(entries);
    const found = new Map<Approved, readonly GlossaryConflict[]>();
    for (const approved of Map.groupBy(compared, pairOf).values()) {
      const [{ sourceLanguage: source, targetLanguage: target }] = approved as [Approved];
      const pair = { source, target };
      const finding = this.#parts.findGlossary({ accountId, glossaryVersion, pair });
      const glossary = finding && (await orAborted(finding, signal));
      const ofPair = glossary && (await findConflicts(this.#parts, { approved, pair, glossary }, signal));
      for (const [index, conflicts] of (ofPair ?? []).entries()) found.set(approved[index] as Approved, conflicts);
    }
    return compared.map((entry) => found.get(entry) ?? []);
  }

  /** Returns the entries of a filter that have conflicts. A page may have fewer than its limit and not be the last. */
  async list(
    filter: MemoryFilter & Pick<GlossaryQuery, 'glossaryVersion'>,
    signal: AbortSignal,
  ): Promise<PageOf<EntryInConflict>> {
    const entries: EntryInConflict[] = [];
    // Without a glossary.
    if (filter.glossaryVersion === 0) return { entries, goesOnAfter: undefined };
    let { after } = filter;
    for (let round = 1; ; round++) {
      const page = await this.#parts.memory.list({ ...filter, after, limit: entriesInRound });
      const found = await this.find(filter, page.entries, signal);
      for (const [index, conflicts] of found.entries()) {
        const entry = page.entries[index] as StoredMemoryEntry;
        after = entry.id;
        if (conflicts.length > 0) entries.push({ ...entry, conflicts });
        if (entries.length === filter.limit) return { entries, goesOnAfter: after };
      }
      if (found.length < page.entries.length) return { entries, goesOnAfter: after };
      after = page.goesOnAfter;
      if (after === undefined || round === roundsMax) return { entries, goesOnAfter: after };
    }
  }
}

function pairOf({ sourceLanguage, targetLanguage }: Approved): string {
  return `${sourceLanguage} ${targetLanguage}`;
}

function firstOf(entries: readonly Approved[]): readonly Approved[] {
  const pairs = new Set<string>();
  let units = 0;
  const end = entries.findIndex((entry, index) => {
    units += entry.source.length + entry.target.length;
    return index > 0 && (units > unitsMax || pairs.add(pairOf(entry)).size > pairsMax);
  });
  return end === -1 ? entries : entries.slice(0, end);
}
