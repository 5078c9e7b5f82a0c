/** A text to translate. */
export type Wanted = { readonly from: string; readonly to: string; readonly text: string };

/** A map by language pair and text. Long texts are not joined to keys, which would copy and hash them for each access. */
export class TextMap<Value> {
  readonly #pairs = new Map<string, Map<string, Value>>();

  get({ from, to, text }: Wanted): Value | undefined {
    return this.#pairs.get(`${from} ${to}`)?.get(text);
  }

  set({ from, to, text }: Wanted, value: Value): void {
    const pair = `${from} ${to}`;
    const texts = this.#pairs.get(pair) ?? new Map<string, Value>();
    this.#pairs.set(pair, texts.set(text, value));
  }

  /** Values by pair, each in the order of their first `set`. */
  values(): readonly Value[] {
    return [...this.#pairs.values()].flatMap((texts) => [...texts.values()]);
  }
}
