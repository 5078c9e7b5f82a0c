/**
 * Words that could be forms of one word, by their letters alone: those that share a beginning, whatever stands above and
 * below its letters, and end differently. Only of these a dictionary is asked.
 */
export class NearWords {
  /** By a hash of a word's stem: the number of the last such word, in a table with open addressing by the hash alone. */
  #heads = new Int32Array(1 << 10);
  /** Of a word, by its number: another one whose stem has the same place in the table. */
  #others = new Int32Array(1 << 10);
  #stems = new Uint8Array(1 << 10);
  readonly #symbols: number[] = [];
  readonly #words: string[] = [];
  #count = 0;

  get size(): number {
    return this.#count;
  }

  get bytes(): number {
    return this.#heads.byteLength + this.#others.byteLength + this.#stems.byteLength + this.#count * 16;
  }

  /**
   * @param symbol the number by which it is told
   * @param word in small letters
   */
  add(symbol: number, word: string): void {
    const at = ++this.#count;
    this.#symbols[at] = symbol;
    this.#words[at] = word;
    if (at >= this.#others.length) this.#widen();
    this.#link(at);
  }

  /** The numbers of words of which `word` may be another form, the most alike first, at most `nearMax`. */
  near(word: string): readonly number[] {
    const found: { readonly symbol: number; readonly difference: number }[] = [];
    let hash = 0;
    let letters = 0;
    const end = Math.min(word.length, wordUnitsMax);
    for (let unit = 0; unit < end; unit++) {
      const letter = baseOf(word.charCodeAt(unit));
      if (letter === 0) continue;
      hash = extended(hash, letter);
      if (++letters < stemMin || end - unit - 1 > endingMax) continue;
      let at = this.#heads[hash & (this.#heads.length - 1)] ?? 0;
      for (let tried = 0; at !== 0 && tried < triesMax; tried++, at = this.#others[at] ?? 0) {
        const other = this.#words[at] ?? '';
        if (this.#stems[at] !== letters || other === word) continue;
        const same = commonLetters(word, other);
        const symbol = this.#symbols[at] ?? 0;
        if (same >= letters) found.push({ symbol, difference: word.length + other.length - 2 * same });
      }
    }
    if (found.length > 1) found.sort((one, another) => one.difference - another.difference);
    return found.slice(0, nearMax).map(({ symbol }) => symbol);
  }

  #link(at: number): void {
    const word = this.#words[at] ?? '';
    const stem = stemLetters(word);
    const place = stemHash(word, stem) & (this.#heads.length - 1);
    this.#stems[at] = stem;
    this.#others[at] = this.#heads[place] ?? 0;
    this.#heads[place] = at;
  }

  #widen(): void {
    const length = this.#others.length * 2;
    this.#heads = new Int32Array(length);
    this.#others = new Int32Array(length);
    this.#stems = new Uint8Array(length);
    for (let at = 1; at < this.#count; at++) this.#link(at);
  }
}

/** How many words may be near one. */
const nearMax = 12;
/** How many words with the same place in the table are looked at. */
const triesMax = 32;
/** Letters that a word and its other forms have in common at least: "ox", "oxen". */
const stemMin = 2;
/** Letters of a word's end that other forms of it may lack: "z" of "lápiz", "ung" of "Prüfung". */
const changingMax = 3;
/** Units of the end that another form may have instead: "lerimizden" in Turkish "evlerimizden". */
const endingMax = 10;
/** Longer ones are no words. */
const wordUnitsMax = 60;

/** How many letters of `word` all its forms begin with. */
function stemLetters(word: string): number {
  let letters = 0;
  const end = Math.min(word.length, wordUnitsMax);
  for (let unit = 0; unit < end; unit++) if (baseOf(word.charCodeAt(unit)) !== 0) letters++;
  return Math.max(stemMin, letters - changingMax);
}

function stemHash(word: string, stem: number): number {
  let hash = 0;
  let left = stem;
  for (let unit = 0; unit < word.length && left > 0; unit++) {
    const letter = baseOf(word.charCodeAt(unit));
    if (letter === 0) continue;
    hash = extended(hash, letter);
    left--;
  }
  return hash;
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
const bases = new Uint16Array(0x1_0000);

function baseOf(unit: number): number {
  const known = bases[unit] ?? 0;
  if (known !== 0) return known - 1;
  const letter = String.fromCharCode(unit).normalize('NFD').charAt(0);
  const base = /[\p{M}\p{Default_Ignorable_Code_Point}]/u.test(letter) ? 0 : letter.charCodeAt(0);
  bases[unit] = base + 1;
  return base;
}
