/**
 * Finds words of entries that a word may be a form of, by letters alone: the same start without diacritics, and
 * another ending. Only these need a dictionary lookup.
 */
export class NearWords {
  /** By stem: the id of the last word with it. */
  readonly #stems = new Map<string, number>();
  /** By id: the previous word with the same stem, or 0. Arrays without gaps, with which V8 is faster. */
  readonly #others: number[] = [];
  /** By id; empty for a word that was not added. */
  readonly #folded: string[] = [];
  readonly #written: string[] = [];
  size = 0;

  /** Returns the word with this id as it was first written; undefined if it was not added. */
  writtenAs(id: number): string | undefined {
    return this.#written[id] || undefined;
  }

  /** @param id identifies the word, which may have been added before */
  add(id: number, { folded, written }: { readonly folded: string; readonly written: string }): void {
    if (this.writtenAs(id) !== undefined) return;
    const letters = lettersOf(folded);
    const stem = letters.slice(0, Math.max(letters.length - changingMax, stemMin));
    while (this.#others.length <= id) {
      this.#others.push(0);
      this.#folded.push('');
      this.#written.push('');
    }
    this.#others[id] = this.#stems.get(stem) ?? 0;
    this.#folded[id] = folded;
    this.#written[id] = written;
    this.#stems.set(stem, id);
    this.size++;
  }

  /** Returns the ids of at most `nearMax` words that `folded` may be a form of, the most similar first. */
  near(folded: string): readonly number[] {
    const letters = lettersOf(folded);
    const found: { readonly id: number; readonly difference: number }[] = [];
    for (let length = Math.max(letters.length - endingMax, stemMin); length <= letters.length; length++) {
      let id = this.#stems.get(letters.slice(0, length)) ?? 0;
      for (let tried = 0; id !== 0 && tried < triesMax; tried++, id = this.#others[id] ?? 0) {
        const other = this.#folded[id] ?? '';
        if (other === folded) continue;
        const same = commonLength(letters, lettersOf(other));
        found.push({ id, difference: folded.length + other.length - 2 * same });
      }
    }
    found.sort((one, another) => one.difference - another.difference);
    return found.slice(0, nearMax).map(({ id }) => id);
  }
}

const nearMax = 8;
/** Words compared that have the same stem. */
const triesMax = 32;
/** Minimum of letters that a word and its other forms share: "ox", "oxen". */
const stemMin = 2;
/** Last letters of a word that its other forms may lack: "z" of "lápiz". */
const changingMax = 3;
/** UTF-16 units that another form may have instead: "lerimizden" in Turkish "evlerimizden". */
const endingMax = 10;
/** In UTF-16 units. Longer ones are not words. */
const wordLengthMax = 60;

const ascii = /^[\0-\x7F]*$/;
const marks = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu;

/** Returns a word without diacritics. */
function lettersOf(word: string): string {
  const start = word.slice(0, wordLengthMax);
  return ascii.test(start) ? start : start.normalize('NFD').replaceAll(marks, '');
}

function commonLength(one: string, other: string): number {
  let same = 0;
  while (same < one.length && one.charCodeAt(same) === other.charCodeAt(same)) same++;
  return same;
}
