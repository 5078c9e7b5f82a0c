/** Texts one behind the other in UTF-16: text `n` begins at `starts[n]` and ends at `starts[n + 1]`. */
export type Texts = { readonly units: Uint16Array; readonly starts: Int32Array };

export function joinTexts(texts: readonly string[]): Texts {
  const joined = texts.join('');
  const starts = new Int32Array(texts.length + 1);
  for (const [index, { length }] of texts.entries()) starts[index + 1] = (starts[index] as number) + length;
  return { units: Uint16Array.from({ length: joined.length }, (_, at) => joined.charCodeAt(at)), starts };
}

/** Distinct texts in the order of their units, to find those that begin at an offset of another text. */
export type SortedTexts = Texts & { readonly values: Int32Array };

/** @param valueOf the value of each text */
export function sortTexts(texts: readonly string[], valueOf: ReadonlyMap<string, number>): SortedTexts {
  const sorted = texts.toSorted();
  return { ...joinTexts(sorted), values: Int32Array.from(sorted, (text) => valueOf.get(text) as number) };
}

/** Visits the texts that begin at an offset of another text, shorter ones first. */
export function visitTexts(
  { units, starts, values }: SortedTexts,
  { text, start }: { readonly text: string; readonly start: number },
  visit: (value: number, end: number) => void,
): void {
  // Texts from `low` up to `high` begin like the text and are longer than the compared part.
  let low = 0;
  let high = values.length;
  for (let depth = 0; low < high && start + depth < text.length; depth++) {
    const unit = text.charCodeAt(start + depth);
    const firstFrom = (least: number): number => {
      let first = low;
      for (let end = high; first < end; ) {
        const middle = (first + end) >>> 1;
        if ((units[(starts[middle] as number) + depth] as number) < least) first = middle + 1;
        else end = middle;
      }
      return first;
    };
    low = firstFrom(unit);
    high = firstFrom(unit + 1);
    if (low === high || (starts[low + 1] as number) - (starts[low] as number) > depth + 1) continue;
    visit(values[low] as number, start + depth + 1);
    low++;
  }
}

/** The end of the longest text that begins at `start`, or `start`. */
export function endOfLongest(texts: SortedTexts, text: string, start: number): number {
  let longest = start;
  visitTexts(texts, { text, start }, (_, end) => {
    longest = end;
  });
  return longest;
}

/** The end of the character that begins at `at`, in a well-formed text. */
export const characterEnd = (text: string, at: number): number =>
  (text.codePointAt(at) ?? 0) > 0xffff ? at + 2 : at + 1;
