import { ServiceError } from '../../ground/service-error.ts';
import type { Clock } from '../../ground/units.ts';
import type { EntryId, GlossaryEntry } from '../../text/glossary/glossary-entry.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import type { AccountId } from '../accounts/account.ts';
import { languagesFor, type PlacedPair } from './glossary-cache.ts';
import {
  type GlossaryStore,
  type NamedGlossary,
  type NamedGlossaryId,
  type NamedGlossaryPlace,
  type NamedPair,
  type NamedPairId,
  namedLimits,
} from './glossary-store.ts';
import type { StoredEntry } from './stored-entry.ts';

/** Translations by term, in the order in which they were added. */
export type NamedEntries = ReadonlyMap<string, string>;

export type PairEntries = LanguagePair & { readonly entries: NamedEntries };

export type NamedGlossariesParts = { readonly store: GlossaryStore; readonly now: Clock; readonly newId: () => string };

/** Maximum of attempts of an operation that concurrent changes interrupt. */
const attemptsMax = 5;

/** Glossaries that only apply to requests that name them. Every method throws ServiceError `no_glossary`. */
export class NamedGlossaries {
  readonly #parts: NamedGlossariesParts;

  constructor(parts: NamedGlossariesParts) {
    this.#parts = parts;
  }

  /** Oldest first. */
  list(accountId: AccountId): Promise<readonly NamedGlossary[]> {
    return this.#parts.store.listNamed({ accountId });
  }

  async find(place: NamedGlossaryPlace): Promise<NamedGlossary> {
    const [found] = await this.#parts.store.listNamed(place);
    return found ?? missing();
  }

  /** Undefined: the glossary has no entries for this pair. */
  async read(place: NamedGlossaryPlace, pair: LanguagePair): Promise<NamedEntries | undefined> {
    const found = pairOf(await this.find(place), pair);
    if (found === undefined) return undefined;
    const { entries } = await this.#readPair(place.accountId, found);
    return new Map(entries.map(({ term, translation = '' }) => [term, translation]));
  }

  /** `pairs` has each pair once. @throws ServiceError `too_many_glossaries` */
  async create(
    accountId: AccountId,
    { name, pairs }: { readonly name: string; readonly pairs: readonly PairEntries[] },
  ): Promise<NamedGlossary> {
    const { store, now, newId } = this.#parts;
    const place = { accountId, id: newId() as NamedGlossaryId };
    const outcome = await store.createNamed({ ...place, name, createdAt: now() });
    // The key was revoked since it was checked.
    if (outcome === 'no_account') throw new ServiceError('invalid_key');
    if (outcome === 'too_many') throw tooMany();
    try {
      for (const pair of pairs) await this.#write(place, pair, { isMerged: false });
      if (!(await store.nameGlossary({ ...place, name }))) missing();
    } catch (cause) {
      await store.removeNamed(place);
      throw cause;
    }
    return await this.find(place);
  }

