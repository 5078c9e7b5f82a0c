/** Of the lines that the library prints in one call. */
const linesMax = 20;
const lineLengthMax = 400;

const complaint = /\bError: (?!Aborted from)(.*)/;
const place = /\bError: Aborted from .* in (?:\/src\/)?([\w./-]+:\d+)$/;

/** What the library prints when it gives up: why, and at which line of its own sources. */
export class AbortReasons {
  readonly #isTextPresent: boolean;
  readonly #lines: string[] = [];

  /** @param isTextPresent whether what it prints may hold a customer's text, as why it gives up often does */
  constructor({ isTextPresent }: { readonly isTextPresent: boolean }) {
    this.#isTextPresent = isTextPresent;
  }

  add(line: string): void {
    if (this.#lines.length < linesMax) this.#lines.push(line.slice(0, lineLengthMax));
  }

  /** One line for the operator, without anything of a text. */
  describe(error: unknown): string {
    const found = (pattern: RegExp) =>
      this.#lines.map((line) => pattern.exec(line)?.[1]).find((one) => one !== undefined);
    const why = this.#isTextPresent
      ? undefined
      : found(complaint)
          ?.replaceAll(/[\s\p{C}]+/gu, ' ')
          .trim();
    const where = found(place);
    const parts = [why, where === undefined ? undefined : `at ${where}`].filter((part) => part !== undefined);
    // Without such lines it did not give up by itself but fell, or the fault is on this side.
    const told = parts.length > 0 ? parts.join(' ') : error instanceof Error ? error.name : 'an exception of its own';
    return `the library gave up: ${told}`;
  }
}
