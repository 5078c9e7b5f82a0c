import { firstIndex } from './binary-search.ts';
import { codesMissing, hasAllCodes, newlines } from './codes.ts';
import type { FormatId, ParsedFile, Unit, Warning, WriteOptions } from './file.ts';
import type { Part, Place, Slot } from './skeleton.ts';

/** Formats whose line breaks are layout, so that a further one may end a unit. */
const layoutFormats: ReadonlySet<FormatId> = new Set(['html', 'markdown', 'mdx', 'srt', 'text', 'vtt', 'yaml']);

/** Translations of a file's units, checked once, with what is reported about them. */
export class Writing {
  readonly untranslated: string[] = [];
  readonly warnings: Warning[] = [];
  readonly #target: string;
  readonly #units: ReadonlyMap<string, Unit>;
  readonly #translations: ReadonlyMap<string, string>;
  readonly #byHand: ReadonlySet<string>;
  readonly #hasLayout: boolean;
  readonly #valid = new Map<string, string>();

  constructor(
    { units, format }: Pick<ParsedFile, 'units' | 'format'>,
    translations: ReadonlyMap<string, string>,
    { target, byHand = new Set() }: WriteOptions,
  ) {
    this.#target = target;
    this.#byHand = byHand;
    this.#hasLayout = layoutFormats.has(format);
    this.#translations = translations;
    this.#units = new Map(units.map((unit) => [unit.id, unit]));
    for (const unit of units) {
      const { id, maxLength, target: existing } = unit;
      if (existing !== undefined) continue;
      const translation = this.#translationOf(id, unit);
      if (translation === undefined) {
        this.untranslated.push(id);
        continue;
      }
      this.#valid.set(id, translation);
      if (maxLength !== undefined && [...translation].length > maxLength) {
        this.warnings.push({ code: 'too_long', unit: id, message: `longer than the ${maxLength} characters allowed` });
      }
    }
  }

  /** The translation for an id if its codes and lines are those of a unit. */
  #translationOf(id: string, { text, codes }: Unit): string | undefined {
    const translation = this.#translations.get(id)?.trim();
    if (!translation) return undefined;
    if (!this.#byHand.has(id)) return hasAllCodes(translation, text, codes) ? translation : undefined;
    const hasMore = this.#hasLayout && newlines(translation) > newlines(text);
    return hasMore || codesMissing(translation, codes) === undefined ? undefined : translation;
  }

  hasTranslation(unit: string): boolean {
    return this.#valid.has(unit);
  }

  /** The text with its slots replaced. A unit that keeps its source text keeps its original bytes. */
  write({ text, slots }: Part): string {
    const ordered = [...slots].sort((one, other) => one.start - other.start || other.end - one.end);
    return this.#writePlace(text, ordered, { start: 0, end: text.length });
  }

  /** Writes a place of the text with its slots, from the slot at the index `from`. */
  #writePlace(text: string, slots: readonly Slot[], place: Place, from = 0): string {
    const parts: string[] = [];
    let copied = place.start;
    for (let index = from; index < slots.length; index++) {
      const { start, end, unit, requires, isTarget, write } = slots[index] as Slot;
      if (start > place.end) break;
      if (start < copied || end > place.end) continue;
      if (unit === undefined && isTarget && this.#valid.size === 0) continue;
      if (requires?.some((id) => !this.hasTranslation(id))) continue;
      const own = unit === undefined ? undefined : this.#units.get(unit);
      const source = own?.text ?? '';
      const translation = unit === undefined ? '' : this.#valid.get(unit);
      // A slot that is a place for a plural form or a translation is empty before; one of a text has its source.
      if (unit !== undefined && (isTarget ? translation === undefined : (translation ?? source) === source)) continue;
      const written = (inner: Place): string =>
        this.#writePlace(
          text,
          slots,
          inner,
          firstIndex(slots.length, (at) => (slots[at] as Slot).start < inner.start, index + 1),
        );
      const form = (category: string): string | undefined => {
        const id = own?.id.replace(/other(?=(?:#\d+)?$)/, category);
        return own === undefined || id === undefined || id === own.id ? undefined : this.#translationOf(id, own);
      };
      const replacement = write(translation ?? source, this.#target, { written, translations: this.#valid, form });
      if (replacement === undefined) continue;
      parts.push(text.slice(copied, start), replacement);
      copied = end;
    }
    return parts.join('') + text.slice(copied, place.end);
  }
}
