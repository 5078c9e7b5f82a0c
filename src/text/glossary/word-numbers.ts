/** Numbers words from 1. A large glossary has 100,000 words, for which a `Map` takes twice as long. */
export class WordNumbers {
  /** A table with open addressing: the number of a word, or 0, and the hash of the word. */
  #numbers: Int32Array<ArrayBuffer>;
  #hashes: Int32Array<ArrayBuffer>;
  readonly #words: string[] = [''];

  /** @param words their approximate count */
  constructor(words: number) {
    const places = 2 ** Math.ceil(Math.log2(Math.max(words * 1.5, 8)));
    this.#numbers = new Int32Array(places);
    this.#hashes = new Int32Array(places);
  }

  /** Returns 0 for an unknown word. */
  numberOf(word: string): number {
    return this.#numbers[this.#slot(word, hashOf(word))] ?? 0;
  }

  /** Same as `numberOf`, but numbers an unknown word. */
  add(word: string): number {
    const hash = hashOf(word);
    const slot = this.#slot(word, hash);
    const known = this.#numbers[slot] ?? 0;
    if (known !== 0) return known;
    const number = this.#words.push(word) - 1;
    this.#numbers[slot] = number;
    this.#hashes[slot] = hash;
    // A table that is more than two thirds full is slow.
    if (number * 3 > this.#numbers.length * 2) this.#widen();
    return number;
  }

  /** The slot of the word, or the free slot for it. */
  #slot(word: string, hash: number): number {
    const [numbers, hashes] = [this.#numbers, this.#hashes];
    const mask = numbers.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const number = numbers[slot] ?? 0;
      if (number === 0 || (hashes[slot] === hash && this.#words[number] === word)) return slot;
    }
  }

  #widen(): void {
    const [numbers, hashes] = [this.#numbers, this.#hashes];
    const length = numbers.length * 2;
    this.#numbers = new Int32Array(length);
    this.#hashes = new Int32Array(length);
    for (let at = 0; at < numbers.length; at++) {
      const [number = 0, hash = 0] = [numbers[at], hashes[at]];
      if (number === 0) continue;
      let slot = hash & (length - 1);
      while (this.#numbers[slot] !== 0) slot = (slot + 1) & (length - 1);
      this.#numbers[slot] = number;
      this.#hashes[slot] = hash;
    }
  }
}

/** Secret seeds, so that users cannot construct many words with the same hash. */
const [key, otherKey] = [anyNumber(), anyNumber()];

function anyNumber(): number {
  return Math.trunc(Math.random() * 2 ** 32) | 0;
}

/** Source: Aumasson and Bernstein, SipHash; here HalfSipHash-1-3 for 32 bits, two UTF-16 units at a time. */
function hashOf(word: string): number {
  let [a, b, c, d] = [key, otherKey, key ^ 0x6c796765, otherKey ^ 0x74656462];
  const { length } = word;
  const pairs = (length >> 1) + 1;
  for (let round = 0; round < pairs + 3; round++) {
    let taken = 0;
    if (round < pairs) {
      const at = round * 2;
      const high = at + 1 < length ? word.charCodeAt(at + 1) : length;
      taken = (at < length ? word.charCodeAt(at) : 0) | (high << 16);
    } else if (round === pairs) c ^= 0xff;
    d ^= taken;
    a = (a + b) | 0;
    b = ((b << 5) | (b >>> 27)) ^ a;
    a = (a << 16) | (a >>> 16);
    c = (c + d) | 0;
    d = ((d << 8) | (d >>> 24)) ^ c;
    a = (a + d) | 0;
    d = ((d << 7) | (d >>> 25)) ^ a;
    c = (c + b) | 0;
    b = ((b << 13) | (b >>> 19)) ^ c;
    c = (c << 16) | (c >>> 16);
    a ^= taken;
  }
  return b ^ d;
}
