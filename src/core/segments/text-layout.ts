import type { LanguageTag } from '../languages/language.ts';
import type { Span } from '../marks/mark.ts';
import type { Steps } from '../steps.ts';
import { countCharacters } from '../units.ts';
import { dialogueEnds } from './dialogue.ts';
import { labelLength, unwrap } from './hard-wraps.ts';
import { plain, readSource, type Setting, settingBetween, settingOf } from './inner-text.ts';
import { isPlain } from './items.ts';
import { cutLong } from './long-sentence.ts';
import { type Passage, type PassageReader, passageReader } from './passage.ts';
import { type Row, readRows, type Source } from './rows.ts';
import { readSentence, type Sentence } from './sentence.ts';
import { sentenceEnds } from './sentences.ts';
import type { SparesMark } from './spared-marks.ts';

/** A text that has been cut into segments, and what stands between them. */
export type TextLayout = {
  readonly text: string;
  readonly segments: readonly Segment[];
  /**
   * What an engine gets, by segment. Each holds a letter outside its tokens, no line break or other control character, no
   * white space at either end, at most `sentenceCharactersMax` code points, and each half of a pair with the other.
   */
  readonly sentences: readonly string[];
};

/** A sentence and where it stands in the text. A segment may stand in a token of another one. */
export type Segment = Sentence & { readonly setting: Setting };

/** Code points, two for each token. */
export const sentenceCharactersMax = 2_000;

/** Of a stretch with odd characters or marks, whose tokens may be twice as long as they are. */
const markedCharactersMax = sentenceCharactersMax / 2;

/** UTF-16 units of what is not cut for the marks in it: two tokens. */
const pieceUnitsMin = 4;

/** Rows that are looked at together, to see whether their line breaks only keep lines short. */
const rowsMax = 200;
/** How often others may run: after so many sentences. */
const sentencesInTurn = 50;
/** Texts inside marks nest at most this deep; what is deeper stays as it is. */
const depthMax = 4;

/**
 * Cuts a text into its sentences and what stands between them. Time grows in proportion to the length.
 *
 * @param language the language of `text`: it decides which points end a sentence
 * @param spares which marks stay as they are written; where sentences end depends on none of them
 * @yields after each paragraph and every few sentences, so that a caller can let others run
 */
export function* layOutText(text: string, language: LanguageTag, spares?: SparesMark): Steps<TextLayout> {
  const segments: Segment[] = [];
  const layout = yield* Layout.open(text, { language, spares, setting: plain, depth: 0, textStart: 0, segments });
  yield* layout.read();
  return { text, segments, sentences: segments.map(({ shown }) => shown) };
}

type Context = {
  readonly language: LanguageTag;
  readonly spares: SparesMark | undefined;
  readonly setting: Setting;
  readonly depth: number;
  /** Where in the whole text this one begins. */
  readonly textStart: number;
  /** Of the whole text: those of texts inside marks are added to these as well. */
  readonly segments: Segment[];
};

/** Reads one text, from start to end. */
class Layout {
  readonly #source: Source & { readonly spares: SparesMark | undefined };
  readonly #context: Context;
  /** Of the rows that are being read. */
  #setting: Setting = plain;
  #stretchesRead = 0;

  private constructor(source: Source, context: Context) {
    const { spares, textStart } = context;
    this.#source = { ...source, spares: spares && ((written, at) => spares(written, textStart + at)) };
    this.#context = context;
  }

  static *open(text: string, context: Context): Steps<Layout> {
    return new Layout(yield* readSource(text, context.setting), context);
  }

  *read(): Steps<void> {
    yield* this.#readInside();
    const readPassage = passageReader(this.#source);
    let rows: Row[] = [];
    for (const row of readRows(this.#source)) {
      if (row === undefined) yield;
      else if (goesOn(rows, row)) rows.push(row);
      else {
        yield* this.#readRows(rows, readPassage);
        rows = [row];
      }
    }
    yield* this.#readRows(rows, readPassage);
  }

  *#readRows(rows: readonly Row[], readPassage: PassageReader): Steps<void> {
    for (const group of unwrap(rows, this.#source)) {
      this.#setting =
        this.#context.setting.kind === 'plain' ? settingBetween(this.#source, group) : this.#context.setting;
      const length = labelOf(group, this.#source);
      const start = group[0]?.start ?? 0;
      const label = this.#source.text.slice(start, start + length);
      yield* this.#readPassage(yield* readPassage(group, length), label);
    }
    yield;
  }

  /** Reads the texts inside marks. */
  *#readInside(): Steps<void> {
    const { text, marks } = this.#source;
    if (this.#context.depth >= depthMax) return;
    for (const mark of marks) {
      for (const inner of mark.inner ?? []) {
        const layout = yield* Layout.open(text.slice(inner.start, inner.end), {
          ...this.#context,
          setting: settingOf(text, mark, inner),
          depth: this.#context.depth + 1,
          textStart: this.#context.textStart + inner.start,
        });
        yield* layout.read();
        yield;
      }
    }
  }

  *#readPassage(passage: Passage, label: string): Steps<void> {
    const { shown } = passage;
    const endAfter = dialogueEnds(label, shown, sentenceEnds(shown, this.#context.language));
    for (let start = 0; start < shown.length; ) {
      const end = endAfter(start);
      yield* this.#readStretch(passage, { start, end });
      start = end;
      if (++this.#stretchesRead % sentencesInTurn === 0) yield;
    }
  }

  *#readStretch(passage: Passage, { start, end }: Span): Steps<void> {
    if (end - start <= 2 * sentenceCharactersMax) {
      const sentence = readSentence(this.#source, passage, { start, end });
      if (sentence === undefined) return;
      if (isShort(sentence.shown)) return this.#place(sentence);
    }
    const isAllPlain = passage.changes.length === 0 && isPlain(passage.shown.slice(start, end));
    yield* this.#cut(passage, { start, end }, isAllPlain ? sentenceCharactersMax : markedCharactersMax);
  }

  *#cut(passage: Passage, { start, end }: Span, charactersMax: number): Steps<void> {
    let from = start;
    for (const { length } of cutLong(passage.shown.slice(start, end), charactersMax)) {
      const span = { start: from, end: from + length };
      const cut = readSentence(this.#source, passage, span);
      // Marks that are spared may be far longer than the tokens in their place.
      const isTooLong = cut !== undefined && cut.spared.length > 0 && !isShort(cut.shown) && length > pieceUnitsMin;
      if (isTooLong) yield* this.#cut(passage, span, Math.ceil(length / 2));
      else if (cut) this.#place(cut);
      from += length;
      yield;
    }
  }

  #place(sentence: Sentence): void {
    const { segments, textStart } = this.#context;
    segments.push({ ...moved(sentence, textStart), setting: this.#setting });
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

/** Whether `row` may go on with what `rows` say. */
function goesOn(rows: readonly Row[], { gap }: Row): boolean {
  const first = rows[0];
  return first === undefined || (gap.isSoft && gap.quote === first.gap.quote && rows.length < rowsMax);
}

/** How much of a passage's first row says that it is one of a list, and is no part of its first sentence. */
function labelOf(rows: readonly Row[], { text, marks }: Source): number {
  const row = rows[0];
  if (row === undefined) return 0;
  const length = labelLength(text, row.start, row.end);
  const mark = marks[row.markFrom];
  return mark !== undefined && row.markFrom < row.markTo && mark.start < row.start + length ? 0 : length;
}
