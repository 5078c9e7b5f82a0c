import { createHash } from 'node:crypto';
import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { EntryChangeOutcome } from '../../src/shop/entries/entry-changes.ts';
import type { MemoryEntryId } from '../../src/shop/memory/memory-entry.ts';
import type {
  KeyedMemoryEntry,
  MemoryChangeRequest,
  MemoryFilter,
  MemoryStore,
} from '../../src/shop/memory/memory-store.ts';
import type { LanguageTag } from '../../src/text/languages/language.ts';
import { firstMoment, newId } from './ledger-world.ts';

export const digestOf = (key: string): string => createHash('sha256').update(key).digest('hex');

/** A stand-in for the hash of a match key. Numbers are variables. */
export function hashFor(source: string): number {
  const sign = source.replaceAll(/\d+/g, '#');
  return createHash('sha256').update(sign).digest().readUIntBE(0, 6);
}

/** Creates an entry from English to Spanish. */
export function newMemoryEntry(source: string, options: Partial<KeyedMemoryEntry> = {}): KeyedMemoryEntry {
  return {
    id: newId() as MemoryEntryId,
    sourceLanguage: 'en' as LanguageTag,
    targetLanguage: 'es' as LanguageTag,
    source,
    target: `${source} in Spanish`,
    note: '',
    origin: 'api',
    createdAt: firstMoment,
    createdBy: 'operator',
    updatedAt: firstMoment,
    digest: digestOf(source),
    hash: hashFor(source),
    untaggedHash: undefined,
    ...options,
  };
}

/** The store, and an account. */
export type OwnMemory = { readonly memory: MemoryStore; readonly accountId: AccountId };

/** Changes a memory like an operator; default: an import. */
export function changeMemory(
  { memory, accountId }: OwnMemory,
  change: Partial<Omit<MemoryChangeRequest, 'accountId'>>,
): Promise<EntryChangeOutcome> {
  const request = { kind: 'import', at: firstMoment, by: 'operator', add: [], remove: [] } as const;
  return memory.changeEntries({ accountId, ...request, expectedVersion: undefined, ...change });
}

/** Returns the live entries as `source = target`, in the order of lists. */
export async function listTexts(
  { memory, accountId }: OwnMemory,
  filter: Partial<MemoryFilter> = {},
): Promise<readonly string[]> {
  const { entries } = await memory.listEntries({ accountId, limit: 10_000, ...filter });
  return entries.map(({ source, target }) => `${source} = ${target}`);
}
