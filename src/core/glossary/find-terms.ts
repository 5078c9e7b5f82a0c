import type { AccountId } from '../accounts/account.ts';
import type { LanguagePair } from '../languages/language.ts';
import type { SparedWords } from './spared-words.ts';
import type { TermUse } from './term-match.ts';
import type { TermsVersion } from './term-store.ts';

export type TermQuery = {
  readonly accountId: AccountId;
  readonly termsVersion: TermsVersion;
  readonly pair: LanguagePair;
  /** With tokens in the place of marks, as an engine gets them. */
  readonly sentences: readonly string[];
};

/**
 * Finds the terms of an account in sentences: the longest first, then the newest, none overlapping another, in the order
 * of the sentence. Sentences without any have no entry.
 *
 * @throws ServiceError `store_unavailable`
 */
export type FindTerms = (query: TermQuery) => Promise<ReadonlyMap<string, readonly TermUse[]>>;

/**
 * The words of the account's terms that are marks in the texts of others; undefined where it has none.
 *
 * @throws ServiceError `store_unavailable`
 */
export type FindSparedWords = (query: Omit<TermQuery, 'sentences'>) => Promise<SparedWords | undefined>;

/** Glossary functions of one account, used for each of its texts. */
export type AccountTerms = { readonly findTerms: FindTerms; readonly findSparedWords: FindSparedWords };
