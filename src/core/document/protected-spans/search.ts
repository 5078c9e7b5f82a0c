/**
 * Finds the end of constructs and caches hits and misses, so that a text with thousands of unclosed constructs is read
 * once. Searches for the same thing must be in the order of the text.
 */
export class Search {
  readonly #text: string;
  readonly #known = new Map<string | RegExp, number>();

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Where `what` comes next at `from` or after it; undefined where it does not.
   *
   * @param what a text, or a global regular expression that is always the same object
   */
  next(what: string | RegExp, from: number): number | undefined {
    const known = this.#known.get(what);
    if (known !== undefined && (known < 0 || known >= from)) return known < 0 ? undefined : known;
    const found = typeof what === 'string' ? this.#text.indexOf(what, from) : this.#match(what, from);
    this.#known.set(what, found);
    return found < 0 ? undefined : found;
  }

  #match(pattern: RegExp, from: number): number {
    pattern.lastIndex = from;
    return pattern.exec(this.#text)?.index ?? -1;
  }
}

/** The first blank line, beginning with the line break before it. */
export const blankLine = /\n[ \t]*\r?(?=\n)/g;

/** The length of what `pattern`, a sticky expression, matches at `at`; 0 where it does not match. */
export function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - at : 0;
}

/** Where the line of `at` ends: the index of its line break, or the end of the text. */
export function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found < 0 ? text.length : found;
}

/** Whether only white space is between `at` and the beginning of its line. */
export function beginsLine(text: string, at: number): boolean {
  let index = at - 1;
  while (index >= 0 && isBlank(text, index)) index--;
  return index < 0 || text[index] === '\n';
}

/** Whether only white space is between `at` and the end of its line. */
export function endsLine(text: string, at: number): boolean {
  let index = at;
  while (index < text.length && isBlank(text, index)) index++;
  return index >= text.length || text[index] === '\n';
}

/** Whether white space stands there that ends no line. */
export function isBlank(text: string, index: number): boolean {
  const character = text[index];
  return character === ' ' || character === '\t' || character === '\r';
}
