import type { Steps } from '../../ground/steps.ts';
import type { LanguageTag } from '../languages/language.ts';
import { BlockReader } from './block.ts';
import { unwrap } from './hard-wraps.ts';
import {
  type Markup,
  type Setting,
  settingBetween,
  settingOf,
  settingOfDocument,
  withIcuSyntax,
  withLiteralEntities,
} from './inner-text.ts';
import { readProtectedSpans } from './protected-spans/find-protected-spans.ts';
import { lengthAt } from './protected-spans/search.ts';
import { labelLength, RowReader, type RowSource, type TextRow } from './rows.ts';
import type { Segment, WritesOut } from './segment.ts';
import { cutSentence, readSentence, type Sentence } from './sentence.ts';
import { sentenceEnds } from './sentence-ends.ts';
import { type Span, spansOf } from './span.ts';

export type Document = {
  readonly text: string;
  readonly segments: readonly Segment[];
  /**
   * The engine's input, by segment. Each has a letter outside its tokens, no control characters such as line breaks, no
   * white space at its ends, at most `segmentCharactersMax` code points, and both halves of each pair.
   */
  readonly sentences: readonly string[];
  /** The sentences that contain written-out protected spans, in order. */
  readonly choices: readonly Choice[];
  /** Empty unless `withBlocks` was asked for. Those of texts inside protected spans come before the text around them. */
  readonly blocks: readonly TextBlock[];
  /** Spans with an approved translation, which no segment overlaps, except one around them. */
  readonly approved: readonly ApprovedSpan[];
};

/** A block with segments: offsets in `source`, which begins at `textStart` in the whole text. */
export type TextBlock = Span & {
  readonly source: RowSource;
  readonly textStart: number;
  readonly setting: Setting;
  /** 0 for the whole text, 1 for a text inside one of its protected spans. */
  readonly depth: number;
  /** Of each sentence, its segments in the document, the end exclusive. */
  readonly sentences: readonly Span[];
};

/** A span of the text, and what replaces it. */
export type ApprovedSpan = Span & {
  readonly text: string;
  /** Of the entry, and how it matches. */
  readonly id: string;
  readonly match: 'exact' | 'number' | 'untagged';
};

