import type { Steps } from '../../ground/steps.ts';
import type { ElementRoles } from '../document/protected-spans/elements.ts';
import { readProtectedSpans } from '../document/protected-spans/find-protected-spans.ts';
import type { RowSource } from '../document/rows.ts';
import { firstFrom, type ProtectedSpan, type Span } from '../document/span.ts';

/** A text of an entry, or a part of a text to translate, as the memory compares it. */
export type MemoryText = {
  /** Equal for two texts if an entry for one is exact for the other: the match key. */
  readonly key: string;
  /** The key without the values of numbers, and without which codes are equal: for look-ups. */
  readonly look: string;
  /** Equal for two texts with the same look whose equal codes are at the same places. */
  readonly equalCodes: string;
  /** Joined, their `written` is the text. */
  readonly pieces: readonly MemoryPiece[];
  /** Whether it has letters outside codes, code and comments. */
  readonly hasWords: boolean;
  readonly hasTags: boolean;
};

/** Words; a whole number that stands alone; or a code: half of a pair, a point, or a word such as a placeholder. */
export type MemoryPiece = {
  readonly kind: 'text' | 'number' | CodeKind;
  readonly written: string;
  /** Only of codes: equal for equal codes of a text, both halves of a pair included. */
  readonly id: string;
  /** A code that an entry may have and its text may lack. */
  readonly isTag: boolean;
};

type CodeKind = 'open' | 'close' | 'point' | 'word';

/** In keys, each is a noncharacter. Those of a text are escaped. */
const signs = { open: '\uFDE0', close: '\uFDE1', point: '\uFDE2', word: '\uFDE3', number: '\uFDE4' } as const;
/** Between the halves of a pair in its `id`. */
export const pairJoint = signs.close;
const signOrEscape = /[\uFDE0-\uFDE5]/g;

/** What a protected span is to the memory, by its first characters. Literal text otherwise: addresses, names, quantities. */
type Shape = 'tag' | 'placeholder' | 'closed';

