import { fitPiece } from '../../core/fidelity/fit-piece.ts';
import { unspacedLetter, withoutTokens } from '../../core/fidelity/words.ts';
import type { LanguageTag } from '../../core/languages/language.ts';
import { hasTokens } from '../../core/marks/token.ts';
import { type AlignedStretch, type AlignedText, readHtml, writeHtml } from './html-text.ts';
import { cutLongText, type Stretch } from './long-text.ts';
import { placeMarks } from './mark-placement.ts';
import { countWordTokens, type ShownSegment, showSegment } from './shown-segment.ts';
import { type FoundStandIn, findStandIns, type StandInKind, standInKinds, standInsFor } from './stand-ins.ts';
import { wordNumberAt, wordStarts } from './target-words.ts';
import type { EngineText } from './worker-thread.ts';

/** A segment on its way through the library. */
export type Carried = {
  /** What the library is to translate; each by itself, in any order. May be empty. */
  readonly texts: readonly EngineText[];
  /**
   * Reads what came back. Mostly the translation of the segment, with its tokens; else another try, at most three in all,
   * because something got lost that cannot be found again. Empty where the library gave nothing that can be used.
   *
   * @param translations one for each of `texts`, in order
   */
  read(translations: readonly string[]): string | Carried;
};

const letter = /\p{L}/u;

/**
 * Makes a segment into what the library can carry. Depends on nothing but these two, and not on the numbers of the
 * segment's tokens. Pure; linear in the length.
 */
export function carry(segment: string, target: LanguageTag): Carried {
  if (!letter.test(withoutTokens(segment))) return { texts: [], read: () => segment };
  return hasTokens(segment) ? carryMarked({ segment, kinds: standInKinds(target) }, []) : carryPlain(segment);
}

function carryPlain(segment: string): Carried {
  const { text } = showSegment(segment, []);
  const parts = cutLongText(text, []);
  return {
    texts: parts.map(({ start, end }) => ({ text: text.slice(start, end), isHtml: false })),
    read: (translations) =>
      joinParts(
        { text, parts },
        translations.map((translation) => ({ text: translation, stretches: [] })),
      )?.text ?? '',
  };
}

/** A segment with marks, and the kinds of stand-ins to try. */
type Marked = { readonly segment: string; readonly kinds: readonly StandInKind[] };

/** One way to carry a segment with marks, and what came of it. */
type Try = { readonly shown: ShownSegment; readonly aligned: AlignedText; readonly found: readonly FoundStandIn[] };

/** @param before the tries with the kinds of stand-ins before this one, none of which came back each once */
function carryMarked(marked: Marked, before: readonly Try[]): Carried {
  const { segment, kinds } = marked;
  const standIns = standInsFor(kinds[before.length] ?? 'code', segment, countWordTokens(segment));
  const shown = showSegment(segment, standIns);
  const { text } = shown;
  const parts = cutLongText(text, shown.words);
  const starts = wordStarts(text);
  const texts = parts.map(({ start, end }) => {
    return { text: writeHtml(text.slice(start, end), wordNumberAt(starts, start)), isHtml: true };
  });
  return {
    texts,
    read(translations) {
      const aligned = joinParts({ text, parts }, translations.map(readHtml));
      const own = aligned && { shown, aligned, found: findStandIns(aligned.text, standIns) };
      if (own !== undefined && isWhole(own)) return place(own);
      const tries = own === undefined ? before : [...before, own];
      if (own !== undefined && tries.length < kinds.length) return carryMarked(marked, tries);
      const [best] = tries.toSorted((one, other) => faultsIn(one) - faultsIn(other));
      return best === undefined ? '' : place(best);
    },
  };
}

function isWhole(one: Try): boolean {
  return faultsIn(one) === 0;
}

/** How many stand-ins did not come back, and how often others came again. */
function faultsIn({ shown, found }: Try): number {
  const different = new Set(found.map(({ index }) => index)).size;
  return shown.words.length - different + (found.length - different);
}

function place({ shown, aligned, found }: Try): string {
  return placeMarks(shown, aligned, found);
}

/** Puts the translations of the parts of a text together; undefined where one of them is missing. */
function joinParts(
  { text, parts }: { readonly text: string; readonly parts: readonly Stretch[] },
  translations: readonly (AlignedText | undefined)[],
): AlignedText | undefined {
  let joined = '';
  const stretches: AlignedStretch[] = [];
  for (const [index, { start, end }] of parts.entries()) {
    const translation = translations[index];
    const part = text.slice(start, end);
    if (translation === undefined || (translation.text.trim() === '' && part.trim() !== '')) return undefined;
    const trimmed = trim(translation);
    const fitted = parts.length === 1 ? trimmed.text : fitPiece(part, trimmed.text, { isFirst: index === 0 });
    const previous = parts[index - 1];
    if (previous !== undefined && needsBlank(text, previous, { start, end }) && takesBlank(joined, fitted))
      joined += ' ';
    const offset = joined.length;
    joined += fitted;
    for (const { number, start: from, end: to } of trimmed.stretches) {
      if (from < fitted.length) {
        stretches.push({ number, start: offset + from, end: offset + Math.min(to, fitted.length) });
      }
    }
  }
  return { text: joined, stretches };
}

function trim({ text, stretches }: AlignedText): AlignedText {
  const cut = text.length - text.trimStart().length;
  if (cut === 0) return { text: text.trimEnd(), stretches };
  return {
    text: text.trim(),
    stretches: stretches.map(({ number, start, end }) => {
      return { number, start: Math.max(0, start - cut), end: Math.max(0, end - cut) };
    }),
  };
}

/** Where the source has no blanks between words and the target has, the blank between two parts is in neither. */
function needsBlank(text: string, { end }: Stretch, { start }: Stretch): boolean {
  return end < start || unspacedLetter.test(text.charAt(end - 1)) || unspacedLetter.test(text.charAt(start));
}

function takesBlank(before: string, after: string): boolean {
  return !unspacedLetter.test(after.charAt(0)) && !/[\u3000-\u303F\uFF00-\uFFEF]/.test(before.slice(-1));
}
