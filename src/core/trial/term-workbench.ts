import type { Accounts } from '../accounts/accounts.ts';
import type { LocateParts } from '../glossary/located-entries.ts';
import type { Morphology } from '../glossary/morphology.ts';
import type { TermStore } from '../glossary/term-store.ts';
import type { Terms } from '../glossary/terms.ts';
import type { LanguageTag } from '../languages/language.ts';
import type { LanguageRole } from '../languages/language-match.ts';
import { ServiceError } from '../service-error.ts';
import type { LanguageParts } from '../translation/chosen-routes.ts';
import type { DocumentParts } from '../translation/translate-document.ts';
import { suggestTerms, type TermSuggestion, type TermSuggestionRequest } from './term-suggestions.ts';
import { type TermTrial, tryTerms } from './term-trial.ts';

export type TermWorkbenchParts = DocumentParts &
  LanguageParts &
  LocateParts & {
    readonly accounts: Pick<Accounts, 'find'>;
    readonly terms: Pick<Terms, 'readAll'>;
    readonly store: Pick<TermStore, 'readTermsVersion'>;
    readonly morphology: Morphology;
  };

/** An account's id or email, and languages as people write them; the source may be `auto`. */
type Asked = { readonly account: string; readonly source: string; readonly target: string; readonly text: string };

type SuggestionsAsked = Pick<TermSuggestionRequest, 'documents' | 'countMin' | 'candidatesMax'> & {
  readonly account: string;
  readonly source: string;
  readonly target: string | undefined;
};

/** What an operator does with engines to see about terms. Nothing is charged, and nothing of the texts is kept. */
export class TermWorkbench {
  readonly #parts: TermWorkbenchParts;
  /** No deadline: the operator can interrupt the command. */
  readonly #signal = new AbortController().signal;

  constructor(parts: TermWorkbenchParts) {
    this.#parts = parts;
  }

  /** @throws ServiceError as a request does, the balance aside; `no_account` */
  async tryTerms({ account, text, ...languages }: Asked): Promise<TermTrial> {
    const { accounts, store } = this.#parts;
    const { id: accountId } = await accounts.find(account);
    const source = languages.source.toLowerCase() === 'auto' ? 'auto' : this.#language(languages.source, 'source');
    const target = this.#language(languages.target, 'target');
    const termsVersion = await store.readTermsVersion(accountId);
    return await tryTerms(this.#parts, { accountId, termsVersion, text, source, target }, this.#signal);
  }

  /** @throws ServiceError the same */
  async suggestTerms({ account, source, target, ...asked }: SuggestionsAsked): Promise<{
    readonly pair: { readonly source: LanguageTag; readonly target: LanguageTag | undefined };
    readonly suggestions: readonly TermSuggestion[];
  }> {
    const { id: accountId } = await this.#parts.accounts.find(account);
    const pair = {
      source: this.#language(source, 'source'),
      target: target === undefined ? undefined : this.#language(target, 'target'),
    };
    const { terms } = await this.#parts.terms.readAll(accountId);
    const request = { ...asked, ...pair, accountId, terms, seesTranslations: true };
    const suggestions = await suggestTerms(this.#parts, request, this.#signal);
    return { pair, suggestions };
  }

  /** The served language that is meant. */
  #language(written: string, role: LanguageRole): LanguageTag {
    const lookup = this.#parts.catalogue.parse(written, role);
    switch (lookup.kind) {
      case 'tag':
      case 'withdrawn':
        return lookup.tag;
      case 'unknown':
        throw new ServiceError('unserved_language', { data: { role, nearest: lookup.nearest } });
    }
  }
}
