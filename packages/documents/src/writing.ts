import { hasAllCodes } from './codes.ts';
import type { ParsedFile, Unit, Warning } from './file.ts';
import type { Part } from './skeleton.ts';

/** Translations of a file's units, checked once, with what is reported about them. */
export class Writing {
  readonly untranslated: string[] = [];
  readonly warnings: Warning[] = [];
  readonly #target: string;
  readonly #units: ReadonlyMap<string, Unit>;
  readonly #valid = new Map<string, string>();

  constructor(file: ParsedFile, translations: ReadonlyMap<string, string>, target: string) {
    this.#target = target;
    this.#units = new Map(file.units.map((unit) => [unit.id, unit]));
    for (const { id, text, codes, maxLength, target: existing } of file.units) {
      if (existing !== undefined) continue;
      const translation = translations.get(id)?.trim();
      if (translation === undefined || translation === '' || !hasAllCodes(translation, text, codes)) {
        this.untranslated.push(id);
        continue;
      }
      this.#valid.set(id, translation);
      if (maxLength !== undefined && [...translation].length > maxLength) {
        this.warnings.push({ code: 'too_long', unit: id, message: `longer than the ${maxLength} characters allowed` });
      }
    }
  }

  hasTranslation(unit: string): boolean {
    return this.#valid.has(unit);
  }

  /** The text with its slots replaced. A unit that keeps its source text keeps its original bytes. */
  write({ text, slots }: Part): string {
    // oxlint-disable-next-line unicorn/no-array-sort -- Node 18 has no toSorted
    const ordered = [...slots].sort((one, other) => one.start - other.start || other.end - one.end);
    const written: string[] = [];
    let copied = 0;
    for (const { start, end, unit, isTarget, write } of ordered) {
      if (start < copied) continue;
      const source = unit === undefined ? '' : (this.#units.get(unit)?.text ?? '');
      const translation = unit === undefined ? '' : this.#valid.get(unit);
      // A slot that is a place for a plural form or a translation is empty before; one of a text has its source.
      if (unit !== undefined && (isTarget ? translation === undefined : (translation ?? source) === source)) continue;
      const replacement = write(translation ?? source, this.#target);
      if (replacement === undefined) continue;
      written.push(text.slice(copied, start), replacement);
      copied = end;
    }
    return written.join('') + text.slice(copied);
  }
}
