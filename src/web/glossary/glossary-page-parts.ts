import { html } from 'hono/html';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { GlossaryEditor } from '../../shop/glossaries/account-glossaries.ts';
import { parseEntryLanguage, unknownLanguage } from '../../shop/glossaries/entry-content.ts';
import type { GlossaryFiles, GlossaryWork } from '../../shop/glossaries/glossary-files.ts';
import type { EntryContent } from '../../shop/glossaries/stored-entry.ts';
import type { BusyAccounts } from '../../shop/limits/busy-accounts.ts';
import { anyLanguage, type EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import { type LanguageName, nameLanguage } from '../../text/languages/language-name.ts';
import type { AccountParts } from '../account-parts.ts';
import { type Field, field } from '../controls.ts';
import { languageCodeOf } from '../language-names.ts';
import type { Piece } from '../page.ts';
import type { FormProblem } from '../pieces.ts';
import type { SignedInVisit } from '../visit.ts';

export type GlossaryRoutesParts = Pick<AccountParts, 'pages' | 'glossaries' | 'catalogue' | 'admit' | 'failed'> & {
  readonly glossaryWork: GlossaryWork;
  /** Loaded with the first file. */
  readonly openFiles: () => Promise<Omit<GlossaryFiles, 'bytesMax'>>;
  /** Records in the audit journal that the owner imported entries. */
  readonly recordImport: (accountId: AccountId) => Promise<void>;
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

const namesMax = 1_000;

/** Id of the list of languages that inputs offer. */
const languageListId = 'languages';

/** Formats languages, and words in them, for pages. */
export class LanguageWords {
  readonly #catalogue: Pick<LanguageCatalogue, 'entries' | 'version'>;
  readonly #names = new Map<EntryLanguage, LanguageName>();
  #list: { readonly version: string; readonly piece: Piece } | undefined;

  constructor(catalogue: Pick<LanguageCatalogue, 'entries' | 'version'>) {
    this.#catalogue = catalogue;
  }

  /** The suggestions for language inputs; once on a page that has such inputs. */
  list(): Piece {
    const { version } = this.#catalogue;
    if (this.#list?.version !== version) this.#list = { version, piece: this.#drawList() };
    return this.#list.piece;
  }

  /** Returns the code of a language given by its English or native name; any other text unchanged. */
  code(written: string): string {
    return languageCodeOf(this.#catalogue.entries(), written);
  }

  /** `Spanish`; `every language` for any language. */
  name(language: EntryLanguage): string {
    return language === anyLanguage ? 'every language' : this.#nameOf(language).name;
  }

  /** `Spanish → English`. */
  pair({ source, target }: Pick<EntryContent, 'source' | 'target'>): Piece {
    return html`<span title="${source} → ${target}">${this.name(source)} → ${this.name(target)}</span>`;
  }

  /** Words marked with their language and direction, isolated from the text around them. */
  words(text: string, language: EntryLanguage): Piece {
    return html`<bdi${this.attributes(language)}>${text}</bdi>`;
  }

  /** `Umzug → removal`, or that the term is not translated. */
  entry(shown: Pick<EntryContent, 'source' | 'target' | 'term' | 'translation'>): Piece {
    const { source, target, term, translation } = shown;
    const required = translation === undefined ? 'not translated' : this.words(translation, target);
    return html`${this.words(term, source)} → ${required}`;
  }

  /** ` lang="ar" dir="rtl"`; `dir="auto"` for any language. */
  attributes(language: EntryLanguage): Piece {
    if (language === anyLanguage) return html` dir="auto"`;
    return html` lang="${language}" dir="${this.#nameOf(language).direction}"`;
  }

  #nameOf(language: Exclude<EntryLanguage, typeof anyLanguage>): LanguageName {
    const known = this.#names.get(language);
    if (known !== undefined) return known;
    if (this.#names.size >= namesMax) this.#names.clear();
    const name = nameLanguage(language);
    this.#names.set(language, name);
    return name;
  }

  #drawList(): Piece {
    const options = this.#catalogue.entries().map(({ code, name }) => html`<option value="${code}">${name}</option>`);
    return html`<datalist id="${languageListId}">${options}<option value="${anyLanguage}">every language (do-not-translate entries)</option></datalist>`;
  }
}

/** Returns what is wrong with a typed language; an empty one is right. */
export function languageProblems(param: string, typed: string): readonly FormProblem[] {
  if (typed.trim() === '' || parseEntryLanguage(typed) !== undefined) return [];
  return [{ param, message: unknownLanguage(typed) }];
}

/** An input for a language, typed or chosen from the list of the page. */
export function languageInput(parts: Field): Piece {
  const attributes = html` list="${languageListId}" autocapitalize="none" spellcheck="false"`;
  return field({ ...parts, autocomplete: 'off', attributes });
}
