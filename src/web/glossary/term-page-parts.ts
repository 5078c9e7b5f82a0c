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
  /** Opened with the first file. */
  readonly openFiles: () => Promise<TermFiles>;
  readonly translation: TermPlacesParts & Omit<TermSuggestionParts, 'morphology'>;
  readonly morphology: Morphology;
  /** Counts what works for an account like a call of its programs. @throws ServiceError `rate_limited` */
  readonly admit: (accountId: AccountId) => Promise<void>;
  /** Notes in the audit journal that the owner of an account imported terms. */
  readonly recordImport: (accountId: AccountId) => Promise<void>;
  /** Told why a file that had begun was broken off. */
  readonly failed: (requestId: string, error: unknown) => void;
};

/** What the pages have beside what they were given. */
export type TermPagesParts = TermsRoutesParts & {
  readonly languages: LanguageWords;
  /** Imports and searches in documents need memory and time, limited per account. */
  readonly heavyWork: BusyAccounts;
  /** Files that arrive, which may take a minute. */
  readonly uploads: BusyAccounts;
  readonly exports: BusyAccounts;
};

/** Glossary files, in the exchange formats. */
export type TermFiles = {
  readonly read: (bytes: Uint8Array, options: TermFileOptions) => Promise<TermFile>;
  /** In pieces, to be written as UTF-8; what `read` makes of it are the same terms. */
  readonly write: (terms: Iterable<TermContent>, format: TermFileFormat) => Iterable<string>;
};

export type TermFileFormat = 'csv' | 'tsv' | 'tbx';

export type TermFileOptions = {
  /** Undefined: found by the content, then by the end of the name. */
  readonly format: TermFileFormat | undefined;
  readonly name: string | undefined;
  /** For files that do not name them; of a file in many languages, those that are read. */
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

/** The entry of the menu. */
export const section = '/terms';
