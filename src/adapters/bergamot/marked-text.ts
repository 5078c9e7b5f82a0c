import { withoutTokens } from '../../core/fidelity/words.ts';
import type { LanguageTag } from '../../core/languages/language.ts';
import { hasTokens } from '../../core/marks/token.ts';
import type { Carried, SegmentToCarry } from './carried.ts';
import { carryMarked } from './marked-segment.ts';
import { showSegment } from './shown-segment.ts';
import { joinParts, partsOf } from './text-parts.ts';

const letter = /\p{L}/u;

/**
 * Makes a segment into texts that a model can translate. Depends on nothing but these two, and not on the numbers of the
 * segment's tokens. Pure; linear in the length.
 */
export function carry({ segment, terms }: SegmentToCarry, target: LanguageTag): Carried {
  if (!letter.test(withoutTokens(segment))) return { texts: [], read: () => segment };
  return hasTokens(segment) ? carryMarked({ segment, terms }, target) : carryPlain(segment);
}

function carryPlain(segment: string): Carried {
  const { text } = showSegment(segment, []);
  const parts = partsOf(text, []).map((part) => ({ part, source: text.slice(part.start, part.end) }));
  return {
    texts: parts.map(({ source }) => ({ text: source, isAligned: false })),
    read(translations) {
      if (translations.some(({ text }) => text.trim() === '')) return '';
      return joinParts(
        parts.map((part, index) => ({ ...part, translation: translations[index] ?? { text: '', pieces: [] } })),
      ).text;
    },
  };
}
