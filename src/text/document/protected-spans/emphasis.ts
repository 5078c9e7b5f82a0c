import type { Steps } from '../../../ground/steps.ts';
import { characterBefore } from '../scripts.ts';
import { inOrder } from '../span.ts';
import { join, type SpanDraft } from './draft.ts';
import { blankLine, Search } from './search.ts';

type Run = { readonly sign: string; start: number; end: number; readonly paragraph: number };

/** Open runs inside one pair of other protected spans. They never pair with runs outside. */
type Level = ReturnType<typeof levelIn>;

function levelIn(paragraph: number) {
  return { runs: [] as Run[], counts: new Map<string, number>(), paragraph };
}

const signs = /\*+|_+|~+|=+|'{2,}/g;
const space = /^\s?$/;
const punctuation = /^[\p{P}\p{S}]$/u;
const wordCharacter = /^[\p{L}\p{N}]$/u;

/** Runs between two yields. */
const runsInTurn = 256;

/** A longer run is a blank in a form, or a decoration. */
const runLengthMax = 3;

export function mayHoldEmphasis(text: string): boolean {
  return /[*_~=]|''/.test(text);
}

/** Adds emphasis of Markdown and MediaWiki to drafts: both halves in one paragraph, and nested with other pairs. */
export function* addEmphasis(text: string, drafts: readonly SpanDraft[]): Steps<readonly SpanDraft[]> {
  const reader = new EmphasisReader(text);
  let [next, count] = [0, 0];
  for (const { 0: run, index } of text.matchAll(signs)) {
    if (++count % runsInTurn === 0) yield;
    for (let draft = drafts[next]; draft !== undefined && draft.start <= index; draft = drafts[++next]) {
      reader.pass(draft);
    }
    if (index >= (drafts[next - 1]?.end ?? 0))
      reader.read(index, Math.min(index + run.length, drafts[next]?.start ?? text.length));
  }
  yield;
  return inOrder(drafts, reader.found);
}

class EmphasisReader {
  readonly found: SpanDraft[] = [];
  readonly #text: string;
  readonly #search: Search;
  readonly #levels: Level[] = [];
  #top = levelIn(0);
  #paragraph = 0;
  #read = 0;

  constructor(text: string) {
    this.#text = text;
    this.#search = new Search(text);
  }

  /** Passes a protected span. The content of a pair is a separate level. A bound ends the paragraph. */
  pass(draft: SpanDraft): void {
    if (draft.role === 'open') {
      this.#levels.push(this.#top);
      this.#top = levelIn(this.#paragraph);
    } else if (draft.role === 'close') this.#top = this.#levels.pop() ?? this.#top;
    // After a line break (`<br>` or `\`) emphasis continues.
    else if (draft.role === 'bound' && draft.tag?.name !== 'br' && this.#text[draft.start] !== '\\') this.#paragraph++;
  }

  read(start: number, end: number): void {
    if ((this.#search.next(blankLine, this.#read) ?? start) < start) this.#paragraph++;
    this.#read = start;
    if (this.#top.paragraph !== this.#paragraph) this.#top = levelIn(this.#paragraph);
    const sign = this.#text.charAt(start);
    const run: Run = { sign, start, end, paragraph: this.#paragraph };
    const length = end - start;
    if (length > runLengthMax || ((sign === '~' || sign === '=') && length !== 2)) return;
    const { opens, closes } = flanks(this.#text, run);
    if (closes) this.#close(run);
    if (!opens || run.start === run.end) return;
    this.#top.runs.push(run);
    this.#count(sign, 1);
  }

  #count(sign: string, change: number): void {
    this.#top.counts.set(sign, (this.#top.counts.get(sign) ?? 0) + change);
  }

  /** Pairs `run` with the last open run of its character. Runs opened in between stay text. */
  #close(run: Run): void {
    while (run.start < run.end && (this.#top.counts.get(run.sign) ?? 0) > 0) {
      const opening = this.#top.runs.at(-1);
      if (!opening) return;
      if (opening.sign === run.sign) this.#pair(opening, run);
      if (opening.sign === run.sign && opening.start < opening.end) continue;
      this.#top.runs.pop();
      this.#count(opening.sign, -1);
    }
  }

  #pair(opening: Run, closing: Run): void {
    const length = Math.min(2, opening.end - opening.start, closing.end - closing.start);
    const open: SpanDraft = { start: opening.end - length, end: opening.end, role: undefined };
    const close: SpanDraft = { start: closing.start, end: closing.start + length, role: undefined };
    join(open, close);
    this.found.push(open, close);
    opening.end -= length;
    closing.start += length;
  }
}

/** Source: CommonMark 0.31, section 6.2; here a single sign inside a word or between digits is text. */
function flanks(text: string, { sign, start, end }: Run): { readonly opens: boolean; readonly closes: boolean } {
  const before = characterBefore(text, start);
  const after = String.fromCodePoint(text.codePointAt(end) ?? 0x20);
  const isLeft = !space.test(after) && (!punctuation.test(after) || space.test(before) || punctuation.test(before));
  const isRight = !space.test(before) && (!punctuation.test(before) || space.test(after) || punctuation.test(after));
  const isInside = wordCharacter.test(before) && wordCharacter.test(after);
  const isText = isInside && (sign === '_' || sign === '=' || sign === "'" || end - start === 1);
  if (sign !== '_') return { opens: isLeft && !isText, closes: isRight && !isText };
  return {
    opens: isLeft && (!isRight || punctuation.test(before)),
    closes: isRight && (!isLeft || punctuation.test(after)),
  };
}
