import type { AccountId } from '../../src/shop/accounts/account.ts';
import type {
  GlossaryChangeOutcome,
  GlossaryChangeRequest,
  GlossaryStore,
} from '../../src/shop/glossaries/glossary-store.ts';
import type { StoredEntry } from '../../src/shop/glossaries/stored-entry.ts';
import { anyLanguage, type EntryId, type EntryLanguage } from '../../src/text/glossary/glossary-entry.ts';
import { firstMoment, newId } from './ledger-world.ts';

const english = 'en' as EntryLanguage;
export const spanish = 'es' as EntryLanguage;

/** Creates a term from English to Spanish. */
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

/** Changes an account's glossary like an operator; default: an import. */
export function changeGlossary(
  { glossaries, accountId }: { readonly glossaries: GlossaryStore; readonly accountId: AccountId },
  change: AskedChange,
): Promise<GlossaryChangeOutcome> {
  const request = {
    kind: 'import',
    at: firstMoment,
    by: 'operator',
    add: [],
    remove: [],
    expectedVersion: undefined,
  } as const;
  return glossaries.changeGlossary({ accountId, ...request, ...change });
}

/** Returns the terms from English to Spanish as requests find them: words, translation, version of addition. */
export async function readWords({
  glossaries,
  accountId,
}: {
  readonly glossaries: GlossaryStore;
  readonly accountId: AccountId;
}) {
  const base = await glossaries.readGlossary({
    accountId,
    sources: [english, anyLanguage],
    targets: [spanish, anyLanguage],
  });
  const words = base.entries.map(
    ({ term, translation, addedIn }) => `${term} = ${translation ?? 'itself'} @${addedIn}`,
  );
  return { version: base.version, words: words.toSorted() };
}

export function changedTo(version: number, added: number, removed: number): GlossaryChangeOutcome {
  return { kind: 'changed', version, added, removed };
}
