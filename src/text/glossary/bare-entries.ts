import { unspacedLetter } from '../checks/words.ts';
import type { Span } from '../document/span.ts';
import type { EntryUse } from './entry-match.ts';
import { isAccepted } from './place-capitals.ts';
import type { Restored, RestoredEntry } from './restored-entries.ts';

/**
 * Locates the entries of a sentence in a translation that was made without tokens around them, because the engine
 * already translates them as wanted. Such a translation may read better: "siglo XV", "press conference".
 * `tagged`, the translation with all tokens, proves this. The bare translation is accepted if it contains the wanted
 * words the same number of times; they are then in the same order.
 *
 * @returns in the order of `bare`; undefined when ambiguous, or an entry is not as wanted
 */
export function locateInBare(bare: string, tagged: Restored, sentence: string): readonly RestoredEntry[] | undefined {
  const found: RestoredEntry[] = [];
  for (const entries of Map.groupBy(tagged.entries, ({ use }) => keyOf(use)).values()) {
    const forms = entries[0]?.use.accepted ?? [];
    const [there, here] = [placesOf(forms, tagged.translation), placesOf(forms, bare)];
    if (there.length !== here.length) return undefined;
    for (const { use, start, how } of entries) {
      const place = here[there.findIndex((other) => other.start === start)];
      if (place === undefined) return undefined;
      const before = bare.slice(0, place.start);
      if (!isAccepted(bare.slice(place.start, place.end), use, { sentence, before })) return undefined;
      found.push({ use, ...place, how });
    }
  }
  const inOrder = found.toSorted((one, other) => one.start - other.start);
  const isApart = inOrder.every(({ start }, index) => start >= (inOrder[index - 1]?.end ?? 0));
  return isApart ? inOrder : undefined;
}

function keyOf({ accepted }: EntryUse): string {
  return JSON.stringify(accepted.toSorted());
}

/** Returns the places of whole words in any case; the longest form first. */
function placesOf(forms: readonly string[], text: string): readonly Span[] {
  const longestFirst = forms.toSorted((one, other) => other.length - one.length).map(wholeWords);
  const pattern = new RegExp(longestFirst.join('|'), 'giu');
  return Array.from(text.matchAll(pattern), ({ 0: { length }, index }) => ({ start: index, end: index + length }));
}

/** Characters to escape in a pattern; a hyphen is special only between brackets, and may not be escaped elsewhere. */
const signs = /[\\^$.*+?()[\]{}|/]/g;
const wordUnit = /[\p{L}\p{M}\p{N}]/u;

/** In scripts without spaces between words, a form may match inside a word. */
function wholeWords(form: string): string {
  const [first = '', last = ''] = [form.at(0), form.at(-1)];
  const ends = (unit: string) => wordUnit.test(unit) && !unspacedLetter.test(unit);
  const before = ends(first) ? String.raw`(?<![\p{L}\p{M}\p{N}])` : '';
  const behind = ends(last) ? String.raw`(?![\p{L}\p{M}\p{N}])` : '';
  return `${before}${form.replaceAll(signs, String.raw`\$&`)}${behind}`;
}
