import type { Span } from '../marks/mark.ts';
import type { Steps } from '../steps.ts';
import { countCharacters } from '../units.ts';
import type { Setting } from './inner-text.ts';
import { isPlain } from './items.ts';
import { cutLong } from './long-sentence.ts';
import type { Passage } from './passage.ts';
import type { Source } from './rows.ts';
import type { SparesMark } from './sentence.ts';
import { readSentence, type Sentence } from './sentence.ts';

/** A sentence, or a part of a long one, and where it is in the text. It may be inside a token of another segment. */
export type Segment = Sentence & { readonly setting: Setting };

/** Reads the segments of one sentence. */
export type ReadSegments = (spares: SparesMark | undefined) => Steps<readonly Segment[]>;

/** Code points, two for each token. */
export const sentenceCharactersMax = 2_000;

/** Of a sentence with odd characters or marks, whose tokens may be twice as long as they are. */
const markedCharactersMax = sentenceCharactersMax / 2;

/** UTF-16 units of what is not cut for the marks in it: two tokens. */
const pieceUnitsMin = 4;

type SentencePlace = {
  readonly source: Source;
  readonly passage: Passage;
  readonly setting: Setting;
  /** Where in the whole text the source begins. */
  readonly textStart: number;
};

/**
 * Reads the segments of one sentence: one, several of a long sentence, none where it has no letter outside its marks.
 *
 * @param span of the passage's `shown`
 * @param spares which marks are written out
 */
export function* readSegments(
  { source, passage, setting, textStart }: SentencePlace,
  span: Span,
  spares: SparesMark | undefined,
): Steps<readonly Segment[]> {
  const read = {
    text: source.text,
    spares: spares && ((written: string, at: number) => spares(written, textStart + at)),
  };
  const isLong = span.end - span.start > 2 * sentenceCharactersMax;
  const whole = isLong ? undefined : readSentence(read, passage, span);
  if (whole === undefined && !isLong) return [];
  if (whole !== undefined && isShort(whole.shown)) return [placed(whole)];
  const isAllPlain = passage.changes.length === 0 && isPlain(passage.shown.slice(span.start, span.end));
  const segments: Segment[] = [];
  yield* cut(span, isAllPlain ? sentenceCharactersMax : markedCharactersMax);
  return segments;

  function* cut({ start, end }: Span, charactersMax: number): Steps<void> {
    let from = start;
    for (const { length } of cutLong(passage.shown.slice(start, end), charactersMax)) {
      const piece = { start: from, end: from + length };
      const sentence = readSentence(read, passage, piece);
      // Marks that are written out may be far longer than the tokens in their place.
      const isTooLong = sentence && sentence.spared.length > 0 && !isShort(sentence.shown) && length > pieceUnitsMin;
      if (isTooLong) yield* cut(piece, Math.ceil(length / 2));
      else if (sentence) segments.push(placed(sentence));
      from += length;
      yield;
    }
  }

  function placed(sentence: Sentence): Segment {
    return { ...moved(sentence, textStart), setting };
  }
}

/** The same sentence in a text that begins `by` units earlier. */
function moved(sentence: Sentence, by: number): Sentence {
  if (by === 0) return sentence;
  const move = <Moved extends Span>(span: Moved): Moved => ({ ...span, start: span.start + by, end: span.end + by });
  return {
    ...move(sentence),
    tokens: new Map(Array.from(sentence.tokens, ([token, span]) => [token, move(span)])),
    splitWords: new Map(Array.from(sentence.splitWords, ([token, word]) => [token, move(word)])),
    spelled: sentence.spelled.map(move),
    spared: sentence.spared.map((mark) => ({ ...mark, at: mark.at + by })),
  };
}

function isShort(sentence: string): boolean {
  return sentence.length <= sentenceCharactersMax || countCharacters(sentence) <= sentenceCharactersMax;
}
