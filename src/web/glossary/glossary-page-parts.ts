import type { AccountId } from '../../shop/accounts/account.ts';
import type { AccountGlossaries, GlossaryEditor } from '../../shop/glossaries/account-glossaries.ts';
import type { GlossaryFiles } from '../../shop/glossaries/glossary-files.ts';
import type { GlossaryWork } from '../../shop/glossaries/glossary-work.ts';
import type { BusyAccounts } from '../../shop/limits/busy-accounts.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { Pages } from '../pages.ts';
import type { SignedInVisit } from '../visit.ts';
import type { LanguageWords } from './language-words.ts';

export type GlossaryRoutesParts = {
  readonly pages: Pages;
  readonly glossaries: Pick<
    AccountGlossaries,
    'write' | 'remove' | 'search' | 'find' | 'count' | 'readAll' | 'tryImport' | 'import' | 'undoImport' | 'history'
  >;
  readonly glossaryWork: GlossaryWork;
  /** Loaded with the first file. */
  readonly openFiles: () => Promise<Omit<GlossaryFiles, 'bytesMax'>>;
  readonly catalogue: Pick<LanguageCatalogue, 'entries' | 'version'>;
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
export type GlossaryPagesParts = GlossaryRoutesParts & {
  readonly languages: LanguageWords;
  /** Uploads that are arriving, which may take a minute. */
  readonly uploads: BusyAccounts;
};

/** Owners change their own entries under their account's id. */
export function editorOf({ visitor }: SignedInVisit): GlossaryEditor {
  return { accountId: visitor.accountId, by: visitor.accountId };
}

/** The menu entry. */
export const section = '/glossary';
