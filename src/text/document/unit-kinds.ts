/**
 * The kind of a UTF-16 unit: the number, from 1, of the first pattern that it matches, or 0. Cached: patterns are slow.
 */
export class UnitKinds {
  readonly #patterns: readonly RegExp[];
  /** By unit: its kind plus 1, or 0 if not cached. */
  readonly known = new Uint8Array(0x1_00_00);

  constructor(...patterns: readonly RegExp[]) {
    this.#patterns = patterns;
  }

  of(unit: number): number {
    return (this.known[unit] || this.learn(unit)) - 1;
  }

  learn(unit: number): number {
    const kind = this.#patterns.findIndex((pattern) => pattern.test(String.fromCharCode(unit))) + 1;
    this.known[unit] = kind + 1;
    return kind + 1;
  }
}

/** Returns a test of the unit at an index, which is false outside the text. */
export function unitTest(pattern: RegExp): (text: string, at: number) => boolean {
  const kinds = new UnitKinds(pattern);
  return (text, at) => at >= 0 && at < text.length && kinds.of(text.charCodeAt(at)) !== 0;
}
