/**
 * Hashes of 53 bits, as safe integers, for look-ups: equal hashes do not prove equal texts. Stored with entries, so they
 * must never change.
 */
export function hashOf(text: string): number {
  return new PartHashes(text).between(0, text.length);
}

/** Two polynomials modulo 2^32, with odd factors (source: Knuth, multiplicative hashing; L'Ecuyer 1999). */
const [factor, otherFactor] = [2_654_435_761, 1_597_334_677];

/** The hashes of all parts of a text, each in a few steps: a text of n units has n² parts. */
export class PartHashes {
  /** By length of the text before: its two halves. */
  readonly #one: Int32Array;
  readonly #other: Int32Array;

  constructor(text: string) {
    this.#one = new Int32Array(text.length + 1);
    this.#other = new Int32Array(text.length + 1);
    let [one, other] = [0, 0];
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at) + 1;
      one = (Math.imul(one, factor) + unit) | 0;
      other = (Math.imul(other, otherFactor) + unit) | 0;
      this.#one[at + 1] = one;
      this.#other[at + 1] = other;
    }
  }

  between(start: number, end: number): number {
    const one = partOf(this.#one, { start, end }, factor);
    const other = partOf(this.#other, { start, end }, otherFactor);
    return (mixed(other) & 0x1f_ff_ff) * 2 ** 32 + (mixed(one) >>> 0);
  }
}

function partOf(
  hashes: Int32Array,
  { start, end }: { readonly start: number; readonly end: number },
  base: number,
): number {
  let power = 1;
  for (let [rest, square] = [end - start, base]; rest > 0; rest >>= 1, square = Math.imul(square, square)) {
    if (rest & 1) power = Math.imul(power, square);
  }
  return ((hashes[end] ?? 0) - Math.imul(hashes[start] ?? 0, power)) | 0;
}

/** Source: MurmurHash3, its final mix (Austin Appleby, public domain). */
function mixed(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return twice ^ (twice >>> 16);
}
