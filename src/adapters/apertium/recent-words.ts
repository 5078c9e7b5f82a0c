/** The value of each word that has one. `isSure` is false if the lookup failed: then the values are not cached. */
export type Lookup<Value> = { readonly isSure: boolean; readonly found: ReadonlyMap<string, Value> };

/**
 * Cache of recent words: after `freshMax` new ones, drops older ones without a hit, so at most twice `freshMax` stay.
 * An empty value is cached as well, and means that the word has none.
 */
export class RecentWords<Value extends { readonly length: number }> {
  readonly #freshMax: number;
  #fresh = new Map<string, Value>();
  #stale = new Map<string, Value>();

  constructor(freshMax: number) {
    this.#freshMax = freshMax;
  }

  /** @param find looks up those of `words` that are not cached for `context` */
  async lookUp(
    context: string,
    words: readonly string[],
    find: (missing: readonly string[]) => Promise<Lookup<Value>>,
  ): Promise<Lookup<Value>> {
    const cached = [...new Set(words)].map((word) => [word, this.#recall(`${context} ${word}`)] as const);
    const missing = cached.filter(([, value]) => value === undefined).map(([word]) => word);
    const { isSure, found } = await find(missing);
    if (isSure) for (const [word, value] of found) this.#keep(`${context} ${word}`, value);
    return { isSure, found: new Map([...cached, ...found].filter(hasValue)) };
  }

  #recall(key: string): Value | undefined {
    const fresh = this.#fresh.get(key);
    if (fresh !== undefined) return fresh;
    const stale = this.#stale.get(key);
    if (stale !== undefined) this.#keep(key, stale);
    return stale;
  }

  #keep(key: string, value: Value): void {
    if (this.#fresh.size >= this.#freshMax) {
      this.#stale = this.#fresh;
      this.#fresh = new Map();
    }
    this.#fresh.set(key, value);
  }
}

function hasValue<Value extends { readonly length: number }>(
  entry: readonly [string, Value | undefined],
): entry is readonly [string, Value] {
  return entry[1] !== undefined && entry[1].length > 0;
}
