/** A set of whole numbers from 1 to 2^53 - 1, of 16 to 32 bytes for each: a quarter of a `Set`'s. */
export class HashSet {
  /** Open addressing with linear probing; 0 for a free place. At most half of the places are taken. */
  #places = new Float64Array(placesMin);
  #size = 0;

  get bytes(): number {
    return this.#places.byteLength;
  }

  has(hash: number): boolean {
    return this.#places[this.#placeOf(hash)] === hash;
  }

  add(hash: number): void {
    const place = this.#placeOf(hash);
    if (this.#places[place] === hash) return;
    this.#places[place] = hash;
    if (++this.#size * 2 > this.#places.length) this.#grow();
  }

  /** Returns the place of a hash, or the free one for it. */
  #placeOf(hash: number): number {
    const mask = this.#places.length - 1;
    let place = mixed(hash) & mask;
    while (this.#places[place] !== 0 && this.#places[place] !== hash) place = (place + 1) & mask;
    return place;
  }

  #grow(): void {
    const full = this.#places;
    this.#places = new Float64Array(full.length * 2);
    for (const hash of full) if (hash !== 0) this.#places[this.#placeOf(hash)] = hash;
  }
}

/** Of each process its own: no list of texts has hashes that are slow here. */
const [seed = 0, low = 0, high = 0] = crypto.getRandomValues(new Int32Array(3));

/** Returns 32 bits that all 53 of the hash decide. The steps are those of MurmurHash 3's finalizer. */
function mixed(hash: number): number {
  let bits = Math.imul(hash ^ seed, low | 1);
  bits = Math.imul(bits ^ (bits >>> 16) ^ (hash / 2 ** 32), high | 1);
  return bits ^ (bits >>> 15);
}

/** A power of two, as are all lengths. */
const placesMin = 16;
