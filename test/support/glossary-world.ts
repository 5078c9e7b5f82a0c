import type { AccountId } from '../../src/shop/accounts/account.ts';
import type { TermChangeOutcome, TermChangeRequest, TermStore } from '../../src/shop/glossaries/glossary-store.ts';
import type { Term } from '../../src/shop/glossaries/stored-entry.ts';
import { anyLanguage, type TermId, type TermLanguage } from '../../src/text/glossary/glossary-entry.ts';
import { firstMoment, newId } from './ledger-world.ts';

const english = 'en' as TermLanguage;
export const spanish = 'es' as TermLanguage;

/** Creates a term from English to Spanish. */
export function newTerm(term: string, options: Partial<Term> = {}): Term {
  return {
    id: newId() as TermId,
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

export type AskedChange = Partial<Omit<TermChangeRequest, 'accountId'>>;

/** Changes an account's glossary like an operator; default: an import. */
export function changeTerms(
  { terms, accountId }: { readonly terms: TermStore; readonly accountId: AccountId },
  change: AskedChange,
): Promise<TermChangeOutcome> {
  const request = {
    kind: 'import',
    at: firstMoment,
    by: 'operator',
    add: [],
    remove: [],
    expectedVersion: undefined,
  } as const;
  return terms.changeTerms({ accountId, ...request, ...change });
}

/** Returns the terms from English to Spanish as requests find them: words, translation, version of addition. */
export async function readWords({ terms, accountId }: { readonly terms: TermStore; readonly accountId: AccountId }) {
  const base = await terms.readGlossary({
    accountId,
    sources: [english, anyLanguage],
    targets: [spanish, anyLanguage],
  });
  const words = base.terms.map(({ term, translation, addedIn }) => `${term} = ${translation ?? 'itself'} @${addedIn}`);
  return { version: base.version, words: words.toSorted() };
}

export function changedTo(version: number, added: number, removed: number): TermChangeOutcome {
  return { kind: 'changed', version, added, removed };
}
