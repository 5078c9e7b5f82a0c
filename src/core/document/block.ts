import type { Steps } from '../steps.ts';
import { isSpaceEntity } from './protected-spans/entities.ts';
import type { Row, Source } from './rows.ts';
import { characterAt, characterBefore } from './scripts.ts';
import { inOrder, type ProtectedSpan, type Span, type SpelledCharacter } from './span.ts';
import { type TokenRole, writeToken } from './token.ts';

/**
 * Rows that are read as one text to find sentences. Each protected span and each wrap of quoted lines is a token without
 * a number, and spelled characters are decoded. Everything else is as in the text, including line breaks.
 */
export type Block = {
  readonly shown: string;
  /** Where the block begins in the text. */
  readonly start: number;
  /** Where `shown` differs from the text, in order. */
  readonly changes: readonly Change[];
};

/** The `length` units of `shown` from `at` on replace the text from `start` to `end`. */
export type Change = {
  readonly at: number;
  readonly length: number;
  readonly start: number;
  readonly end: number;
} & (
  | { readonly kind: 'token'; readonly role: TokenRole; readonly span?: ProtectedSpan }
  | { readonly kind: 'spelled'; readonly spelled: SpelledCharacter }
);

/** A span that a block shows differently: a protected span, a spelled character, the wrap of a quoted line. */
type Entry = { readonly start: number; readonly end: number } & (
  | { readonly span: ProtectedSpan }
  | { readonly spelled: SpelledCharacter }
  | { readonly wrap: true }
);

/**
 * Reads adjacent rows as one block. Each call takes later rows than the previous call.
 *
 * @param skipped how much of the first row is left out at its start
 */
export type BlockReader = (rows: readonly Row[], skipped: number) => Steps<Block>;

export function blockReader(source: Source): BlockReader {
  let spelledIndex = 0;

  return function* (rows, skipped) {
    const start = (rows[0]?.start ?? 0) + skipped;
    const end = rows.at(-1)?.end ?? start;
    const entries = rows.flatMap((row, index) => [...wrapBefore(row, rows[index - 1]), ...entriesOf(row)]);
    return yield* showBlock(source.text, { start, end }, entries);
  };

  function entriesOf({ start, end, spanFrom, spanTo }: Row): readonly Entry[] {
    const { spans, spelled } = source;
    const entries: Entry[] = spans.slice(spanFrom, spanTo).map((span) => ({ start: span.start, end: span.end, span }));
    while ((spelled[spelledIndex]?.start ?? end) < start) spelledIndex++;
    const count = entries.length;
    for (let next = spelled[spelledIndex]; next !== undefined && next.end <= end; next = spelled[spelledIndex]) {
      entries.push({ start: next.start, end: next.end, spelled: next });
      spelledIndex++;
    }
    return count > 0 && entries.length > count ? inOrder(entries) : entries;
  }
}

/** Changes between two yields. */
const changesInTurn = 1_000;

function wrapBefore(row: Row, before: Row | undefined): readonly Entry[] {
  return before && row.gap.quote !== '' ? [{ start: before.end, end: row.start, wrap: true }] : [];
}

function* showBlock(text: string, { start, end }: Span, entries: readonly Entry[]): Steps<Block> {
  if (entries.length === 0) return { shown: text.slice(start, end), start, changes: [] };
  const changes: Change[] = [];
  const parts: string[] = [];
  let length = 0;
  let from = start;
  const show = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  for (const entry of entries) {
    if (entry.start < from) continue;
    show(text.slice(from, entry.start));
    const shown = shownOf(entry, text);
    changes.push({ at: length, length: shown.length, ...changeOf(entry, text) });
    show(shown);
    from = entry.end;
    if (changes.length % changesInTurn === 0) yield;
  }
  show(text.slice(from, end));
  return { shown: parts.join(''), start, changes };
}

function shownOf(entry: Entry, text: string): string {
  if ('spelled' in entry) return entry.spelled.character;
  return writeToken('span' in entry ? roleOf(entry.span, text) : 'space', 0);
}

function changeOf(entry: Entry, text: string) {
  const { start, end } = entry;
  if ('spelled' in entry) return { kind: 'spelled', spelled: entry.spelled, start, end } as const;
  if ('wrap' in entry) return { kind: 'token', role: 'space', start, end } as const;
  return {
    kind: 'token',
    role: roleOf(entry.span, text),
    span: entry.span,
    start,
    end,
  } as const;
}

function roleOf(span: ProtectedSpan, text: string): TokenRole {
  if (span.role === 'point' && isSpaceBetweenWords(span, text)) return 'space';
  // A bound ends its row.
  return span.role === 'bound' ? 'point' : span.role;
}

const wordly = /[\p{L}\p{M}\p{N}]/u;

/** "panel&nbsp;solar" is two words with a space between them. */
function isSpaceBetweenWords({ start, end }: ProtectedSpan, text: string): boolean {
  if (text.charAt(start) !== '&' || !isSpaceEntity(text.slice(start, end))) return false;
  return wordly.test(characterBefore(text, start)) && wordly.test(characterAt(text, end));
}

/** Maps `index` in `shown` to the text. It is never inside a change. */
export function textOffset({ start, changes }: Block, index: number): number {
  const before = changes[firstChangeFrom(changes, index) - 1];
  return before === undefined ? start + index : before.end + index - (before.at + before.length);
}

/** The number of the first change that begins at `index` or later. */
export function firstChangeFrom(changes: readonly Change[], index: number): number {
  let [low, high] = [0, changes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((changes[middle]?.at ?? index) < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
