import type { SpanRole } from '../span.ts';
import type { SpanDraft } from './draft.ts';
import { isAlone, lengthAt, Search } from './search.ts';

export type Line = {
  readonly start: number;
  readonly followsBlank: boolean;
  isBlank: boolean;
  /** Whether no sentence continues in the next line, as after a heading. */
  endsSentence: boolean;
  /** Start of the closing signs at its end, as in a closed heading. */
  tail?: number;
  /** Bars, which separate cells if the line is a table row. */
  readonly bars: SpanDraft[];
};

export class Walk {
  readonly text: string;
  readonly search: Search;
  /** In the order of the text. */
  readonly drafts: SpanDraft[] = [];
  at = 0;
  line: Line = { start: 0, followsBlank: true, isBlank: false, endsSentence: false, bars: [] };
  previousLine: Line | undefined;
  isInList = false;
  isInTable = false;
  /** Open square brackets of this paragraph. */
  brackets: SpanDraft[] = [];
  /** Open tags in square brackets, by name. This map and the next ones are created with the first entry. */
  openTags: Map<string, SpanDraft[]> | undefined;
  /** Second halves, by offset. */
  dueCloses: Map<number, SpanDraft> | undefined;
  /** Offsets of the unread runs of backticks, last first, by length. */
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

  /** Returns the length of the match of a sticky `pattern` at `at`; 0 if there is none. */
  lengthOf(pattern: RegExp): number {
    return lengthAt(pattern, this.text, this.at);
  }

  /** Makes the text up to `end` one protected span, or plain text if `role` is undefined. */
  take(end: number, role: SpanRole | undefined): SpanDraft {
    const draft: SpanDraft = { start: this.at, end, role };
    this.drafts.push(draft);
    this.at = end;
    return draft;
  }

  /** Same as `take`, but makes a bound if the lines of the span contain nothing else. */
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
