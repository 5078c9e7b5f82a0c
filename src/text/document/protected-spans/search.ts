/** Finds the ends of constructs, in the order of the text. Caches hits and misses: unclosed ones are read once. */
export class Search {
  readonly #text: string;
  /** Created by the first search: most texts need none. */
  #known: Map<string | RegExp, number> | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** Returns the next `what` from `from` on. A global regular expression must always be the same object. */
  next(what: string | RegExp, from: number): number | undefined {
    this.#known ??= new Map();
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

/** Returns the length of the match of a sticky `pattern` at `at`; 0 if there is none. */
export function lengthAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex - at : 0;
}

/** Returns the index of the line break after `at`, or the end of the text. */
export function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found < 0 ? text.length : found;
}

/** Whether the line or lines of a span contain nothing else. */
export function isAlone(text: string, start: number, end: number): boolean {
  let [before, after] = [start - 1, end];
  while (before >= 0 && isBlank(text, before)) before--;
  while (after < text.length && isBlank(text, after)) after++;
  return (before < 0 || text[before] === '\n') && (after >= text.length || text[after] === '\n');
}

/** Whether the character at `index` is white space but not a line break. */
export function isBlank(text: string, index: number): boolean {
  const character = text[index];
  return character === ' ' || character === '\t' || character === '\r';
}
