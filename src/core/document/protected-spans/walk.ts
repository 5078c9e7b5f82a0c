import type { SpanRole } from '../span.ts';
import type { Draft } from './draft.ts';
import { Search } from './search.ts';

/** State of the current line. */
export type Line = {
  readonly start: number;
  readonly followsBlank: boolean;
  isBlank: boolean;
  /** Whether no sentence goes on in the next line, as after a heading. */
  endsSentence: boolean;
  /** Where the signs at its end begin, as of a heading that is closed; undefined where it has none. */
  tail?: number;
  /** Bars, which divide cells once the line turns out to be a row of a table. */
  readonly bars: Draft[];
};

/** A single pass over a text, and the spans found so far. */
export class Walk {
  readonly text: string;
  readonly search: Search;
  /** In the order of the text. */
  readonly drafts: Draft[] = [];
  /** Everything before has been read. */
  at = 0;
  line: Line = { start: 0, followsBlank: true, isBlank: false, endsSentence: false, bars: [] };
  previousLine: Line | undefined;
  isInList = false;
  isInTable = false;
  /** Square brackets that have opened and not closed yet, in this paragraph. */
  brackets: Draft[] = [];
  /** Tags in square brackets that have opened and not closed yet, by name. */
  readonly openTags = new Map<string, Draft[]>();
  /** Second halves that will come at known places. */
  readonly dueCloses = new Map<number, Draft>();
  /**
   * Where backticks stand that have not been read, last first, by how many stand together; made when the first is met.
   */
  backticks: Map<number, number[]> | undefined;

  constructor(text: string) {
    this.text = text;
    this.search = new Search(text);
  }

  /**
   * Takes what stands between `at` and `end` for one protected span, or for text that no later reader of markup looks
   * into.
   */
  take(end: number, role: SpanRole | undefined): Draft {
    const draft: Draft = { start: this.at, end, role };
    this.drafts.push(draft);
    this.at = end;
    return draft;
  }
}
