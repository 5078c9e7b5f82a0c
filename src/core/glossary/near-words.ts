/**
 * Finds words of entries that a word may be a form of, by letters alone: the same beginning without diacritics, and
 * another end. Only these need a dictionary lookup.
 */
export class NearWords {
  /** By a hash of a word's stem: the last such word, in a table without a place for the stem itself. */
  #heads: Int32Array<ArrayBuffer>;
  /** Of a word: the one before it with the same place in that table. */
  #others: Int32Array<ArrayBuffer>;
  #stems: Uint8Array<ArrayBuffer>;
  readonly #ids: number[] = [0];
  readonly #folded: string[] = [''];
  readonly #written: string[] = [''];
  /** By their ids: which word it is, from 1. */
  #places: Int32Array<ArrayBuffer>;

  /** @param words about how many there will be */
  constructor(words: number) {
    const places = 2 ** Math.ceil(Math.log2(Math.max(words, 8)));
    this.#heads = new Int32Array(places);
    this.#others = new Int32Array(places);
    this.#stems = new Uint8Array(places);
    this.#places = new Int32Array(places);
  }

  get size(): number {
    return this.#ids.length - 1;
  }

  get bytes(): number {
    const ofTables =
      this.#heads.byteLength + this.#others.byteLength + this.#stems.byteLength + this.#places.byteLength;
    return ofTables + this.#ids.length * 24;
  }

  /** As it was first written. */
  wordOf(id: number): string | undefined {
    const place = this.#places[id] ?? 0;
    return place === 0 ? undefined : this.#written[place];
  }

  /** @param id identifies the word, unless it was added before */
  add(id: number, { folded, written }: { readonly folded: string; readonly written: string }): void {
    if (id >= this.#places.length) this.#places = widened(this.#places, id);
    if (this.#places[id] !== 0) return;
    const place = this.#ids.length;
    this.#places[id] = place;
    this.#ids.push(id);
    this.#folded.push(folded);
    this.#written.push(written);
    if (place >= this.#others.length) this.#widen();
    this.#link(place);
  }

  /** The ids of words that `folded` may be a form of, the most alike first, at most `nearMax`. */
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
      let place = this.#heads[hash & (this.#heads.length - 1)] ?? 0;
      for (let tried = 0; place !== 0 && tried < triesMax; tried++, place = this.#others[place] ?? 0) {
        if (this.#stems[place] !== letters) continue;
        const other = this.#folded[place] ?? '';
        const same = commonLetters(folded, other);
        if (same < letters || other === folded) continue;
        found.push({ id: this.#ids[place] ?? 0, difference: folded.length + other.length - 2 * same });
      }
    }
    if (found.length > 1) found.sort((one, another) => one.difference - another.difference);
    return found.slice(0, nearMax).map(({ id }) => id);
  }

  #link(place: number): void {
    const word = this.#folded[place] ?? '';
    const { letters, hash } = stemOf(word);
    const head = hash & (this.#heads.length - 1);
    this.#stems[place] = letters;
    this.#others[place] = this.#heads[head] ?? 0;
    this.#heads[head] = place;
  }

  #widen(): void {
    const length = this.#others.length * 2;
    this.#heads = new Int32Array(length);
    this.#others = new Int32Array(length);
    this.#stems = new Uint8Array(length);
    for (let place = 1; place < this.#ids.length - 1; place++) this.#link(place);
  }
}

/** How many words may be near one. */
const nearMax = 8;
/** How many words with the same place in the table are looked at. */
const triesMax = 32;
/** Letters that a word and its other forms have in common at least: "ox", "oxen". */
const stemMin = 2;
/** Letters of a word's end that other forms of it may lack: "z" of "lápiz". */
const changingMax = 3;
/** Units of the end that another form may have instead: "lerimizden" in Turkish "evlerimizden". */
const endingMax = 10;
/** Longer ones are no words. */
const wordUnitsMax = 60;

/** How many letters of `word` all its forms begin with, and the hash of these. */
function stemOf(word: string): { readonly letters: number; readonly hash: number } {
  let letters = 0;
  // With all letters so far, and without the last ones, as many as may change.
  let [all, butOne, butTwo, butThree] = [0, 0, 0, 0];
  for (let unit = 0; unit < word.length && (unit < wordUnitsMax || letters < stemMin); unit++) {
    const letter = baseOf(word.charCodeAt(unit));
    if (letter === 0) continue;
    letters++;
    butThree = butTwo;
    butTwo = butOne;
    butOne = all;
    all = extended(all, letter);
  }
  if (letters >= stemMin + changingMax) return { letters: letters - changingMax, hash: butThree };
  return { letters: stemMin, hash: [all, all, all, butOne, butTwo][letters] ?? all };
}

/** Source: Fowler, Noll and Vo, FNV-1a; mixed once more, as only its low bits are used. */
function extended(hash: number, letter: number): number {
  const next = Math.imul((hash === 0 ? 0x811c9dc5 : hash) ^ letter, 0x01000193);
  return (next ^ (next >>> 15)) >>> 0;
}

/** How many letters the two begin with alike. */
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

/** Filled as letters are met: the letter without what stands above and below it, and one; 1 for marks. */
const bases = new Uint32Array(0x1_0000);

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

function widened(array: Int32Array<ArrayBuffer>, index: number): Int32Array<ArrayBuffer> {
  const wider = new Int32Array(Math.max(array.length * 2, index + 1));
  wider.set(array);
  return wider;
}
