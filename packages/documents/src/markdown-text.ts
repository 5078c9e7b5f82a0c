/** Text of Markdown: decoded for translation, and encoded so that it stays text. */
import type { Encode, Piece } from './codes.ts';
import { decodeReference } from './html-text.ts';
import type { Place } from './skeleton.ts';

/** Text as pieces: escapes and references are decoded, and line ends with their indentation and `>` are a space. */
export function markdownPieces(text: string, { start, end }: Place): readonly Piece[] {
  const pattern =
    /\\[!-/:-@[-`{-~]|&(?:#\w{1,8}|[a-z]\w{1,31});|[ \t]+(?:(?:\r\n|\n|\r)[ \t>]*)?|(?:\r\n|\n|\r)[ \t>]*|[^\\& \t\r\n]+(?: [^\\& \t\r\n]+)*|[^]/gi;
  return Array.from(text.slice(start, end).matchAll(pattern), ({ 0: raw, index }): Piece => {
    const place = { start: start + index, end: start + index + raw.length };
    if (/[\r\n]/.test(raw)) return { kind: 'text', text: ' ', ...place };
    const decoded = raw.startsWith('\\') ? raw.slice(-1) : raw.startsWith('&') ? decodeReference(raw) : raw;
    return { kind: 'text', text: decoded, ...place };
  });
}

export type MarkdownContext = {
  readonly kind: 'paragraph' | 'heading' | 'cell' | 'label' | 'title';
  /** Of a title. */
  readonly quote?: string;
  readonly isMdx: boolean;
};

/** Stands for an asterisk of markup. No text has this code point. */
const asterisk = '\ufdd0';

/**
 * Escapes what would become markup. What the source escapes or writes as a reference is written so again, and what it has
 * unescaped stays so.
 */
export function markdownEncoder(source: string, pieces: readonly Piece[], context: MarkdownContext): Encode {
  const written = new Map([[asterisk, '*']]);
  const bare: string[] = [];
  for (const piece of pieces) {
    if (piece.kind !== 'text') continue;
    const raw = source.slice(piece.start, piece.end);
    if (raw === piece.text || piece.text === ' ') bare.push(piece.text);
    else written.set(piece.text, raw);
  }
  const plain = bare.join('');
  for (const [character, raw] of written)
    if (raw.startsWith('&') && plain.includes(character)) written.delete(character);
  // What is special in its place and no markup.
  const unescaped = new Set<string>();
  for (const { 0: character, index } of plain.matchAll(/[!-/:-@[-`{-~]/g))
    if (isSpecialAt(plain, index, context))
      unescaped.add(character === '<' ? plain.slice(index, index + 2) : character);
  const encode = (character: string, index: number, text: string): string => {
    const known = written.get(character);
    if (!isSpecialAt(text, index, context)) return character > '\u007f' ? (known ?? character) : character;
    const key = character === '<' ? text.slice(index, index + 2) : character;
    const mayStay = unescaped.has(key) && !alwaysEscaped.has(character) && character !== context.quote;
    return known ?? (mayStay ? character : `\\${character}`);
  };
  return (text, startsLine) => {
    const encoded = text.replaceAll(/[!-/:-@[-`{-~]|[\u0080-\u{10ffff}]/gu, encode);
    const isText = startsLine && !text.startsWith(asterisk);
    return isText && context.kind === 'paragraph' ? escapeLineStart(encoded) : encoded;
  };
}

const alwaysEscaped = new Set('|\\&#{}');

/** Whether a character may be markup in its place. */
function isSpecialAt(text: string, index: number, { kind, quote, isMdx }: MarkdownContext): boolean {
  const character = text[index] ?? '';
  const before = text[index - 1] ?? '';
  const after = text.slice(index + 1, index + 40);
  const isLone = /\s/.test(before) && /^\s/.test(after);
  switch (character) {
    case '\\':
      return /^(?:[!-/:-@[-`{-~]|$)/.test(after);
    case '*':
    case '~':
      return !isLone;
    case '_':
      return !isLone && !(/[\p{L}\p{N}]/u.test(before) && /^[\p{L}\p{N}]/u.test(after));
    case '<':
      return isMdx || /^[a-z/!?]/i.test(after);
    case '&':
      return /^#?\w+;/.test(after);
    case '|':
      return kind === 'cell';
    case '{':
    case '}':
      return isMdx;
    case '#':
      return kind === 'heading' && /^#*$/.test(after) && /^[\s#]?$/.test(before);
    case '`':
    case '[':
    case ']':
      return true;
    default:
      return character === quote || (character === '(' && quote === ')');
  }
}

const escapeLineStart = (text: string): string =>
  text
    .replace(/^(\s*)(?=#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|(?:-{2,}|={1,})\s*$|:(?:::|\s)|~{3}|\+{3}$)/, '$1\\')
    .replace(/^(\s*\d{1,9})(?=[.)](?:\s|$))/, '$1\\');

/**
 * Lines that are no part of a paragraph although they are in one: containers and admonitions, where only the title is
 * text, alerts, shortcodes and attributes alone on their line, instructions of site generators, definitions of terms.
 */
export const ownLine =
  /^(?::{3,}[ \t]*[\w-]*(?:\[|[ \t]*)|(?:!!!|\?\?\?\+?)[ \t][^"]*"?|\[![\w|-]+\][+-]?[ \t]*|(?:\{\{[<%][^{}]*\}\}|\{[%:#.][^{}]*\}|<%[^%]*%>|\[{1,2}_?toc_?\]{1,2}|(?:<<<|-+8<-)[^]*|(?:import|export) [^]* from ['"][^'"]+['"];?)[ \t]*$|\*\[[^\]]*\]:|(?<term>:[ \t]))/i;

const sign = String.raw`(?![<>{}])[\p{P}\p{S}]`;
const signsAfter = new RegExp(String.raw`(?<!${sign})((?:${sign})+)</(\d{1,5})>(?=[\p{L}\p{N}])`, 'gu');
const signsBefore = new RegExp(String.raw`(?<=[\p{L}\p{N}])<(\d{1,5})>((?:${sign})+)`, 'gu');

/** The codes of a pair beside a letter outside, with a code that is next to them inside. */
const edge =
  /(?<=[\p{L}\p{N}])<(\d{1,5})>(?=(<(\d{1,5})\/?>|\{\d)?)|(?<=(<\/?(\d{1,5})\/?>|\d\})?)<\/(\d{1,5})>(?=[\p{L}\p{N}])/gu;

/**
 * White space at the inner edges of emphasis and empty emphasis would be no markup. Neither would be emphasis between a
 * punctuation mark or a code in it and a letter outside, as in languages without spaces, nor `_` beside a letter.
 *
 * @param emphasis the marks of emphasis, by the numbers of their codes
 */
export function tidyCodes(translation: string, emphasis: ReadonlyMap<number, string>): string {
  const has = (number: string): boolean => emphasis.has(Number(number));
  let tidy = translation;
  for (let round = 0, before = ''; round < 4 && tidy !== before; round++) {
    before = tidy;
    tidy = tidy
      .replaceAll(/<(\d{1,5})>(\s*)<\/\1>/g, (all, number: string, space: string) => (has(number) ? space : all))
      .replaceAll(/<(\d{1,5})>(\s+)/g, (all, number: string, space: string) =>
        has(number) ? `${space}<${number}>` : all,
      )
      .replaceAll(/(?<!\s)(\s+)<\/(\d{1,5})>/g, (all, space: string, number: string) =>
        has(number) ? `</${number}>${space}` : all,
      )
      .replaceAll(signsAfter, (all, signs: string, number: string) => (has(number) ? `</${number}>${signs}` : all))
      .replaceAll(signsBefore, (all, number: string, signs: string) => (has(number) ? `${signs}<${number}>` : all));
  }
  const starred = new Set<string>();
  tidy = tidy.replaceAll(edge, (all, ...groups: readonly string[]) => {
    const [open, after, numberAfter, before, numberBefore, close] = groups;
    const [number = '', inner = ''] = [open ?? close, numberAfter ?? numberBefore];
    if (!has(number)) return all;
    if ((after ?? before) !== undefined && (inner === '' || !has(inner)))
      return open === undefined ? `${all} ` : ` ${all}`;
    starred.add(number).add(inner);
    return all;
  });
  tidy = tidy.replaceAll(/<\/?(\d{1,5})>/g, (all, number: string) => {
    const marks = emphasis.get(Number(number));
    return starred.has(number) && marks?.startsWith('_') ? asterisk.repeat(marks.length) : all;
  });
  // An exclamation mark before a link would make it an image.
  return tidy.replaceAll(/!(?=<(\d{1,5})>)/g, (mark, number: string) => (has(number) ? mark : '! '));
}
