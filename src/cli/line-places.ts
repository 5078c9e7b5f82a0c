/** A position in a text, both from 1; columns count code points. */
export type LinePlace = { readonly line: number; readonly column: number };

/** Returns lines and columns of offsets in a text. */
export class LinePlaces {
  readonly #text: string;
  /** UTF-16 offsets at which lines begin. */
  readonly #starts: number[] = [0];

  constructor(text: string) {
    this.#text = text;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#starts.push(at + 1);
  }

  at(offset: number): LinePlace {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const start = this.#starts[low] ?? 0;
    return { line: low + 1, column: [...this.#text.slice(start, offset)].length + 1 };
  }
}

/** `3:14` */
export function describePlace({ line, column }: LinePlace): string {
  return `${line}:${column}`;
}
