import { findBeyond, findEmoji, findOddCharacters, leadsOf } from './emoji.ts';
import type { Mark, MarkedText, SpelledCharacter } from './mark.ts';
import { type Finder, stretchOf } from './stretch.ts';

/**
 * Finds the marks that need no markup: addresses, placeholders, quantities, code, emoji, entities. What is not surely a
 * mark is text: a false one leaves a word untranslated.
 *
 * @param from where in `text` to begin, and
 * @param to where to end: no mark reaches beyond
 * @returns offsets of `text`; the roles are `word` and `point`
 */
export function findInlineMarks(text: string, from: number, to: number): MarkedText {
  const stretch = stretchOf(text.slice(from, to));
  const marks: Mark[] = [];
  const spelled: SpelledCharacter[] = [];
  for (let at = 0; at < stretch.text.length; ) {
    const kind = kinds[stretch.text.charCodeAt(at)] ?? 0;
    const found = kind === 0 ? undefined : finders[kind]?.(stretch, at);
    if (!found) {
      at++;
      continue;
    }
    if ('role' in found) marks.push(moved(found, from));
    else spelled.push({ ...found, start: found.start + from, end: found.end + from });
    at = found.end;
    stretch.floor = at;
  }
  return { marks, spelled };
}

function moved(mark: Mark, by: number): Mark {
  if (by === 0) return mark;
  const { start, end, role, inner } = mark;
  const placed = { start: start + by, end: end + by, role };
  if (!inner) return placed;
  return { ...placed, inner: inner.map((span) => ({ start: span.start + by, end: span.end + by })) };
}

/** The finders, and for each UTF-16 unit which of them it may be part of: most text is passed over by this alone. */
const finders: (Finder | undefined)[] = [undefined];
const kinds = new Uint8Array(0x1_00_00);

function trigger(finder: Finder, units: readonly number[]): void {
  finders.push(finder);
  for (const unit of units) kinds[unit] = finders.length - 1;
}

const highSurrogates = Array.from({ length: 0x400 }, (_, index) => 0xd800 + index);

trigger(findEmoji, leadsOf('emoji'));
trigger(findOddCharacters, leadsOf('odd'));
trigger(findBeyond, highSurrogates);
