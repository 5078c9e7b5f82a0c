import { ServiceError } from '../../ground/service-error.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { LanguageRole } from '../../text/languages/language-match.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { Terms } from '../glossaries/account-glossaries.ts';
import type { TermStore } from '../glossaries/glossary-store.ts';
import {
  suggestTerms,
  type TermSuggestion,
  type TermSuggestionParts,
  type TermSuggestionRequest,
} from './entry-suggestions.ts';
import { type TermTrial, type TermTrialParts, tryTerms } from './glossary-trial.ts';

export type GlossaryToolsParts = TermTrialParts &
  TermSuggestionParts & {
    readonly accounts: Pick<Accounts, 'find'>;
    readonly terms: Pick<Terms, 'readAll'>;
    readonly store: Pick<TermStore, 'readTermsVersion'>;
  };

/** An account's id or email, and languages as users write them; the source may be `auto`. */
type TermRequest = {
  readonly account: string;
  readonly source: string;
  readonly target: string;
  readonly text: string;
};

type SuggestionRequest = Pick<TermSuggestionRequest, 'documents' | 'countMin' | 'candidatesMax'> & {
  readonly account: string;
  readonly source: string;
  readonly target: string | undefined;
};

/** The operator's commands on glossaries that need engines. Nothing is charged, and no text is stored. */
export class GlossaryTools {
  readonly #parts: GlossaryToolsParts;
  /** No deadline: the operator can interrupt the command. */
  readonly #signal = new AbortController().signal;

  constructor(parts: GlossaryToolsParts) {
    this.#parts = parts;
  }

  /** @throws ServiceError as for a request, except about the balance; `no_account` */
  async tryTerms({ account, text, ...languages }: TermRequest): Promise<TermTrial> {
    const { accounts, store } = this.#parts;
    const { id: accountId } = await accounts.find(account);
    const source = languages.source.toLowerCase() === 'auto' ? 'auto' : this.#language(languages.source, 'source');
    const target = this.#language(languages.target, 'target');
    const termsVersion = await store.readTermsVersion(accountId);
    return await tryTerms(this.#parts, { accountId, termsVersion, text, source, target }, this.#signal);
  }

  /** @throws ServiceError like `tryTerms` */
  async suggestTerms({ account, source, target, ...options }: SuggestionRequest): Promise<{
    readonly pair: { readonly source: LanguageTag; readonly target: LanguageTag | undefined };
    readonly suggestions: readonly TermSuggestion[];
  }> {
    const { id: accountId } = await this.#parts.accounts.find(account);
    const pair = {
      source: this.#language(source, 'source'),
      target: target === undefined ? undefined : this.#language(target, 'target'),
    };
    const { terms } = await this.#parts.terms.readAll(accountId);
    const request = { ...options, ...pair, accountId, terms, seesTranslations: true };
    const suggestions = await suggestTerms(this.#parts, request, this.#signal);
    return { pair, suggestions };
  }

  /** Returns the served language of a code. */
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
