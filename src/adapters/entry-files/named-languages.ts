import { unknownLanguage } from '../../shop/glossaries/entry-content.ts';
import type { MemoryFileOptions, MemoryUnit } from '../../shop/memory/memory-files.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { matchLanguage } from '../../text/languages/language-match.ts';
import { isLanguage, languageNamed } from '../../text/languages/language-name.ts';
import { parseLanguageTag, tagLengthMax } from '../../text/languages/language-tag.ts';

type LanguagesOfUnit = Pick<MemoryUnit, 'sourceLanguage' | 'targetLanguage'>;

const seenMax = 1_000;

/** The languages that a file names, in any spelling, as languages of the service. */
export class NamedLanguages {
  /** Those that the caller asks for. */
  readonly asked: MemoryFileOptions['languages'];
  readonly #served: ReadonlySet<LanguageTag> | undefined;
  readonly #seen = new Map<string, LanguageTag | undefined>();

  constructor({ languages = {}, served }: Partial<Pick<MemoryFileOptions, 'languages' | 'served'>>) {
    this.asked = languages;
    this.#served = served;
  }

  /** Undefined for an unknown language. */
  find(written: string): LanguageTag | undefined {
    if (written.length > tagLengthMax) return undefined;
    if (this.#seen.has(written)) return this.#seen.get(written);
    if (this.#seen.size >= seenMax) this.#seen.clear();
    const parsed = parseLanguageTag(written);
    const tag = parsed !== undefined && isLanguage(parsed) ? parsed : languageNamed(written);
    // As a source, a language may lose its region, and never its script.
    const found = tag && this.#served ? matchLanguage(tag, this.#served, 'source') : tag;
    this.#seen.set(written, found);
    return found;
  }

  /** Returns why a unit is left out, if a language is unknown or not asked for. */
  findPair(source: string, target: string): LanguagesOfUnit | { readonly message: string } {
    const [sourceLanguage, targetLanguage] = [this.find(source), this.find(target)];
    if (sourceLanguage === undefined) return { message: unknownLanguage(source) };
    if (targetLanguage === undefined) return { message: unknownLanguage(target) };
    const isAsked = this.isAsked('source', sourceLanguage) && this.isAsked('target', targetLanguage);
    return isAsked ? { sourceLanguage, targetLanguage } : { message: 'The unit has other languages.' };
  }

  /** Whether the caller asks for units with this language, or for all. */
  isAsked(side: 'source' | 'target', language: LanguageTag): boolean {
    const asked = this.asked[side];
    return asked === undefined || language === asked || language.startsWith(`${asked}-`);
  }
}
