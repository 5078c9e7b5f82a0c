import { firstIndex } from './binary-search.ts';
import { type CodedText, codedText, type Encode, type Piece, withCodes } from './codes.ts';
import type { Encoding } from './encoding.ts';
import type { Unit } from './file.ts';
import { FileError, type FileErrorCode, type TableColumn } from './file-error.ts';
import type { Part, Place, Slot } from './skeleton.ts';

/** What a filter says about a unit beside its text. */
export type UnitNotes = {
  /** The path of its key, in formats that have one. */
  readonly key?: string;
} & Partial<Pick<Unit, 'target' | 'context' | 'maxLength'>>;

/** Collects the units and slots of a text: a whole file, or a part of one. Filters add them in the order of the text. */
export class PartReader {
  readonly text: string;
  readonly encoding: Encoding;
  /** The first line break of the text, or a newline. */
  readonly newline: string;
  readonly units: Unit[] = [];
  readonly slots: Slot[] = [];
  /** The language that the file names as its own. */
  source?: string | undefined;
  /** Whether the file has translations beside its sources, and the language that it names for them. */
  isBilingual = false;
  /** Whose translations that the file has are replaced: those of all units, or of those with these ids. */
  overwrite: boolean | ReadonlySet<string> = false;
  target?: string | undefined;
  columns?: readonly TableColumn[];
  /** Whether texts without letters are no units. */
  needsLetters = true;
  readonly #name: string | undefined;
  readonly #uses = new Map<string, number>();
  #lineStarts?: readonly number[];

  /** @param name of the part in a file that has several */
  constructor(text: string, encoding: Encoding, name?: string) {
    this.text = text;
    this.encoding = encoding;
    this.newline = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
    this.#name = name;
  }

  get part(): Part {
    return { text: this.text, slots: this.slots };
  }

  /** Adds a unit that is translated in its place. Nothing is added for pieces without a text to translate. */
  add(pieces: readonly Piece[], encode: Encode, notes: UnitNotes = {}): Unit | undefined {
    const coded = codedText(this.text, pieces, {
      labelOf: this.#labelsFrom(pieces[0]?.start ?? this.text.length),
      needsLetters: this.needsLetters,
    });
    if (coded === undefined) return undefined;
    const unit = this.addUnit(coded, notes);
    const { start, end } = coded;
    this.slots.push({
      start,
      end,
      unit: unit.id,
      write: (translation, _, { written }) => withCodes(translation, coded, encode, written),
    });
    return unit;
  }

  /** Returns a function for places after an offset: their text without what slots there may replace. */
  #labelsFrom(from: number): (place: Place) => string {
    let first = this.slots.length;
    while ((this.slots[first - 1]?.start ?? -1) >= from) first--;
    const inner = this.slots.slice(first).sort((one, other) => one.start - other.start || other.end - one.end);
    return ({ start, end }) => {
      let label = '';
      let at = start;
      for (let index = firstIndex(inner.length, (slot) => (inner[slot]?.start ?? 0) < start); ; index++) {
        const slot = inner[index];
        if (slot === undefined || slot.start >= end) return label + this.text.slice(at, end);
        if (slot.start < at || slot.end > end) continue;
        label += this.text.slice(at, slot.start);
        at = slot.end;
      }
    };
  }

  /** Whether the translation that the file has of a unit is replaced. By default, of the next unit without a key. */
  overwrites(id = `#${this.units.length + 1}`): boolean {
    return typeof this.overwrite === 'boolean' ? this.overwrite : this.overwrite.has(id);
  }

  /** Adds a unit without a slot. The filter adds the slots. */
  addUnit(
    { text, codes, start }: Pick<CodedText, 'text' | 'codes' | 'start'>,
    { key, ...notes }: UnitNotes = {},
  ): Unit {
    // The lines of a part of a ZIP archive are not visible to its users.
    const line = this.#name === undefined ? { line: this.lineOf(start).line } : {};
    const unit: Unit = { id: this.#idOf(key), text, codes, ...notes, ...line };
    this.units.push(unit);
    return unit;
  }

  #idOf(key: string | undefined): string {
    const prefix = this.#name ?? '';
    if (key === undefined) return `${prefix}#${this.units.length + 1}`;
    const uses = (this.#uses.get(key) ?? 0) + 1;
    this.#uses.set(key, uses);
    if (uses === 1) return key;
    const id = `${key}#${uses}`;
    return this.#uses.has(id) ? this.#idOf(id) : id;
  }

  /** Line and column of an offset, from 1. */
  lineOf(offset: number): { readonly line: number; readonly column: number } {
    const starts = (this.#lineStarts ??= Array.from(
      this.text.matchAll(/\r\n|\n|\r/g),
      ({ 0: end, index }) => index + end.length,
    ));
    const breaks = firstIndex(starts.length, (index) => (starts[index] ?? 0) <= offset);
    return { line: breaks + 1, column: offset - (starts[breaks - 1] ?? 0) + 1 };
  }

  /** The error of a place in the text, to be thrown. */
  error(code: FileErrorCode, message: string, offset?: number): FileError {
    const place = offset === undefined ? {} : this.lineOf(offset);
    return new FileError(code, message, { ...(this.#name !== undefined && { part: this.#name }), ...place });
  }
}
