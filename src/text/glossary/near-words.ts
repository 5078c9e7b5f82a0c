import { doubled } from './entry-trie.ts';

/**
 * Finds words of entries that a word may be a form of, by letters alone: the same start without diacritics, and
 * another ending. Only these need a dictionary lookup.
 */
export class NearWords {
  /** By the lowest bits of a stem's hash: the id of the last such word, or 0. */
  readonly #heads: Int32Array<ArrayBuffer>;
  /** By id: the previous word in the same slot of `#heads`, and the letters of its stem. */
  #others: Int32Array<ArrayBuffer>;
  #stems: Int32Array<ArrayBuffer>;
  readonly #folded: string[] = [];
  readonly #written: string[] = [];
  size = 0;

  /** @param words their approximate count */
  constructor(words: number) {
    const places = 2 ** Math.ceil(Math.log2(Math.max(words, 8)));
    this.#heads = new Int32Array(places);
    this.#others = new Int32Array(places);
    this.#stems = new Int32Array(places);
  }

  /** Returns the word with this number as it was first written. */
  wordOf(id: number): string | undefined {
    return this.#written[id] || undefined;
  }

  /** @param id identifies the word, which may have been added before */
  add(id: number, { folded, written }: { readonly folded: string; readonly written: string }): void {
    if (this.#written[id]) return;
    // V8 is faster with arrays without gaps.
    while (this.#written.length <= id) this.#folded[this.#written.push('') - 1] = '';
    this.#written[id] = written;
    this.#folded[id] = folded;
    this.size++;
    while (id >= this.#others.length) [this.#others, this.#stems] = [doubled(this.#others), doubled(this.#stems)];
    const { letters, hash } = stemOf(folded);
    const head = hash & (this.#heads.length - 1);
    this.#stems[id] = letters;
    this.#others[id] = this.#heads[head] ?? 0;
    this.#heads[head] = id;
  }

  /** Returns the ids of at most `nearMax` words that `folded` may be a form of, the most similar first. */
  near(folded: string): readonly number[] {
    const found: { readonly id: number; readonly difference: number }[] = [];
    const end = Math.min(folded.length, wordUnitsMax);
    let hash = 0;
    let letters = 0;
    for (let unit = 0; unit < end; unit++) {
      const letter = baseOf(folded.charCodeAt(unit));
      if (letter === 0) continue;
      hash = extended(hash, letter);
      if (++letters < stemMin || end - unit - 1 > endingMax) continue;
      let id = this.#heads[hash & (this.#heads.length - 1)] ?? 0;
      for (let tried = 0; id !== 0 && tried < triesMax; tried++, id = this.#others[id] ?? 0) {
        if (this.#stems[id] !== letters) continue;
        const other = this.#folded[id] ?? '';
        const same = commonLetters(folded, other);
        if (same < letters || other === folded) continue;
        found.push({ id, difference: folded.length + other.length - 2 * same });
      }
    }
    if (found.length > 1) found.sort((one, another) => one.difference - another.difference);
    return found.slice(0, nearMax).map(({ id }) => id);
  }
}

const nearMax = 8;
/** Words compared in one slot of the table. */
const triesMax = 32;
/** Minimum of letters that a word and its other forms share: "ox", "oxen". */
const stemMin = 2;
/** Last letters of a word that its other forms may lack: "z" of "lápiz". */
const changingMax = 3;
/** UTF-16 units that another form may have instead: "lerimizden" in Turkish "evlerimizden". */
const endingMax = 10;
/** Longer ones are not words. */
const wordUnitsMax = 60;

/** Returns the number of letters that all forms of `word` start with, and their hash. */
function stemOf(word: string): { readonly letters: number; readonly hash: number } {
  let [all, hash] = [0, 0];
  // The hashes without the last one, two and three letters, which may change.
  let [butOne, butTwo, butThree] = [0, 0, 0];
  for (let unit = 0; unit < word.length && (unit < wordUnitsMax || all < stemMin); unit++) {
    const letter = baseOf(word.charCodeAt(unit));
    if (letter === 0) continue;
    all++;
    butThree = butTwo;
    butTwo = butOne;
    butOne = hash;
    hash = extended(hash, letter);
  }
  const letters = Math.max(all - changingMax, stemMin);
  return { letters, hash: [hash, butOne, butTwo, butThree][Math.max(all - letters, 0)] ?? hash };
}

/** Source: Fowler, Noll and Vo, FNV-1a, mixed once more. Signed 32-bit integers, which V8 stores without an object. */
function extended(hash: number, letter: number): number {
  const next = Math.imul((hash === 0 ? 0x811c9dc5 : hash) ^ letter, 0x01000193);
  return next ^ (next >>> 15);
}

/** Returns the number of letters that both start with. */
function commonLetters(one: string, other: string): number {
  let [left, right, same] = [0, 0, 0];
  for (;;) {
    while (left < one.length && baseOf(one.charCodeAt(left)) === 0) left++;
    while (right < other.length && baseOf(other.charCodeAt(right)) === 0) right++;
    if (left === one.length || right === other.length) return same;
    if (baseOf(one.charCodeAt(left++)) !== baseOf(other.charCodeAt(right++))) return same;
    same++;
  }
}

/** A cache by UTF-16 unit: the letter without diacritics plus one; 1 for a mark; 0 if not cached. */
const bases = new Uint32Array(0x1_0000);

/** Returns the letter without diacritics, 0 for a mark. */
function baseOf(unit: number): number {
  return (bases[unit] || findBase(unit)) - 1;
}

function findBase(unit: number): number {
  const letter = String.fromCharCode(unit).normalize('NFD').charAt(0);
  const isLetter = !/[\p{M}\p{Default_Ignorable_Code_Point}]/u.test(letter);
  const base = (isLetter ? letter.charCodeAt(0) : 0) + 1;
  bases[unit] = base;
  return base;
}