/** The first row that matches decides. `closed` is literal, and its words are not translated: code, comments. */
const shapes: readonly (readonly [shape: Shape, written: RegExp])[] = [
  // ERB, ASP, PHP; Toolkit, merge fields, names in capitals.
  ['placeholder', /^(?:<[%?]|\[%|\[\[|\*\||\[[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\]$)/],
  // HTML, XML, numbered tags; not addresses such as `<https://example.org>`.
  ['tag', /^<\/?(?!\w+:\/\/|[^<>\s]*@)[\p{L}\p{N}_][^<>]*>$/u],
  // BBCode and shortcodes; a bracket that Markdown pairs has no shape of its own.
  ['tag', /^\[\/?\p{L}[^[\]\n]*\]$/u],
  ['closed', /^(?:[<`~]|\$ )/],
  // `{name}`, `%1$s`, `${x}`, `$x`, `#{x}`, `@:a.b`, `!x`, `:x`, `__x__`, `\(x)`; not `20%`, `$5`, `:smile:`.
  ['placeholder', /^(?:\{|%[^%]|\$[\p{L}_({[]|[#@]\{|#$|@@|@[.:]|![a-z]|:\p{L}[^:]*$|__|\\\()/u],
];

function shapeOf(written: string, { role, inner }: ProtectedSpan): Shape | undefined {
  // With texts inside: the cases of an ICU plural are words of the entry.
  if (inner !== undefined) return undefined;
  if (role === 'open' || role === 'close') return 'tag';
  const shape = shapes.find(([, pattern]) => pattern.test(written))?.[0];
  // Braces between sentences are syntax of a data file.
  return role === 'bound' && shape === 'placeholder' ? undefined : shape;
}

const roleKinds: Readonly<Record<ProtectedSpan['role'], CodeKind>> = {
  open: 'open',
  close: 'close',
  point: 'point',
  word: 'word',
  bound: 'point',
};

/** @param roles of the elements of another format than HTML */
export function* readMemoryText(text: string, roles?: ElementRoles): Steps<MemoryText> {
  const { spans } = yield* readProtectedSpans(text, roles);
  return memoryTextOf(cutPieces({ text, spans }, { start: 0, end: text.length }), hasWords(text, spans));
}

/** Reads a part of a text by the protected spans of the whole. Undefined if it has only one half of a pair. */
export function memoryTextIn(source: Pick<RowSource, 'text' | 'spans'>, span: Span): MemoryText | undefined {
  const pieces = cutPieces(source, span);
  const isCut = pieces.some(({ kind, id }) => (kind === 'open' || kind === 'close') && id === '');
  return isCut ? undefined : memoryTextOf(pieces, true);
}

function memoryTextOf(pieces: readonly MemoryPiece[], isWorded: boolean): MemoryText {
  const codes = new Map<string, number>();
  let [key, look, equalCodes] = ['', '', ''];
  for (const { kind, written, id } of pieces) {
    const text = kind === 'text' ? comparable(written) : '';
    const sign = kind === 'text' ? '' : signs[kind];
    if (id !== '' && !codes.has(id)) codes.set(id, codes.size);
    key += kind === 'number' ? written : id === '' ? text : sign + codes.get(id) + sign;
    if (id !== '') equalCodes += `${codes.get(id)} `;
    look += text + sign;
  }
  return { key, look, equalCodes, pieces, hasWords: isWorded, hasTags: pieces.some(({ isTag }) => isTag) };
}

/** Returns the `look` of a part of a text. Parts that share no white space and no pair can be joined. */
export function lookIn(source: Pick<RowSource, 'text' | 'spans'>, span: Span): string {
  let look = '';
  for (const { kind, written } of cutPieces(source, span)) look += kind === 'text' ? comparable(written) : signs[kind];
  return look;
}

/** Not a part of a word, of a decimal number, of a date or of a time. */
const number = /(?<![\p{L}\p{M}\p{N}_]|\p{N}[.,:/'’-])[0-9]{1,6}(?![\p{L}\p{M}\p{N}_]|[.,:/'’-]\p{N})/gu;
const digit = /[0-9]/;

function cutPieces({ text, spans }: Pick<RowSource, 'text' | 'spans'>, { start, end }: Span): readonly MemoryPiece[] {
  const pieces: MemoryPiece[] = [];
  const opened = new Map<number, number>();
  let words = '';
  const push = (piece: Pick<MemoryPiece, 'kind' | 'written'> & Partial<MemoryPiece>): void => {
    if (words !== '') pieces.push({ kind: 'text', written: words, id: '', isTag: false });
    words = '';
    pieces.push({ id: '', isTag: false, ...piece });
  };
  const addText = (from: number, to: number): void => {
    const written = text.slice(from, to);
    let passed = 0;
    if (digit.test(written)) {
      for (const { 0: found, index } of written.matchAll(number)) {
        words += written.slice(passed, index);
        push({ kind: 'number', written: found });
        passed = index + found.length;
      }
    }
    words += written.slice(passed);
  };
  let from = start;
  for (let index = firstFrom(spans, start); ; index++) {
    const span = spans[index];
    if (span === undefined || span.start >= end) break;
    addText(from, span.start);
    from = span.end;
    const written = text.slice(span.start, span.end);
    const shape = shapeOf(written, span);
    if (shape !== 'tag' && shape !== 'placeholder') {
      words += written;
      continue;
    }
    const kind = roleKinds[span.role];
    const { pair } = span;
    const first = pair === undefined ? undefined : opened.get(pair);
    const open = first === undefined ? undefined : pieces[first];
    const id = pair === undefined ? written : open === undefined ? '' : `${open.written}${pairJoint}${written}`;
    push({ kind, written, id, isTag: kind !== 'word' && shape === 'tag' });
    if (pair !== undefined && open === undefined) opened.set(pair, pieces.length - 1);
    if (first !== undefined && open !== undefined) pieces[first] = { ...open, id };
  }
  addText(from, end);
  if (words !== '') pieces.push({ kind: 'text', written: words, id: '', isTag: false });
  return pieces;
}

const letter = /\p{L}/u;

function hasWords(text: string, spans: readonly ProtectedSpan[]): boolean {
  let from = 0;
  for (const span of spans) {
    if (shapeOf(text.slice(span.start, span.end), span) === undefined) continue;
    if (letter.test(text.slice(from, span.start))) return true;
    from = span.end;
  }
  return letter.test(text.slice(from));
}

/** Whether a text may differ from its comparable form, apart from NFC. */
const special = /[\u00AD\u200B\uFEFF\t\u00A0\u202F’\r\uFDE0-\uFDE5]| {2}/;
const invisible = /[\u00AD\u200B\uFEFF]+/g;
const spaces = / [ \t\u00A0\u202F]+|[\t\u00A0\u202F][ \t\u00A0\u202F]*/g;

/** What counts: not the kind and number of spaces, the kind of a line break and an apostrophe, and invisible characters. */
function comparable(words: string): string {
  if (!special.test(words)) return composed(words);
  const shown = words
    .replaceAll(signOrEscape, (sign) => `\uFDE5${sign.charCodeAt(0) - 0xfde0}`)
    .replaceAll(invisible, '')
    .replaceAll(spaces, ' ')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll('’', "'");
  return composed(shown);
}

const beyondLatin = /[^\0-\xFF]/;
/** Normalisation takes quadratic time in the number of marks on a letter. Source: UAX #15, Stream-Safe Text Format. */
const manyMarks = /\p{M}{31}/u;

/** Returns a text in NFC; unchanged if it has more than 30 marks in a row. */
export function composed(text: string): string {
  return !beyondLatin.test(text) || manyMarks.test(text) ? text : text.normalize('NFC');
}

/** Returns the text without its tags. One that divides two words becomes a space. */
export function withoutTags({ pieces }: MemoryText): string {
  let text = '';
  let isDivided = false;
  for (const { written, kind, isTag } of pieces) {
    if (isTag) {
      isDivided ||= kind === 'point';
      continue;
    }
    const joint = isDivided && text !== '' && !/\s$/.test(text) && /^[\p{L}\p{N}]/u.test(written) ? ' ' : '';
    text += isDivided && (text === '' || /\s$/.test(text)) ? written.trimStart() : joint + written;
    isDivided = false;
  }
  return text.trim();
}
