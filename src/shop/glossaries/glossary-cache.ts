import { type CacheRoom, RoomCache } from '../../ground/cache-room.ts';
import { Semaphore } from '../../ground/semaphore.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { inRounds } from '../../ground/steps.ts';
import { caseFolding } from '../../text/glossary/case-folding.ts';
import { compileGlossary } from '../../text/glossary/glossary.ts';
import {
  anyLanguage,
  type EntryId,
  type EntryLanguage,
  type GlossaryEntry,
} from '../../text/glossary/glossary-entry.ts';
import type { PairGlossary } from '../../text/glossary/located-entries.ts';
import type { Morphology } from '../../text/glossary/morphology.ts';
import { usesOf } from '../../text/glossary/target-form.ts';
import type { LanguagePair, LanguageTag } from '../../text/languages/language.ts';
import { tagAndShorter } from '../../text/languages/language-tag.ts';
import type { AccountId } from '../accounts/account.ts';
import type { GlossaryStore, GlossaryVersion, NamedPairId } from './glossary-store.ts';

/** The entries of a named glossary for a pair, at least in this version. */
export type PlacedPair = LanguagePair & {
  readonly accountId: AccountId;
  readonly pairId: NamedPairId;
  readonly version: GlossaryVersion;
};

export type GlossaryQuery = {
  readonly accountId: AccountId;
  readonly glossaryVersion: GlossaryVersion;
  readonly pair: LanguagePair;
  /** Their entries come before those of the account. */
  readonly named?: readonly PlacedPair[] | undefined;
};

/**
 * Returns the glossary of an account for a pair; undefined if the account has never had an entry and none is named.
 * @throws ServiceError `store_unavailable`, `overloaded`, `no_glossary`
 */
export type FindGlossary = (query: GlossaryQuery) => Promise<PairGlossary | undefined> | undefined;

export type GlossaryCacheParts = {
  readonly store: Pick<GlossaryStore, 'readGlossary'>;
  readonly morphology: Morphology;
  /** Its weights are entries: of `bytesPerEntry` bytes. A larger glossary is read again for every request. */
  readonly room: CacheRoom;
};

type Loaded = { readonly glossary: PairGlossary; readonly version: GlossaryVersion; readonly weight: number };

/** Memory of an entry prepared for matching, measured with 50,000 entries of two words, and with words of texts. */
export const bytesPerEntry = 850;

/** Fixed size of each glossary in addition to its entries: mostly its cached words of texts. */
const entriesPerGlossary = 150;

/** Glossaries loaded at the same time. Limits memory that the cache does not count yet. */
const loadsMax = 4;

/** Maximum of requests that wait for a glossary; more are refused. */
const waitingMax = 1_000;

/** A cache of glossaries by account and pair. Removes the least recently used first. Reads each version once. */
export class GlossaryCache {
  readonly #parts: GlossaryCacheParts;
  readonly #kept: RoomCache<Loaded>;
  readonly #loading = new Map<string, Promise<Loaded>>();
  readonly #turns = new Semaphore(loadsMax, waitingMax);

  constructor(parts: GlossaryCacheParts) {
    this.#parts = parts;
    this.#kept = new RoomCache(parts.room);
  }

  /** Returns a glossary of the version in the query, or of a newer one. */
  readonly find: FindGlossary = (query) => {
    const { glossaryVersion, named = [] } = query;
    return glossaryVersion === 0 && named.length === 0 ? undefined : this.#find(query);
  };

  async #find(query: GlossaryQuery): Promise<PairGlossary> {
    const { accountId, pair, named = [] } = query;
    const places = named.map((place) => [place.pairId, place.version]);
    const key = JSON.stringify([accountId, pair.source, pair.target, places]);
    const kept = this.#kept.recall(key);
    if (kept !== undefined && kept.version >= query.glossaryVersion) return kept.glossary;
    // A running load may return an older version than the query's.
    const begun = await this.#loading.get(key);
    if (begun !== undefined && begun.version >= query.glossaryVersion) return begun.glossary;
    const { glossary, version } = await (this.#loading.get(key) ?? this.#load(key, query));
    if (version >= query.glossaryVersion) return glossary;
    const reason = 'the database returned an older glossary version than before';
    throw new ServiceError('store_unavailable', { detail: { reason, version } });
  }

  /** Loads a glossary once for concurrent requests. If it fails, the next request tries again. */
  #load(key: string, query: GlossaryQuery): Promise<Loaded> {
    const reading = this.#turns.run(query.accountId, undefined, () => this.#read(query));
    // Adds it to the cache before the load ends, so that no request in between loads it again.
    const loading = reading.then((loaded) => this.#keep(key, loaded)).finally(() => this.#loading.delete(key));
    this.#loading.set(key, loading);
    return loading;
  }

  async #read({ accountId, pair, named = [] }: GlossaryQuery): Promise<Loaded> {
    const { store, morphology } = this.#parts;
    const [sources, targets] = [languagesFor(pair.source), languagesFor(pair.target)];
    const { version, entries: own } = await store.readGlossary({ accountId, sources, targets });
    const ofNamed = await Promise.all(named.map((place, order) => this.#readNamed(place, order)));
    const entries = [...ofNamed.flat(), ...own];
    const compiled = await inRounds(compileGlossary(entries, pair));
    const glossary: PairGlossary = {
      unprotected: compiled.unprotected,
      locate: async (sentences) => usesOf({ pair, morphology, matches: await compiled.match(sentences, morphology) }),
    };
    return { glossary, version, weight: entries.length + entriesPerGlossary };
  }

  async #readNamed(place: PlacedPair, order: number): Promise<readonly GlossaryEntry[]> {
    const { accountId, pairId, source, target } = place;
    const { store } = this.#parts;
    const read = await store.readGlossary({ accountId, pairId, sources: [source], targets: [target] });
    // Removed since the request found it.
    if (read.version < place.version || read.entries.length === 0) throw new ServiceError('no_glossary');
    const fold = caseFolding(source);
    const byWords = Map.groupBy(read.entries, ({ term }) => fold(term));
    const entries = read.entries.map((entry) => ({
      ...entry,
      id: `${pairId} ${entry.id}` as EntryId,
      // "Polish" and "polish" are two terms only if both are in the glossary.
      caseRule: (byWords.get(fold(entry.term))?.length ?? 0) > 1 ? ('exact' as const) : ('follow' as const),
      // The newest of several entries applies.
      addedIn: Number.MAX_SAFE_INTEGER - order,
    }));
    return entries.toSorted((one, other) => (one.id < other.id ? -1 : 1));
  }

  #keep(key: string, loaded: Loaded): Loaded {
    this.#kept.keep(key, loaded, loaded.weight);
    return loaded;
  }
}

/** Returns the entry languages that match a language: the tag itself, its shorter tags, and `*`. */
export function languagesFor(language: LanguageTag): readonly EntryLanguage[] {
  return [...tagAndShorter(language), anyLanguage];
}
