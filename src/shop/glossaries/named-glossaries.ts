import { ServiceError } from '../../ground/service-error.ts';
import type { Clock } from '../../ground/units.ts';
import type { LanguagePair } from '../../text/languages/language.ts';
import type { AccountId } from '../accounts/account.ts';
import { languagesFor } from './glossary-cache.ts';
import {
  type DictionaryPlace,
  type GlossaryPlace,
  type NamedDictionary,
  type NamedGlossary,
  type NamedGlossaryId,
  type NamedGlossaryStore,
  type NewDictionary,
  namedLimits,
  unpackNamed,
} from './named-glossary-store.ts';

/** Translations by term. */
export type NamedEntries = ReadonlyMap<string, string>;

export type DictionaryEntries = LanguagePair & { readonly entries: NamedEntries };

export type NamedGlossariesParts = {
  readonly store: NamedGlossaryStore;
  readonly now: Clock;
  readonly newId: () => string;
};

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
    return this.#parts.store.listNamed(accountId);
  }

  async find(place: GlossaryPlace): Promise<NamedGlossary> {
    return (await this.#parts.store.findNamed(place)) ?? missing();
  }

  /** Undefined: the glossary has no dictionary for this pair. */
  async read(place: GlossaryPlace, pair: LanguagePair): Promise<NamedEntries | undefined> {
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const dictionary = dictionaryOf(await this.find(place), pair);
      if (dictionary === undefined) return undefined;
      const entries = await this.#parts.store.readDictionary({ ...place, ...dictionary });
      if (entries !== undefined) return new Map(unpackNamed(entries));
    }
    throw new ServiceError('glossary_busy');
  }

  /**
   * @param dictionaries at most one for each pair
   * @throws ServiceError `too_many_glossaries`
   */
  async create(
    accountId: AccountId,
    { name, dictionaries }: { readonly name: string; readonly dictionaries: readonly DictionaryEntries[] },
  ): Promise<NamedGlossary> {
    const { store, now, newId } = this.#parts;
    const glossary = { accountId, id: newId() as NamedGlossaryId, name, createdAt: now() };
    const added = dictionaries.map((each) => this.#packed(each));
    const outcome = await store.createNamed({ ...glossary, dictionaries: added });
    // The key was revoked since it was checked.
    if (outcome === 'no_account') throw new ServiceError('invalid_key');
    if (outcome === 'too_many') throw tooMany();
    return await this.find(glossary);
  }

  /**
   * Renames a glossary, and writes a dictionary of it.
   *
   * @param isMerged whether the dictionary keeps entries that the new ones do not replace
   * @throws ServiceError `too_many_glossaries`; `glossary_busy` after too many concurrent changes
   */
  async change(
    place: GlossaryPlace,
    change: {
      readonly name?: string | undefined;
      readonly dictionary?: DictionaryEntries | undefined;
      readonly isMerged: boolean;
    },
  ): Promise<NamedGlossary> {
    const { name, dictionary: written, isMerged } = change;
    for (let attempt = 0; attempt < attemptsMax; attempt++) {
      const before = written && dictionaryOf(await this.find(place), written);
      const kept = (isMerged && before && (await this.read(place, before))) || [];
      const dictionary = written && {
        ...this.#packed({ ...written, entries: new Map([...kept, ...written.entries]) }),
        instead: before?.revision,
      };
      const outcome = await this.#parts.store.changeNamed({ ...place, name, dictionary });
      if (outcome === 'changed') return await this.find(place);
      if (outcome === 'missing') return missing();
      if (outcome === 'too_many') throw tooMany();
    }
    throw new ServiceError('glossary_busy');
  }

  async remove(place: GlossaryPlace): Promise<void> {
    if (!(await this.#parts.store.removeNamed(place))) missing();
  }

  async removeDictionary(place: GlossaryPlace, { source, target }: LanguagePair): Promise<void> {
    if (!(await this.#parts.store.removeDictionary({ ...place, source, target }))) missing();
  }

  /** Returns the dictionaries of glossaries for a pair, in their order. */
  async findDictionaries(
    accountId: AccountId,
    ids: readonly NamedGlossaryId[],
    pair: LanguagePair,
  ): Promise<readonly DictionaryPlace[]> {
    const places = ids.map((id) => ({ accountId, id }));
    const glossaries = await Promise.all(places.map((place) => this.find(place)));
    return glossaries.flatMap(({ id, dictionaries }) => {
      const found = dictionaries.find(
        ({ source, target }) =>
          languagesFor(pair.source).includes(source) && languagesFor(pair.target).includes(target),
      );
      return found === undefined ? [] : [{ accountId, id, ...found }];
    });
  }

  #packed({ source, target, entries }: DictionaryEntries): NewDictionary {
    const revision = this.#parts.newId();
    return { source, target, revision, entryCount: entries.size, entries: JSON.stringify([...entries]) };
  }
}

function dictionaryOf({ dictionaries }: NamedGlossary, { source, target }: LanguagePair): NamedDictionary | undefined {
  return dictionaries.find((each) => each.source === source && each.target === target);
}

function missing(): never {
  throw new ServiceError('no_glossary');
}

function tooMany(): ServiceError {
  return new ServiceError('too_many_glossaries', { data: namedLimits });
}
