import assert from 'node:assert/strict';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { EntryEditor } from '../../src/shop/entries/account-entries.ts';
import type { EntryChangeOutcome } from '../../src/shop/entries/entry-changes.ts';
import type { AccountGlossaries } from '../../src/shop/glossaries/account-glossaries.ts';
import type { RawEntry } from '../../src/shop/glossaries/entry-content.ts';
import type {
  EntryFilter,
  GlossaryChangeRequest,
  GlossaryPlace,
  GlossaryStore,
  NamedGlossaryId,
  NamedGlossaryPlace,
  NamedPairId,
} from '../../src/shop/glossaries/glossary-store.ts';
import type { StoredEntry } from '../../src/shop/glossaries/stored-entry.ts';
import { anyLanguage, type EntryId, type EntryLanguage } from '../../src/text/glossary/glossary-entry.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';
import { firstMoment, newId } from './ledger-world.ts';

const english = 'en' as EntryLanguage;
export const spanish = 'es' as EntryLanguage;

/** Creates an entry from English to Spanish. */
export function newEntry(term: string, options: Partial<StoredEntry> = {}): StoredEntry {
  return {
    id: newId() as EntryId,
    source: english,
    target: spanish,
    term,
    translation: `${term} in Spanish`,
    caseRule: 'follow',
    partOfSpeech: undefined,
    note: '',
    createdAt: firstMoment,
    createdBy: 'operator',
    ...options,
  };
}

export type AskedChange = Partial<Omit<GlossaryChangeRequest, 'accountId'>>;

/** The store, and one of its glossaries. */
export type PlacedGlossary = {
  readonly glossaries: GlossaryStore;
  readonly accountId: AccountId;
  readonly pairId?: NamedPairId | undefined;
};

function placeOf({ accountId, pairId }: PlacedGlossary): GlossaryPlace {
  return { accountId, pairId };
}

/** Changes a glossary like an operator; default: an import. */
export function changeGlossary(world: PlacedGlossary, change: AskedChange): Promise<EntryChangeOutcome> {
  const request = { kind: 'import', at: firstMoment, by: 'operator', add: [], remove: [] } as const;
  return world.glossaries.changeEntries({ ...placeOf(world), ...request, expectedVersion: undefined, ...change });
}

/** Returns the entries from English to Spanish as requests find them: words, translation, version of addition. */
export async function readWords(world: PlacedGlossary) {
  const read = await world.glossaries.readGlossary({
    ...placeOf(world),
    sources: [english, anyLanguage],
    targets: [spanish, anyLanguage],
  });
  const words = read.entries.map(
    ({ term, translation, addedIn }) => `${term} = ${translation ?? 'itself'} @${addedIn}`,
  );
  return { version: read.version, words: words.toSorted() };
}

export async function listEntries(
  world: PlacedGlossary,
  filter: Partial<EntryFilter> = {},
): Promise<readonly StoredEntry[]> {
  return (await world.glossaries.listEntries({ ...placeOf(world), limit: 10_000, ...filter })).entries;
}

/** Creates a named glossary; returns its entries from English to Spanish, of which there are none. */
export async function createNamed(
  { glossaries }: Pick<PlacedGlossary, 'glossaries'>,
  accountId: AccountId,
  name = 'Products',
): Promise<PlacedGlossary & { readonly place: NamedGlossaryPlace }> {
  const place = { accountId, id: newId() as NamedGlossaryId };
  assert.equal(await glossaries.createNamed({ ...place, name, createdAt: firstMoment }), 'created');
  const pair = { source: 'en' as LanguageTag, target: 'es' as LanguageTag };
  const pairId = await glossaries.openPair({ ...place, ...pair, newId: newId() as NamedPairId });
  assert(await glossaries.nameGlossary({ ...place, name }));
  return { glossaries, accountId, pairId, place };
}

export function changedTo(version: number, added: number, removed: number): EntryChangeOutcome {
  return { kind: 'changed', version, added, removed };
}

/** Adds or edits an entry like a user who accepts to replace any other. */
export async function addEntry(
  glossaries: Pick<AccountGlossaries, 'write'>,
  editor: EntryEditor,
  { edited, ...raw }: RawEntry & { readonly edited?: EntryId },
): Promise<StoredEntry> {
  const first = await glossaries.write(editor, raw, { edited, mayReplace: [] });
  const mayReplace = first.kind === 'conflict' ? first.existing.map(({ id }) => id) : [];
  const written = first.kind === 'conflict' ? await glossaries.write(editor, raw, { edited, mayReplace }) : first;
  assert(written.kind === 'written' || written.kind === 'unchanged');
  return written.entry;
}