/** A sentence that can be parsed again with fewer protected spans written out. */
type Choice = {
  /** Its segments in the document, the end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly sentence: Sentence;
};

/** Rows that are checked together for hard wraps. */
const rowsMax = 200;
/** Sentences between two yields. */
const sentencesInTurn = 50;
/** Texts inside protected spans are read to this depth; deeper ones are not translated. */
const depthMax = 4;

/**
 * Parses a text in the steps of README.md, in linear time. `language` decides which points end a sentence.
 * @yields after each paragraph of several lines and every few sentences, so that a caller can run other tasks
 */
export function parseDocument(
  text: string,
  language: LanguageTag,
  { writesOut, markup, withBlocks = false }: ParseOptions = {},
): Steps<Document> {
  const draft: Draft = { text, segments: [], sentences: [], choices: [], blocks: [], approved: [] };
  const setting = settingOfDocument(text, markup);
  return readText(text, { language, writesOut, markup, withBlocks, setting, depth: 0, textStart: 0, draft });
}

export type ParseOptions = {
  /** Selects the protected spans that are written out, without a token; does not change sentence ends. */
  readonly writesOut?: WritesOut | undefined;
  readonly markup?: Markup | undefined;
  /** Whether the document has its blocks. */
  readonly withBlocks?: boolean;
};

/** Writes out only the protected spans at the offsets `kept`. Parses only the affected sentences again. */
export function* keepWrittenOut(document: Document, kept: ReadonlySet<number>): Steps<Document> {
  const draft: Draft = { ...document, segments: [], sentences: [], choices: [], blocks: [] };
  const writesOut: WritesOut = (_, at) => kept.has(at);
  let from = 0;
  for (const { start, end, sentence } of document.choices) {
    add(draft, document.segments.slice(from, start));
    const own = document.segments.slice(start, end);
    const isSame = own.every(({ writtenOut }) => writtenOut.every(({ at }) => kept.has(at)));
    const read = isSame ? own : readSentence(sentence, writesOut);
    add(draft, read ?? (yield* cutSentence(sentence, writesOut)), sentence);
    from = end;
  }
  add(draft, document.segments.slice(from));
  return draft;
}

type Draft = Document & {
  readonly segments: Segment[];
  readonly sentences: string[];
  readonly choices: Choice[];
  readonly blocks: TextBlock[];
};

/** @param sentence the sentence of the segments, if it may be parsed again */
function add({ segments, sentences, choices }: Draft, added: readonly Segment[], sentence?: Sentence): void {
  const start = segments.length;
  let mayChange = false;
  for (const segment of added) {
    segments.push(segment);
    sentences.push(segment.text);
    mayChange ||= segment.writtenOut.length > 0;
  }
  if (mayChange && sentence) choices.push({ start, end: segments.length, sentence });
}

type Context = {
  readonly language: LanguageTag;
  readonly writesOut: WritesOut | undefined;
  readonly markup: Markup | undefined;
  readonly withBlocks: boolean;
  readonly setting: Setting;
  readonly depth: number;
  readonly textStart: number;
  /** The draft of the whole text, which also gets the segments of texts inside protected spans. */
  readonly draft: Draft;
};

function* readText(text: string, context: Context): Steps<Document> {
  const { setting, textStart, language, writesOut, markup, withBlocks, draft } = context;
  const found = yield* readProtectedSpans(text, typeof markup === 'object' ? markup : undefined);
  const { spans, spelled } = markup === 'plain' ? withLiteralEntities(text, found) : found;
  const source = setting.kind === 'icu' ? withIcuSyntax({ text, spans, spelled }) : { text, spans, spelled };
  if (spans.length > 0) yield* readInside(source, context);
  const reader = new RowReader(source);
  let rows: TextRow[] = [];
  let sentencesRead = 0;
  for (let row = reader.next(); rows.length > 0 || row !== undefined; row = reader.next()) {
    if (row === 'pause') {
      yield;
      continue;
    }
    if (row !== undefined && goesOn(rows, row)) {
      rows.push(row);
      continue;
    }
    for (const group of rows.length > 1 ? unwrap(rows, source) : [rows]) {
      const begin = group[0]?.start ?? 0;
      const labelEnd = begin + labelOf(group, source);
      const block = new BlockReader(source, group, labelEnd);
      while (!block.readOn()) yield;
      const own = setting.kind === 'plain' && spans.length > 0 ? settingBetween(source, group) : setting;
      const place = { text, block, setting: own, textStart };
      const sentences: Span[] | undefined = withBlocks ? [] : undefined;
      const ends = sentenceEnds(block.shown, language);
      const endAfter = labelEnd > begin ? dialogueEnds(text.slice(begin, labelEnd), block.shown, ends) : ends;
      for (let start = 0; start < block.shown.length; ) {
        const end = endAfter(start);
        const sentence = { place, start: Math.min(start + lengthAt(dash, block.shown, start), end), end };
        const first = draft.segments.length;
        add(draft, readSentence(sentence, writesOut) ?? (yield* cutSentence(sentence, writesOut)), sentence);
        if (draft.segments.length > first) sentences?.push({ start: first, end: draft.segments.length });
        start = end;
        if (++sentencesRead % sentencesInTurn === 0) yield;
      }
      if (sentences?.length) {
        const [blockStart, end] = [block.start, group.at(-1)?.end ?? block.start];
        draft.blocks.push({ start: blockStart, end, source, textStart, setting: own, depth: context.depth, sentences });
      }
    }
    if (rows.length > 1) yield;
    rows = row === undefined ? [] : [row];
  }
  return draft;
}

function* readInside({ text, spans }: RowSource, context: Context): Steps<void> {
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

function goesOn(rows: readonly TextRow[], { gap }: TextRow): boolean {
  const first = rows[0];
  return first === undefined || (gap.isSoft && gap.quote === first.gap.quote && rows.length < rowsMax);
}

/** Length of the list label at the start of a block. The label is not part of the first sentence. */
function labelOf(rows: readonly TextRow[], { text, spans }: RowSource): number {
  const row = rows[0];
  if (row === undefined) return 0;
  const length = labelLength(text, row.start, row.end);
  const span = spans[row.spanFrom];
  return span !== undefined && row.spanFrom < row.spanTo && span.start < row.start + length ? 0 : length;
}

/** Before speech or an item of a list: `-¿Vienes?`, `-Casa`. */
const dash = /\s?[-–—](?=[\p{Lu}¿¡])/uy;

/** A dash between speech and narration touches a word on one side only. Source: Ortografía de la lengua española, 2010. */
const aside = /(?<=\s)[—–](?=[\p{L}¿¡«“"(])|(?<=[\p{L}\p{M}\p{N}.!?…»”")])[—–](?=[\s.,;:!?…]|$)[.,;:!?…]*\s*/gu;
const beginning = /^\s*[—–]/;

/** Makes each part of a line of dialogue a sentence: words must not move across dashes, "No —dijo él—. Ven." */
function dialogueEnds(label: string, line: string, sentenceEnd: (start: number) => number): (start: number) => number {
  if (!beginning.test(label)) return sentenceEnd;
  const asides = spansOf(line, aside);
  let next = 0;
  let end = 0;
  return (start) => {
    while ((asides[next]?.end ?? Infinity) <= start) next++;
    const { start: from = Infinity, end: to = Infinity } = asides[next] ?? {};
    if (start >= from) return to;
    // `sentenceEnd` is called only for indexes after its last result, so it reads the line once.
    if (start >= end) end = sentenceEnd(start);
    return Math.min(end, from);
  };
}
