import type { LanguageTag } from '../languages/language.ts';
import type { Steps } from '../steps.ts';
import { blockReader } from './block.ts';
import { dialogueEnds } from './dialogue.ts';
import { labelLength, unwrap } from './hard-wraps.ts';
import { plain, readSource, type Setting, settingBetween, settingOf } from './inner-text.ts';
import { type Row, readRows, type Source } from './rows.ts';
import type { Segment, WritesOut } from './segment.ts';
import { type ReadSegments, readSegments, type SentencePlace } from './sentence.ts';
import { sentenceEnds } from './sentence-ends.ts';

/** A text that is cut into segments, and the text between them. */
export type Document = {
  readonly text: string;
  readonly segments: readonly Segment[];
  /**
   * The engine's input, by segment. Each has a letter outside its tokens, no control characters such as line breaks, no
   * white space at either end, at most `segmentCharactersMax` code points, and both halves of each pair.
   */
  readonly sentences: readonly string[];
  /** The sentences that contain written-out protected spans, in order. */
  readonly choices: readonly Choice[];
};

/** A sentence that can be parsed again with fewer protected spans written out. */
type Choice = {
  /** Its segments in the document, the end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly read: ReadSegments;
};

/** Rows that are checked together for hard wraps. */
const rowsMax = 200;
/** Sentences between two yields. */
const sentencesInTurn = 50;
/** Texts inside protected spans are read to this depth; deeper ones are not translated. */
const depthMax = 4;

/**
 * Parses a text, in the steps of README.md. Time grows in proportion to the length.
 *
 * @param language the language of `text`: it decides which points end a sentence
 * @param writesOut which protected spans are written out, without a token; sentences end at the same places
 * @yields after each paragraph and every few sentences, so that a caller can let others run
 */
export function* parseDocument(text: string, language: LanguageTag, writesOut?: WritesOut): Steps<Document> {
  const draft = new Draft(text);
  yield* readText(text, { language, writesOut, setting: plain, depth: 0, textStart: 0, draft });
  return draft.document();
}

/**
 * Returns the document with fewer protected spans written out. Parses only the affected sentences again.
 *
 * @param kept the offsets in the text of the protected spans that stay written out
 */
export function* keepWrittenOut(document: Document, kept: ReadonlySet<number>): Steps<Document> {
  const draft = new Draft(document.text);
  let from = 0;
  for (const { start, end, read } of document.choices) {
    for (const segment of document.segments.slice(from, start)) draft.segments.push(segment);
    const own = document.segments.slice(start, end);
    const isSame = own.every(({ writtenOut }) => writtenOut.every(({ at }) => kept.has(at)));
    draft.add(isSame ? own : yield* read((_, at) => kept.has(at)), read);
    from = end;
  }
  for (const segment of document.segments.slice(from)) draft.segments.push(segment);
  return draft.document();
}

class Draft {
  readonly segments: Segment[] = [];
  sentencesRead = 0;
  readonly #text: string;
  readonly #choices: Choice[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  document(): Document {
    const { segments } = this;
    return { text: this.#text, segments, sentences: segments.map(({ text }) => text), choices: this.#choices };
  }

  /** Adds the segments of one sentence. */
  add(segments: readonly Segment[], read: ReadSegments): void {
    const start = this.segments.length;
    for (const segment of segments) this.segments.push(segment);
    const mayChange = segments.some(({ writtenOut }) => writtenOut.length > 0);
    if (mayChange) this.#choices.push({ start, end: this.segments.length, read });
  }
}

type Context = {
  readonly language: LanguageTag;
  readonly writesOut: WritesOut | undefined;
  readonly setting: Setting;
  readonly depth: number;
  /** Offset of this text in the whole text. */
  readonly textStart: number;
  /** Of the whole text: the segments of texts inside protected spans are added to it as well. */
  readonly draft: Draft;
};

function* readText(text: string, context: Context): Steps<void> {
  const source = yield* readSource(text, context.setting);
  yield* readInside(source, context);
  const readBlock = blockReader(source);
  let rows: Row[] = [];
  for (const row of readRows(source)) {
    if (row === undefined) yield;
    else if (goesOn(rows, row)) rows.push(row);
    else {
      yield* readParagraph(rows);
      rows = [row];
    }
  }
  yield* readParagraph(rows);

  function* readParagraph(lines: readonly Row[]): Steps<void> {
    for (const group of unwrap(lines, source)) {
      const start = group[0]?.start ?? 0;
      const label = text.slice(start, start + labelOf(group, source));
      const block = yield* readBlock(group, label.length);
      const setting = context.setting.kind === 'plain' ? settingBetween(source, group) : context.setting;
      yield* readSentences({ source, block, setting, textStart: context.textStart }, label, context);
    }
    yield;
  }
}

/** Reads the texts inside protected spans. */
function* readInside({ text, spans }: Source, context: Context): Steps<void> {
  if (context.depth >= depthMax) return;
  for (const span of spans) {
    for (const inner of span.inner ?? []) {
      yield* readText(text.slice(inner.start, inner.end), {
        ...context,
        setting: settingOf(text, span, inner),
        depth: context.depth + 1,
        textStart: context.textStart + inner.start,
      });
      yield;
    }
  }
}

function* readSentences(place: SentencePlace, label: string, context: Context): Steps<void> {
  const { language, writesOut, draft } = context;
  const { shown } = place.block;
  const endAfter = dialogueEnds(label, shown, sentenceEnds(shown, language));
  for (let start = 0; start < shown.length; ) {
    const span = { start, end: endAfter(start) };
    const read: ReadSegments = (writtenOut) => readSegments(place, span, writtenOut);
    draft.add(yield* read(writesOut), read);
    start = span.end;
    if (++draft.sentencesRead % sentencesInTurn === 0) yield;
  }
}

function goesOn(rows: readonly Row[], { gap }: Row): boolean {
  const first = rows[0];
  return first === undefined || (gap.isSoft && gap.quote === first.gap.quote && rows.length < rowsMax);
}

/** Length of the list label at the start of a block, which is not part of its first sentence. */
function labelOf(rows: readonly Row[], { text, spans }: Source): number {
  const row = rows[0];
  if (row === undefined) return 0;
  const length = labelLength(text, row.start, row.end);
  const span = spans[row.spanFrom];
  return span !== undefined && row.spanFrom < row.spanTo && span.start < row.start + length ? 0 : length;
}
