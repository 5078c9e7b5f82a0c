import { isSpaceEntity } from './protected-spans/entities.ts';
import type { RowSource, TextRow } from './rows.ts';
import { characterAt, characterBefore, isUnspaced } from './scripts.ts';
import { firstFrom, inOrder, type ProtectedSpan, type Span, type SpelledCharacter } from './span.ts';
import { type TokenRole, writeToken } from './token.ts';
import { UnitKinds } from './unit-kinds.ts';

/**
 * Rows that are read as one text to find sentences. A protected span or a line break of a quoted mail is a token
 * without a number. Spelled characters are decoded. All else is as in the text, including line breaks.
 */
export type Block = {
  readonly shown: string;
  readonly start: number;
  /** Where `shown` differs from the text, in order. */
  readonly changes: readonly Change[];
};

/** The span in `shown` of a token, or of a spelled character. */
export type Change = Span & { readonly from: Replaced };

/** The protected span or line break of a quoted mail that a token replaces; or a spelled character. */
type Replaced = (Span & { readonly role: TokenRole; readonly span?: ProtectedSpan }) | SpelledCharacter;

/** Changes between two pauses. */
const changesInTurn = 1_000;

export class BlockReader implements Block {
  shown = '';
  readonly start: number;
  readonly changes: Change[] = [];
  readonly #text: string;
  readonly #end: number;
  readonly #replaced: readonly Replaced[];
  #index = 0;
  #at: number;

  /** @param start where the block begins, in the first row */
  constructor(source: RowSource, rows: readonly TextRow[], start: number) {
    this.#text = source.text;
    this.#end = rows.at(-1)?.end ?? start;
    this.#replaced = replacedIn(source, rows);
    this.start = start;
    this.#at = start;
  }

  /** @returns false if text of the block remains: call again */
  readOn(): boolean {
    for (let count = 0; count < changesInTurn; count++) {
      const from = this.#replaced[this.#index++];
      if (from === undefined) {
        this.shown += this.#text.slice(this.#at, this.#end);
        return true;
      }
      if (from.start < this.#at) continue;
      this.shown += this.#text.slice(this.#at, from.start);
      const start = this.shown.length;
      this.shown += 'role' in from ? writeToken(from.role, 0) : from.character;
      this.changes.push({ start, end: this.shown.length, from });
      this.#at = from.end;
    }
    return false;
  }
}

function replacedIn({ text, spans, spelled }: RowSource, rows: readonly TextRow[]): readonly Replaced[] {
  const replaced: Replaced[] = [];
  let before: TextRow | undefined;
  for (const row of rows) {
    if (before && row.gap.quote !== '') replaced.push({ start: before.end, end: row.start, role: 'space' });
    for (let index = row.spanFrom; index < row.spanTo; index++) {
      const span = spans[index];
      if (span) replaced.push({ start: span.start, end: span.end, role: roleOf(span, text), span });
    }
    before = row;
  }
  const [first, last] = [rows[0], before];
  if (spelled.length === 0 || first === undefined || last === undefined) return replaced;
  return inOrder(replaced, spelled.slice(firstFrom(spelled, first.start), firstFrom(spelled, last.end)));
}

function roleOf(span: ProtectedSpan, text: string): TokenRole {
  if (span.role === 'point' && isSpaceBetweenWords(span, text)) return 'space';
  // A bound ends its row.
  return span.role === 'bound' ? 'point' : span.role;
}

/** In scripts with spaces between words too. */
const zeroWidthSpace = /^(?:\u200B+|&(?:#8203|#x200b|ZeroWidthSpace);)$/i;
const wordly = /[\p{L}\p{M}\p{N}]/u;

/** "panel&nbsp;solar" is two words with a space between them. */
function isSpaceBetweenWords({ start, end }: ProtectedSpan, text: string): boolean {
  if (!'&\u200B'.includes(text.charAt(start))) return false;
  const written = text.slice(start, end);
  if (!zeroWidthSpace.test(written) && !isSpaceEntity(written)) return false;
  return wordly.test(characterBefore(text, start)) && wordly.test(characterAt(text, end));
}

/** Maps `index` in `shown` to the text. It is never inside a change. */
export function textOffset({ start, changes }: Block, index: number): number {
  const before = changes[firstFrom(changes, index) - 1];
  return before === undefined ? start + index : before.from.end + index - before.end;
}

/** A span of a block's `shown`: text for the engine, or a span that a token replaces. */
export type Inline = Span & {
  readonly role: TokenRole | 'text';
  /** Empty unless the role is `text`. */
  readonly text: string;
  readonly span?: ProtectedSpan;
};

/** White space other than one plain space; characters that engines lose; leaders of tables of contents and forms. */
const odd = /\s{2,}|[^\S ]|[\p{Cc}\p{Cs}\u00AD\uFDD0-\uFDEF\uFFFE\uFFFF]+|[.…·]{4,}|_{3,}|[-=~*#]{4,}/gu;
const oddOnce = new RegExp(odd.source, 'u');
/** Units that are odd alone, and signs that are odd in a row. Few texts contain any. */
const kinds = new UnitKinds(/[^\S ]|[\p{Cc}\p{Cs}\u00AD\uFDD0-\uFDEF\uFFFE\uFFFF]/u, /[.…·_\-=~*#]/);
const space = /^\s/;
const lineBreak = /[\n\r]/;

/** Whether `text` needs no tokens. */
export function isPlain(text: string): boolean {
  const { known } = kinds;
  let last = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    const kind = (known[unit] || kinds.learn(unit)) - 1;
    if (kind === 1 || (kind === 2 && last === 2)) return !oddOnce.test(text);
    last = kind;
  }
  return !text.includes('  ');
}

/** Cuts `shown` between two offsets into non-empty items, in order. */
export function inlinesBetween(block: Block, start: number, end: number): readonly Inline[] {
  const items: Inline[] = [];
  const { shown, changes } = block;
  let from = start;
  for (let index = firstFrom(changes, start); index < changes.length; index++) {
    const change = changes[index];
    if (change === undefined || change.start >= end) break;
    if (!('role' in change.from)) continue;
    addText(items, shown, { start: from, end: change.start });
    from = change.end;
    const { role, span } = change.from;
    items.push({ role, start: change.start, end: from, text: '', ...(span && { span }) });
  }
  addText(items, shown, { start: from, end });
  return items;
}

function addText(items: Inline[], shown: string, { start, end }: Span): void {
  if (start >= end) return;
  const text = shown.slice(start, end);
  let passed = 0;
  const add = (to: number): void => {
    if (to > passed) items.push({ role: 'text', start: start + passed, end: start + to, text: text.slice(passed, to) });
  };
  if (isPlain(text)) return add(text.length);
  for (const { 0: found, index } of text.matchAll(odd)) {
    add(index);
    passed = index + found.length;
    const span = { start: start + index, end: start + passed };
    items.push({ role: oddRole(shown, found, span), ...span, text: '' });
  }
  add(text.length);
}

function oddRole(shown: string, found: string, { start, end }: Span): TokenRole {
  if (!space.test(found)) return 'point';
  // In scripts without spaces between words, a line break is not a space.
  const isWrap =
    lineBreak.test(found) && isUnspaced(characterBefore(shown, start)) && isUnspaced(characterAt(shown, end));
  return isWrap ? 'point' : 'space';
}
