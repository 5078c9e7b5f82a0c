import type { MemoryFileOptions } from '../../shop/memory/memory-files.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { matchLanguage } from '../../text/languages/language-match.ts';
import { isLanguage, languageNamed } from '../../text/languages/language-name.ts';
import { parseLanguageTag, tagLengthMax } from '../../text/languages/language-tag.ts';

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

  /** Whether the caller asks for units with this language, or for all. */
  isAsked(side: 'source' | 'target', language: LanguageTag): boolean {
    const asked = this.asked[side];
    return asked === undefined || language === asked || language.startsWith(`${asked}-`);
  }
}
