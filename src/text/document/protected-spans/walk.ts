import type { SpanRole } from '../span.ts';
import type { SpanDraft } from './draft.ts';
import { isAlone, lengthAt, Search } from './search.ts';

/** State of the current line. */
export type Line = {
  readonly start: number;
  readonly followsBlank: boolean;
  isBlank: boolean;
  /** Whether no sentence continues in the next line, as after a heading. */
  endsSentence: boolean;
  /** Where the signs at its end begin, as of a closed heading. */
  tail?: number;
  /** Bars, which divide cells if the line is a row of a table. */
  readonly bars: SpanDraft[];
};

/** A single pass over a text, and the spans found so far. */
export class Walk {
  readonly text: string;
  readonly search: Search;
  /** In the order of the text. */
  readonly drafts: SpanDraft[] = [];
  /** Everything before has been read. */
  at = 0;
  line: Line = { start: 0, followsBlank: true, isBlank: false, endsSentence: false, bars: [] };
  previousLine: Line | undefined;
  isInList = false;
  isInTable = false;
  /** Open square brackets of this paragraph. */
  brackets: SpanDraft[] = [];
  /** Open tags in square brackets, by name. This map and the next ones are made when the first entry is added. */
  openTags: Map<string, SpanDraft[]> | undefined;
  /** Second halves at known places. */
  dueCloses: Map<number, SpanDraft> | undefined;
  /** Places of the runs of backticks that have not been read, last first, by length. */
  backticks: Map<number, number[]> | undefined;

  constructor(text: string) {
    this.text = text;
    this.search = new Search(text);
  }

  /** Adds the second half of a pair when the walk reaches it. */
  closeLater(close: SpanDraft): void {
    this.dueCloses ??= new Map();
    this.dueCloses.set(close.start, close);
  }

  /** The length of the match of `pattern`, which is sticky, at `at`; 0 if there is none. */
  lengthOf(pattern: RegExp): number {
    return lengthAt(pattern, this.text, this.at);
  }

  /** Makes the text up to `end` one protected span, or text in which no other markup is read. */
  take(end: number, role: SpanRole | undefined): SpanDraft {
    const draft: SpanDraft = { start: this.at, end, role };
    this.drafts.push(draft);
    this.at = end;
    return draft;
  }

  /** The same for a span that is a bound if its lines contain nothing else. */
  takeBoundOr(role: SpanRole, end: number): void {
    this.take(end, isAlone(this.text, this.at, end) ? 'bound' : role);
  }

  /** Makes a match of `pattern` at `at` a protected span; false if there is none. */
  takeMatch(pattern: RegExp, role: SpanRole = 'bound'): boolean {
    const length = this.lengthOf(pattern);
    if (length > 0) this.take(this.at + length, role);
    return length > 0;
  }
}
