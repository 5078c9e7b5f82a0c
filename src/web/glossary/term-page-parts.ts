import type { AccountId } from '../../core/accounts/account.ts';
import type { ImportEntry, ImportProblem } from '../../core/glossary/import-plan.ts';
import type { Morphology } from '../../core/glossary/morphology.ts';
import type { TermContent, TermLanguage } from '../../core/glossary/term.ts';
import type { GlossaryEditor, Terms } from '../../core/glossary/terms.ts';
import type { TermPlacesParts } from '../../core/trial/term-places.ts';
import type { TermSuggestionParts } from '../../core/trial/term-suggestions.ts';
import type { BusyAccounts } from '../busy-accounts.ts';
import type { Pages } from '../pages.ts';
import type { SignedInVisit } from '../visit.ts';
import type { LanguageWords } from './language-words.ts';

export type TermsRoutesParts = {
  readonly pages: Pages;
  readonly terms: Pick<
    Terms,
    'write' | 'remove' | 'search' | 'find' | 'count' | 'readAll' | 'tryImport' | 'import' | 'undoImport' | 'history'
  >;
  /** Loaded with the first file. */
  readonly openFiles: () => Promise<TermFiles>;
  readonly translation: TermPlacesParts & Omit<TermSuggestionParts, 'morphology'>;
  readonly morphology: Morphology;
  /**
   * Counts work for an account as a request of the account.
   *
   * @throws ServiceError `rate_limited`
   */
  readonly admit: (accountId: AccountId) => Promise<void>;
  /** Records in the audit journal that the owner imported entries. */
  readonly recordImport: (accountId: AccountId) => Promise<void>;
  /** Reports why a file was aborted after it had begun. */
  readonly failed: (requestId: string, error: unknown) => void;
};

/** The given parts, and what the pages share. */
export type TermPagesParts = TermsRoutesParts & {
  readonly languages: LanguageWords;
  /** Imports and searches in documents need memory and time, limited per account. */
  readonly heavyWork: BusyAccounts;
  /** Uploads that are arriving, which may take a minute. */
  readonly uploads: BusyAccounts;
  readonly exports: BusyAccounts;
};

/** Glossary files, in the exchange formats. */
export type TermFiles = {
  readonly read: (bytes: Uint8Array, options: TermFileOptions) => Promise<TermFile>;
  /** Yields pieces to be written as UTF-8; `read` returns the same entries from them. */
  readonly write: (terms: Iterable<TermContent>, format: TermFileFormat) => Iterable<string>;
};

export type TermFileFormat = 'csv' | 'tsv' | 'tbx';

export type TermFileOptions = {
  /** Undefined: detected from the content, then from the file's extension. */
  readonly format: TermFileFormat | undefined;
  readonly name: string | undefined;
  /** Languages of a file that does not name them; of a multilingual file, those to read. */
  readonly languages: { readonly source?: TermLanguage | undefined; readonly target?: TermLanguage | undefined };
  readonly onProgress: () => void;
};

export type ReadTermFile = {
  readonly kind: 'read';
  readonly format: TermFileFormat;
  readonly entries: readonly ImportEntry[];
  readonly skipped: { readonly count: number; readonly problems: readonly ImportProblem[] };
};

export type TermFile =
  | ReadTermFile
  | { readonly kind: 'unreadable'; readonly line: number | undefined; readonly message: string };

/** Owners change their own terms under their account's id. */
export function editorOf({ visitor }: SignedInVisit): GlossaryEditor {
  return { accountId: visitor.accountId, by: visitor.accountId };
}

/** The menu entry. */
export const section = '/terms';
