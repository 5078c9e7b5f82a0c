/** What a parser must not read although it is in a text: code of template engines, formulas. */
import { firstIndex } from './binary-search.ts';
import type { Piece } from './codes.ts';
import type { Place } from './skeleton.ts';

export type OpaqueSpan = Place & { readonly kind: 'word' | 'point' };

/** `end`: no match is possible after the last one of it, so that a search for an end that is not there is not repeated. `isBlock`: it may have blank lines. */
export type OpaquePattern = { readonly pattern: RegExp; readonly end: string; readonly isBlock?: boolean };

/** Printed values replace a word. Other code is a point. */
export const templatePatterns: readonly OpaquePattern[] = [
  { pattern: /<%[^]*?%>/g, end: '%>' },
  { pattern: /<\?(?:php|=)[^]*?\?>/g, end: '?>' },
  { pattern: /\{\{\{?[^{}]*\}\}\}?/g, end: '}}' },
  { pattern: /\{%[^{}]*%\}/g, end: '%}' },
];
/** Shortcodes and tags of site generators that contain code, at most 5,000 characters, so that a search for an end is short. */
const codePattern: OpaquePattern = {
  pattern:
    /\{\{[<%] *(code[\w-]*|highlight|mermaid|math|katex)\b[^{}]*\}\}[^]{0,5000}?\{\{[<%] *\/ *\1 *[>%]\}\}|\{% *(highlight|codeblock|mermaid)\b[^{}]*%\}[^]{0,5000}?\{% *end\2 *%\}/g,
  end: '}',
  isBlock: true,
};

/** Formulas and attributes of headings. A dollar sign before a figure is money unless a formula follows. */
export const markdownPatterns: readonly OpaquePattern[] = [
  codePattern,
  { pattern: /(?<!\\)\$\$[^$]+\$\$/g, end: '$$' },
  {
    pattern: /(?<![\\$\p{L}\p{N}])\$(?![\s$])(?!\d[^\\^_={}$\n]*\$)[^$`\n]*(?<![\s\\])\$(?![\p{L}\p{N}$])/gu,
    end: '$',
  },
  { pattern: /\\?\{(?:[#:]|\.(?!\.)|[\w-]+=["'])[^{}\n]*\}/g, end: '}' },
];
/** Comments of MDX in a file that is otherwise Markdown. */
export const jsxComments: OpaquePattern = { pattern: /\{\/\*[^]*?\*\/\}/g, end: '*/}', isBlock: true };
const codeWithoutValue =
  /^(?:\\?\{(?:[#.:/]|[\w-]+=)|<%(?!=)|<\?php|\{%|\{\{[<%#/!~]|\{\{-?\s*(?:else|end|if|range|with)\b)/;

/** A text with letters instead of the opaque spans, so that offsets stay. */
export class MaskedText {
  readonly text: string;
  readonly #spans: readonly OpaqueSpan[];

  constructor(text: string, patterns: readonly OpaquePattern[]) {
    const found = patterns.flatMap(({ pattern, end, isBlock = false }) =>
      Array.from(text.slice(0, text.lastIndexOf(end) + end.length).matchAll(pattern), (match) => ({
        ...spanOf(match),
        isBlock,
      })),
    );
    found.sort((one, other) => one.start - other.start || other.end - one.end);
    const spans: OpaqueSpan[] = [];
    const parts: string[] = [];
    let copied = 0;
    for (const span of found) {
      if (span.start < copied || (!span.isBlock && isAccident(text.slice(span.start, span.end)))) continue;
      spans.push(span);
      parts.push(text.slice(copied, span.start), 'x'.repeat(span.end - span.start));
      copied = span.end;
    }
    this.#spans = spans;
    this.text = parts.join('') + text.slice(copied);
  }

  /** Cuts a place at the spans, which become codes, and reads what is between them. */
  pieces(place: Place, read: (between: Place) => readonly Piece[]): readonly Piece[] {
    const pieces: Piece[] = [];
    let { start } = place;
    for (
      let index = firstIndex(this.#spans.length, (at) => (this.#spans[at] as OpaqueSpan).end <= start);
      start < place.end;
      index++
    ) {
      const span = this.#spans[index];
      const end = Math.min(span?.start ?? place.end, place.end);
      for (const piece of end > start ? read({ start, end }) : []) pieces.push(piece);
      if (span === undefined || span.start >= place.end) break;
      pieces.push({ kind: span.kind, start: Math.max(start, span.start), end: Math.min(span.end, place.end) });
      start = span.end;
    }
    return pieces;
  }
}

/** A start and an end in two examples of code, or in two paragraphs, do not belong together. */
const isAccident = (raw: string): boolean =>
  raw.includes('```') ||
  (/^[^<]/.test(raw) && /\n[ \t]*\r?\n/.test(raw)) ||
  (/^\{(?!\{[<%])/.test(raw) && raw.includes('`'));

function spanOf({ 0: raw, index: start }: RegExpExecArray): OpaqueSpan {
  return { kind: codeWithoutValue.test(raw) ? 'point' : 'word', start, end: start + raw.length };
}
