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

/** A token, or a spelled character, and its place in `shown`. */
export type Change = { readonly at: number; readonly length: number; readonly from: Replaced };

/** What a token replaces, a protected span or the wrap of a quoted line; or a spelled character. */
type Replaced = (Span & { readonly role: TokenRole; readonly span?: ProtectedSpan }) | SpelledCharacter;

/**
 * Returns a function that reads adjacent rows as one block, without the first `skipped` units. Each call takes later rows
 * than the previous call.
 */
export function blockReader(source: Source): (rows: readonly Row[], skipped: number) => Steps<Block> {
  let spelledIndex = 0;

  return function* (rows, skipped) {
    const start = (rows[0]?.start ?? 0) + skipped;
    const end = rows.at(-1)?.end ?? start;
    const replaced = rows.flatMap((row, index) => [...wrapBefore(row, rows[index - 1]), ...replacedIn(row)]);
    return yield* showBlock(source.text, { start, end }, replaced);
  };

  function replacedIn({ start, end, spanFrom, spanTo }: Row): readonly Replaced[] {
    const { text, spans, spelled } = source;
    const replaced: Replaced[] = [];
    for (let index = spanFrom; index < spanTo; index++) {
      const span = spans[index];
      if (span) replaced.push({ start: span.start, end: span.end, role: roleOf(span, text), span });
    }
    while ((spelled[spelledIndex]?.start ?? end) < start) spelledIndex++;
    const count = replaced.length;
    for (let next = spelled[spelledIndex]; next !== undefined && next.end <= end; next = spelled[++spelledIndex]) {
      replaced.push(next);
    }
    return count > 0 && replaced.length > count ? inOrder(replaced) : replaced;
  }
}

/** Changes between two yields. */
const changesInTurn = 1_000;

function wrapBefore(row: Row, before: Row | undefined): readonly Replaced[] {
  return before && row.gap.quote !== '' ? [{ start: before.end, end: row.start, role: 'space' }] : [];
}

function* showBlock(text: string, { start, end }: Span, replaced: readonly Replaced[]): Steps<Block> {
  const changes: Change[] = [];
  let shown = '';
  let next = start;
  for (const from of replaced) {
    if (from.start < next) continue;
    shown += text.slice(next, from.start);
    const written = 'role' in from ? writeToken(from.role, 0) : from.character;
    changes.push({ at: shown.length, length: written.length, from });
    shown += written;
    next = from.end;
    if (changes.length % changesInTurn === 0) yield;
  }
  return { shown: shown + text.slice(next, end), start, changes };
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
  return before === undefined ? start + index : before.from.end + index - (before.at + before.length);
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
