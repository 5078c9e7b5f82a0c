import { ServiceError } from '../../ground/service-error.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { LanguageRole } from '../../text/languages/language-match.ts';
import type { Accounts } from '../accounts/accounts.ts';
import type { GlossaryStore } from '../glossaries/glossary-store.ts';
import { type GlossaryTrial, type GlossaryTrialParts, tryGlossary } from './glossary-trial.ts';

export type GlossaryToolsParts = GlossaryTrialParts & {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly store: Pick<GlossaryStore, 'readGlossaryVersion'>;
};

/** An account's id or email, and languages as users write them; the source may be `auto`. */
type EntryRequest = {
  readonly account: string;
  readonly source: string;
  readonly target: string;
  readonly text: string;
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
  async tryGlossary({ account, text, ...languages }: EntryRequest): Promise<GlossaryTrial> {
    const { accounts, store } = this.#parts;
    const { id: accountId } = await accounts.find(account);
    const source = languages.source.toLowerCase() === 'auto' ? 'auto' : this.#language(languages.source, 'source');
    const target = this.#language(languages.target, 'target');
    const glossaryVersion = await store.readGlossaryVersion(accountId);
    return await tryGlossary(this.#parts, { accountId, glossaryVersion, text, source, target }, this.#signal);
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