  /**
   * Renames a glossary, and writes its entries for a pair. `isMerged` keeps entries that the new ones do not replace.
   * @throws ServiceError `too_many_glossaries`; `glossary_busy` after too many concurrent changes
   */
  async change(
    place: NamedGlossaryPlace,
    change: { readonly name?: string | undefined; readonly pair?: PairEntries | undefined; readonly isMerged: boolean },
  ): Promise<NamedGlossary> {
    const { name, pair } = change;
    await this.find(place);
    if (pair !== undefined) await this.#write(place, pair, change);
    if (name !== undefined && !(await this.#parts.store.nameGlossary({ ...place, name }))) missing();
    return await this.find(place);
  }

  async remove(place: NamedGlossaryPlace): Promise<void> {
    if (!(await this.#parts.store.removeNamed(place))) missing();
  }

  async removePair(place: NamedGlossaryPlace, pair: LanguagePair): Promise<void> {
    if (pairOf(await this.find(place), pair) === undefined) missing();
    await this.#write(place, { ...pair, entries: new Map() }, { isMerged: false });
  }

  /** Returns the entries of glossaries for a pair, in their order. */
  async findPairs(
    accountId: AccountId,
    ids: readonly NamedGlossaryId[],
    pair: LanguagePair,
  ): Promise<readonly PlacedPair[]> {
    const glossaries = await Promise.all(ids.map((id) => this.find({ accountId, id })));
    return glossaries.flatMap(({ pairs }) => {
      const found = pairs.find(
        ({ source, target }) =>
          languagesFor(pair.source).includes(source) && languagesFor(pair.target).includes(target),
      );
      if (found === undefined) return [];
      const { id: pairId, source, target, version } = found;
      return [{ accountId, pairId, source, target, version }];
    });
  }

  async #write(
    place: NamedGlossaryPlace,
    { source, target, entries: written }: PairEntries,
    { isMerged }: { readonly isMerged: boolean },
  ): Promise<void> {
    const { store, now, newId } = this.#parts;
    const { accountId } = place;
    const id = await store.openPair({ ...place, source, target, newId: newId() as NamedPairId });
    if (id === undefined) return missing();
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const { version, entries: live } = await this.#readPair(accountId, { id, source, target });
      const kept = isMerged ? live.map(({ term, translation = '' }) => [term, translation] as const) : [];
      const entries = new Map([...kept, ...written]);
      const length = [...entries].reduce((sum, [term, translation]) => sum + term.length + translation.length, 0);
      const newEntry = (content: Pick<StoredEntry, 'id' | 'term' | 'translation'>): StoredEntry => ({
        ...{ ...content, source, target, caseRule: 'follow', partOfSpeech: undefined, note: '' },
        createdAt: now(),
        createdBy: accountId,
      });
      const { add, remove } = replacing(live, entries);
      const about = { accountId, pairId: id, kind: 'edit', at: now(), by: accountId } as const;
      const change = { add: add.map(newEntry), remove, expectedVersion: version, length };
      const { kind } = await store.changeEntries({ ...about, ...change });
      if (kind === 'changed' || kind === 'nothing_to_change') return;
      if (kind === 'too_many') throw tooMany();
      if (kind === 'no_account') missing();
    }
    throw new ServiceError('glossary_busy');
  }

  /** Returns the entries of a pair in their order. */
  async #readPair(accountId: AccountId, { id, source, target }: Omit<NamedPair, 'version' | 'entryCount'>) {
    const place = { accountId, pairId: id };
    const read = await this.#parts.store.readGlossary({ ...place, sources: [source], targets: [target] });
    return { ...read, entries: read.entries.toSorted((one, other) => (one.id < other.id ? -1 : 1)) };
  }
}

/** Digits of an id, which is the place of an entry in its pair. */
const placeDigits = 9;

/**
 * Returns the change that makes `entries` those of a pair. An entry keeps its id while the order of ids allows it;
 * behind the first new one, all are new. `live` is in the order of ids.
 */
function replacing(live: readonly GlossaryEntry[], entries: NamedEntries) {
  const unused = new Map(live.map((entry) => [entry.term, entry]));
  const add: Pick<StoredEntry, 'id' | 'term' | 'translation'>[] = [];
  const remove: EntryId[] = [];
  const end = Number(live.at(-1)?.id ?? -1) + 1;
  let [last, next] = ['', end];
  for (const [term, translation] of entries) {
    const old = unused.get(term);
    if (next === end && old !== undefined && old.id > last) {
      last = old.id;
      unused.delete(term);
      if (old.translation === translation) continue;
      remove.push(old.id);
      add.push({ id: old.id, term, translation });
    } else add.push({ id: String(next++).padStart(placeDigits, '0') as EntryId, term, translation });
  }
  for (const { id } of unused.values()) remove.push(id);
  return { add, remove };
}

function pairOf({ pairs }: NamedGlossary, { source, target }: LanguagePair): NamedPair | undefined {
  return pairs.find((each) => each.source === source && each.target === target);
}

function missing(): never {
  throw new ServiceError('no_glossary');
}

function tooMany(): ServiceError {
  return new ServiceError('too_many_glossaries', { data: namedLimits });
}
