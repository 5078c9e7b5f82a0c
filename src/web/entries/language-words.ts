import { html } from 'hono/html';
import { unknownLanguage } from '../../shop/glossaries/entry-content.ts';
import { anyLanguage, type EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import { type LanguageName, nameLanguage } from '../../text/languages/language-name.ts';
import { type Field, field } from '../controls.ts';
import { languageCodeOf } from '../language-names.ts';
import type { Piece } from '../page.ts';
import type { FormProblem } from '../pieces.ts';

const namesMax = 1_000;

/** Id of the list of languages that inputs offer. */
const languageListId = 'languages';

export type EntryLanguagePair = { readonly source: EntryLanguage; readonly target: EntryLanguage };

type LanguageRole = keyof EntryLanguagePair;

type LanguageWordsParts<Language> = {
  readonly catalogue: Pick<LanguageCatalogue, 'entries' | 'version'>;
  /** Returns undefined for what is no language of an entry. */
  readonly parse: (code: string, role: LanguageRole) => Language | undefined;
};

/** Parses languages, and formats them and words in them, for pages. */
export class LanguageWords<Language extends EntryLanguage = EntryLanguage> {
  readonly #parts: LanguageWordsParts<Language>;
  readonly #names = new Map<EntryLanguage, LanguageName>();
  #list: { readonly version: string; readonly piece: Piece } | undefined;

  constructor(parts: LanguageWordsParts<Language>) {
    this.#parts = parts;
  }

  /** The suggestions for language inputs; once on a page that has such inputs. */
  list(): Piece {
    const { version } = this.#parts.catalogue;
    if (this.#list?.version !== version) this.#list = { version, piece: this.#drawList() };
    return this.#list.piece;
  }

  /** Returns the code of a language given by its English or native name; any other text unchanged. */
  code(written: string): string {
    return languageCodeOf(this.#parts.catalogue.entries(), written);
  }

  /** An input for a language by name or code, typed or chosen from the list of the page. `value` is a code. */
  input({ value = '', ...parts }: Field): Piece {
    const attributes = html` list="${languageListId}" autocapitalize="none" spellcheck="false"`;
    const named = this.#parts.catalogue.entries().find(({ code }) => code === value)?.name ?? value;
    return field({ ...parts, value: named, autocomplete: 'off', attributes });
  }

  /** Parses typed languages. */
  parse(source: string, target: string): Readonly<Record<LanguageRole, Language | undefined>> {
    const { parse } = this.#parts;
    return { source: parse(source, 'source'), target: parse(target, 'target') };
  }

  /** Returns what is wrong with a typed language, in the field `param`; an empty one is right. */
  problems(role: LanguageRole, typed: string, param: string = role): readonly FormProblem[] {
    if (typed.trim() === '' || this.#parts.parse(typed, role) !== undefined) return [];
    return [{ param, message: unknownLanguage(typed) }];
  }

  /** `Spanish`; `every language` for any language. */
  name(language: EntryLanguage): string {
    return language === anyLanguage ? 'every language' : this.#nameOf(language).name;
  }

  /** `Spanish → English`. */
  pair({ source, target }: EntryLanguagePair): Piece {
    return html`<span title="${source} → ${target}">${this.name(source)} → ${this.name(target)}</span>`;
  }

  /** Words marked with their language and direction, isolated from the text around them. */
  words(text: string, language: EntryLanguage): Piece {
    return html`<bdi${this.attributes(language)}>${text}</bdi>`;
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
    const { catalogue, parse } = this.#parts;
    const options = catalogue.entries().map(({ code, name }) => html`<option value="${name}">${code}</option>`);
    const any = html`<option value="${anyLanguage}">every language (do-not-translate entries)</option>`;
    return html`<datalist id="${languageListId}">${options}${parse(anyLanguage, 'source') === undefined ? '' : any}</datalist>`;
  }
}
