import { type CacheRoom, RoomCache } from '../../ground/cache-room.ts';
import { Semaphore } from '../../ground/semaphore.ts';
import { ServiceError } from '../../ground/service-error.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { differOnlyByRegion, tagAndShorter } from '../../text/languages/language-tag.ts';
import type { Memory } from '../../text/memory/memory-entry.ts';
import type { AccountId } from '../accounts/account.ts';
import { HashSet } from './hash-set.ts';
import type { MemoryEntryId, StoredMemoryEntry } from './memory-entry.ts';
import type { MemoryHashes, MemoryStore, MemoryVersion } from './memory-store.ts';

export type MemoryQuery = {
  readonly accountId: AccountId;
  readonly memoryVersion: MemoryVersion;
  /** Without a source: entries from any language. */
  readonly pair: { readonly source: LanguageTag | undefined; readonly target: LanguageTag };
};

/**
 * Returns the memory of an account for a pair; undefined if the account has never had an entry.
 * @throws ServiceError `store_unavailable`, `overloaded`
 */
export type FindMemory = (query: MemoryQuery) => Memory | Promise<Memory> | undefined;

export type MemoryIndexParts = {
  readonly store: Pick<MemoryStore, 'readHashes' | 'findApproved'>;
  /** Hexadecimal SHA-256 of the UTF-8 of `text`. */
  readonly sha256Hex: (text: string) => string;
  /** Where the hashes of accounts are kept. */
  readonly room: CacheRoom;
  /** Bytes of a unit of the room's weights. */
  readonly bytesPerWeight: number;
};

type PairHashes = Pick<MemoryHashes, 'sourceLanguage' | 'targetLanguage'> & { readonly hashes: HashSet };

type Loaded = {
  readonly version: MemoryVersion;
  /** By languages. Hashes of removed entries stay in them. */
  readonly pairs: ReadonlyMap<string, PairHashes>;
  /** Whether it needs more than the room. The next version is then read from the start, without removed entries. */
  readonly isFull: boolean;
};

/** Indexes loaded at the same time. Limits memory that the room does not count yet. */
const loadsMax = 4;

/** Maximum of requests that wait for an index; more are refused. */
const waitingMax = 1_000;

/** Entries in one page. SQLite reads it on the calling thread, in some milliseconds. */
const hashesInPage = 2_000;

/** A pair with few entries. */
const bytesOfPair = 400;

/**
 * The hashes of all entries of accounts. A look-up asks the database only for a hash that is here, and the database
 * confirms it, so hashes of removed entries do no harm. Reads what was added since the version that it has. The last used
 * account stays even if it needs more than the room: at most 13 MB, two hashes of 200,000 entries.
 */
export class MemoryIndex {
  readonly #parts: MemoryIndexParts;
  readonly #kept: RoomCache<Loaded>;
  readonly #loading = new Map<AccountId, Promise<Loaded>>();
  readonly #turns = new Semaphore(loadsMax, waitingMax);

  constructor(parts: MemoryIndexParts) {
    this.#parts = parts;
    this.#kept = new RoomCache(parts.room);
  }

  /** Returns a memory of the version in the query, or of a newer one. */
  readonly find: FindMemory = (query) => {
    const { accountId, memoryVersion } = query;
    if (memoryVersion === 0) return undefined;
    const kept = this.#kept.recall(accountId);
    if (kept !== undefined && kept.version >= memoryVersion) return this.#memoryOf(query, kept);
    return this.#load(query).then((loaded) => this.#memoryOf(query, loaded));
  };

  async #load({ accountId, memoryVersion }: MemoryQuery): Promise<Loaded> {
    // A running load may return an older version than the query's.
    const begun = await this.#loading.get(accountId);
    if (begun !== undefined && begun.version >= memoryVersion) return begun;
    const loaded = await (this.#loading.get(accountId) ?? this.#begin(accountId));
    if (loaded.version >= memoryVersion) return loaded;
    const reason = 'the database returned an older memory version than before';
    throw new ServiceError('store_unavailable', { detail: { reason, version: loaded.version } });
  }

  /** Loads an index once for concurrent requests. If it fails, the next request tries again. */
  #begin(accountId: AccountId): Promise<Loaded> {
    const reading = this.#turns.run(accountId, undefined, () => this.#read(accountId));
    const loading = reading.finally(() => this.#loading.delete(accountId));
    this.#loading.set(accountId, loading);
    return loading;
  }

  async #read(accountId: AccountId): Promise<Loaded> {
    const { store, room, bytesPerWeight } = this.#parts;
    const kept = this.#kept.recall(accountId);
    const known = kept?.isFull ? undefined : kept;
    // Requests that use them now may see hashes of a newer version, which does no harm.
    const pairs = new Map(known?.pairs);
    let after = { liveFrom: (known?.version ?? 0) + 1, id: '' as MemoryEntryId };
    for (;;) {
      const { version, hashes } = await store.readHashes({ accountId, after, limit: hashesInPage });
      for (const each of hashes) addTo(pairs, each);
      after = hashes.at(-1) ?? after;
      if (hashes.length === hashesInPage) continue;
      const bytes = [...pairs.values()].reduce((sum, each) => sum + each.hashes.bytes + bytesOfPair, 0);
      const weight = Math.ceil(bytes / bytesPerWeight);
      const loaded = { version, pairs, isFull: weight > room.weightMax };
      this.#kept.keep(accountId, loaded, Math.min(weight, room.weightMax));
      return loaded;
    }
  }

  #memoryOf({ accountId, pair }: MemoryQuery, { pairs }: Loaded): Memory {
    const { store, sha256Hex } = this.#parts;
    const sources = pair.source && tagAndWithoutRegion(pair.source);
    const targets = tagAndWithoutRegion(pair.target);
    const applying = [...pairs.values()].filter(({ sourceLanguage, targetLanguage }) => {
      return targets.includes(targetLanguage) && (sources === undefined || sources.includes(sourceLanguage));
    });
    return {
      mayHave: (hash) => applying.some(({ hashes }) => hashes.has(hash)),
      async find(looks) {
        const wanted = [...looks].map(([key, hash]) => ({ digest: sha256Hex(key), hash }));
        const found = await store.findApproved({ accountId, sources, targets, wanted });
        const placeOf = ({ sourceLanguage, targetLanguage }: StoredMemoryEntry) =>
          (sources?.indexOf(sourceLanguage) ?? 0) * targets.length + targets.indexOf(targetLanguage);
        return found.toSorted((one, other) => placeOf(one) - placeOf(other));
      },
    };
  }
}

/** The languages whose entries apply to `tag`, the most specific first: none of another script or variant. */
function tagAndWithoutRegion(tag: LanguageTag): readonly LanguageTag[] {
  return tagAndShorter(tag).filter((shorter) => differOnlyByRegion(tag, shorter));
}

function addTo(
  pairs: Map<string, PairHashes>,
  { sourceLanguage, targetLanguage, hash, untaggedHash }: MemoryHashes,
): void {
  const key = `${sourceLanguage} ${targetLanguage}`;
  const known = pairs.get(key) ?? { sourceLanguage, targetLanguage, hashes: new HashSet() };
  pairs.set(key, known);
  known.hashes.add(hash);
  if (untaggedHash !== undefined) known.hashes.add(untaggedHash);
}
