/**
 * Keeps what was asked for of late: when as many again have been kept, what was not asked for meanwhile is forgotten. So
 * it holds at most twice `freshMax`, and every step takes the same time.
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
