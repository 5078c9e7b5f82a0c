import { assert } from '../assert.ts';
import type { LanguageTag } from '../languages/language.ts';
import type { Mark, Span } from '../marks/mark.ts';
import type { Steps } from '../steps.ts';
import { countCharacters } from '../units.ts';
import { dialogueEnds } from './dialogue.ts';
import { labelLength, unwrap } from './hard-wraps.ts';
import { plain, readSource, type Setting, settingBetween, settingOf } from './inner-text.ts';
import { isPlain } from './items.ts';
import { cutLong } from './long-sentence.ts';
import { type Part, type SentencePart, writeParts } from './parts.ts';
import { type Passage, type PassageReader, passageReader } from './passage.ts';
import { type Row, readRows, type Source } from './rows.ts';
import { readSentence, type Sentence } from './sentence.ts';
import { sentenceEnds } from './sentences.ts';
import type { SparedMark, SparesMark } from './spared-marks.ts';
import { spellingOf } from './spelling.ts';

/** A text that has been cut into sentences. */
export type TextLayout = {
  /**
   * What an engine gets. Each holds a letter outside its tokens, no line break or other control character, no white space
   * at either end, at most `sentenceCharactersMax` code points, and each half of a pair with the other.
   */
  readonly sentences: readonly string[];
  /** The marks that stand in these as they are written, sentence by sentence; none unless asked for. */
  readonly spared: readonly SparedInLayout[];
  /**
   * Writes the text with its sentences translated; all else is as it was, byte for byte.
   *
   * @param translations one for each sentence, in order, each with the tokens of its sentence
   */
  render(translations: readonly string[]): string;
};

export type SparedInLayout = SparedMark & {
  /** Which of the sentences it stands in, from 0. */
  readonly sentence: number;
};

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
  const context = { language, spares, setting: plain, depth: 0, textStart: 0, sentences: [], spared: [] };
  const layout = yield* Layout.open(text, context);
  const parts = yield* layout.read();
  const { sentences } = layout;
  return {
    sentences,
    spared: context.spared,
    render(translations) {
      assert(
        translations.length === sentences.length,
        `${translations.length} translations for ${sentences.length} sentences`,
      );
      return writeParts(parts, translations);
    },
  };
}

type Context = {
  readonly language: LanguageTag;
  readonly spares: SparesMark | undefined;
  readonly setting: Setting;
  readonly depth: number;
  /** Where in the whole text this one begins. */
  readonly textStart: number;
  /** Of the whole text: those of texts inside marks are added to these as well. */
  readonly sentences: string[];
  readonly spared: SparedInLayout[];
};

/** Reads one text, from start to end. */
class Layout {
  readonly sentences: string[];
  readonly #source: Source & { readonly spares: SparesMark | undefined };
  readonly #context: Context;
  /** Marks that hold texts of their own, in order, with these laid out. */
  readonly #filled: { readonly mark: Mark; readonly parts: readonly Part[] }[] = [];
  readonly #parts: Part[] = [];
  /** Up to where the text is in `#parts`. */
  #placed = 0;
  /** Of the rows that are being read. */
  #setting: Setting = plain;
  #stretchesRead = 0;

  private constructor(source: Source, context: Context) {
    const { spares, textStart } = context;
    this.#source = { ...source, spares: spares && ((written, at) => spares(written, textStart + at)) };
    this.#context = context;
    this.sentences = context.sentences;
  }

  static *open(text: string, context: Context): Steps<Layout> {
    return new Layout(yield* readSource(text, context.setting), context);
  }

  *read(): Steps<readonly Part[]> {
    yield* this.#fillMarks();
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
    this.#keepUntil(this.#source.text.length);
    return this.#parts;
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

  *#fillMarks(): Steps<void> {
    const { text, marks } = this.#source;
    if (this.#context.depth >= depthMax) return;
    for (const mark of marks) {
      if (!mark.inner || mark.inner.length === 0) continue;
      const parts: Part[] = [];
      let from = mark.start;
      for (const inner of mark.inner) {
        const context = {
          ...this.#context,
          setting: settingOf(text, mark, inner),
          depth: this.#context.depth + 1,
          textStart: this.#context.textStart + inner.start,
        };
        parts.push(text.slice(from, inner.start));
        const layout = yield* Layout.open(text.slice(inner.start, inner.end), context);
        append(parts, yield* layout.read());
        from = inner.end;
        yield;
      }
      parts.push(text.slice(from, mark.end));
      this.#filled.push({ mark, parts });
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
    const { text } = this.#source;
    this.#keepUntil(sentence.start);
    this.#parts.push({
      index: this.sentences.length,
      sentence: sentence.shown,
      source: this.#partsOf(sentence),
      tokens: mapValues(sentence.tokens, (span) => this.#partsOf(span)),
      splitWords: mapValues(sentence.splitWords, (word) => ({ ...word, source: this.#partsOf(word) })),
      spelling: spellingOf(sentence.spelled, text),
      setting: this.#setting,
    } satisfies SentencePart);
    const { spared, textStart } = this.#context;
    for (const mark of sentence.spared) {
      spared.push({ ...mark, at: textStart + mark.at, sentence: this.sentences.length });
    }
    this.sentences.push(sentence.shown);
    this.#placed = sentence.end;
  }

  #keepUntil(end: number): void {
    for (const part of this.#partsOf({ start: this.#placed, end })) this.#parts.push(part);
    this.#placed = end;
  }

  /** A stretch of the text, with what has been laid out inside its marks. */
  #partsOf({ start, end }: Span): readonly Part[] {
    const { text } = this.#source;
    const parts: Part[] = [];
    let from = start;
    for (let index = this.#firstFilledFrom(start); ; index++) {
      const filled = this.#filled[index];
      if (filled === undefined || filled.mark.end > end) break;
      if (filled.mark.start > from) parts.push(text.slice(from, filled.mark.start));
      append(parts, filled.parts);
      from = filled.mark.end;
    }
    if (end > from) parts.push(text.slice(from, end));
    return parts;
  }

  #firstFilledFrom(start: number): number {
    let [low, high] = [0, this.#filled.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#filled[middle]?.mark.start ?? start) < start) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A call with an argument for each part would need more stack than there is: a text may have 100,000. */
function append(parts: Part[], others: readonly Part[]): void {
  for (const part of others) parts.push(part);
}

const none: ReadonlyMap<string, never> = new Map<string, never>();

function mapValues<Value, Mapped>(
  map: ReadonlyMap<string, Value>,
  change: (value: Value) => Mapped,
): ReadonlyMap<string, Mapped> {
  // Nearly all sentences of prose have no marks.
  return map.size === 0 ? none : new Map([...map].map(([key, value]) => [key, change(value)]));
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
