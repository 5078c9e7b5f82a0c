/**
 * Cache of recent words: after `freshMax` new ones, it forgets the older ones without a hit since. Keeps at most twice
 * `freshMax`. Every step takes constant time.
 */
export class RecentWords<Value> {
  readonly #freshMax: number;
  #fresh = new Map<string, Value>();
  #stale = new Map<string, Value>();

  constructor(freshMax: number) {
    this.#freshMax = freshMax;
  }

  recall(key: string): Value | undefined {
    const fresh = this.#fresh.get(key);
    if (fresh !== undefined) return fresh;
    const stale = this.#stale.get(key);
    if (stale !== undefined) this.keep(key, stale);
    return stale;
  }

  keep(key: string, value: Value): void {
    if (this.#fresh.size >= this.#freshMax) {
      this.#stale = this.#fresh;
      this.#fresh = new Map();
    }
    this.#fresh.set(key, value);
  }
}
