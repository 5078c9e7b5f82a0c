/** Units of Markdown and MDX. */
import type { MdxJsxFlowElement, MdxJsxTextElement } from 'mdast-util-mdx';
import type { Piece } from './codes.ts';
import type { ParseOptions } from './file.ts';
import { readFrontMatter } from './front-matter.ts';
import { htmlAttributes, mdxAttributes } from './html-elements.ts';
import { attributeAt, readHtml } from './html-reader.ts';
import { type Nodes, type ParsedMarkdown, parseMarkdown } from './markdown-parser.ts';
import { type MarkdownContext, markdownEncoder, markdownPieces, ownLine, tidyCodes } from './markdown-text.ts';
import { type Attribute, MarkupReader } from './markup-reader.ts';
import { jsxComments, MaskedText, markdownPatterns, templatePatterns } from './opaque.ts';
import type { PartReader } from './part-reader.ts';
import type { Place, Slot } from './skeleton.ts';

const nestedMax = 200;

export function readMarkdown(file: PartReader, options: ParseOptions, isMdx: boolean): void {
  // Braces of MDX are JavaScript. Elsewhere, they may be of template engines.
  const masked = new MaskedText(
    file.text,
    isMdx ? markdownPatterns : [...templatePatterns, jsxComments, ...markdownPatterns],
  );
  const parsed = parseMarkdown(file, masked.text, isMdx);
  new MarkdownReader(file, { options, masked, parsed, isMdx }).read(parsed.root, 0);
}

type Inputs = {
  readonly options: ParseOptions;
  readonly masked: MaskedText;
  readonly parsed: ParsedMarkdown;
  readonly isMdx: boolean;
};

class MarkdownReader {
  readonly #file: PartReader;
  readonly #inputs: Inputs;
  readonly #markup: MarkupReader;
  /** References without a label of their own in the unit: they need one, as their text changes. */
  #references: Slot[] = [];
  #isLineStart = false;
  /** The line is a separate unit, such as the title of a container. */
  #isOwnLine = false;
  /** Where the text of the line ends, before what closes the title of a container. */
  #lineEnd = Number.POSITIVE_INFINITY;

  constructor(file: PartReader, inputs: Inputs) {
    this.#file = file;
    this.#inputs = inputs;
    this.#markup = new MarkupReader(file, inputs.options, {
      attributes: inputs.isMdx ? mdxAttributes : htmlAttributes,
    });
  }

  read(node: Nodes, level: number, quotes = 0): void {
    if (level > nestedMax)
      throw this.#file.error('too_deep', `more than ${nestedMax} nested blocks`, placeOf(node).start);
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell')
      this.#readBlock(node, quotes);
    else if (node.type === 'html') this.#readHtmlBlock(placeOf(node), quotes);
    else if (node.type === 'yaml' || isToml(node)) this.#readFrontMatter(placeOf(node), isToml(node) ? 'toml' : 'yaml');
    else if (node.type === 'definition') this.#readTitle(node);
    else if (node.type === 'mdxJsxFlowElement') {
      this.#markup.flush();
      this.#readElement(node, () => this.#readChildren(node, level, quotes));
      this.#markup.flush();
    } else if ('children' in node) this.#readChildren(node, level, quotes + (node.type === 'blockquote' ? 1 : 0));
  }

  #readChildren({ children }: { readonly children: readonly Nodes[] }, level: number, quotes: number): void {
    for (const child of children) this.read(child, level + 1, quotes);
  }

  #readFrontMatter(place: Place, kind: 'yaml' | 'toml'): void {
    const raw = this.#file.text.slice(place.start, place.end);
    const first = /^[^\r\n]*(?:\r\n|\n|\r)/.exec(raw)?.[0].length ?? 0;
    const last = /(?:\r\n|\n|\r)[^\r\n]*$/.exec(raw)?.index ?? 0;
    const content = { start: place.start + first, end: place.start + Math.max(first, last) };
    readFrontMatter(this.#file, content, kind, this.#inputs.options.frontMatter);
  }

  #readHtmlBlock(place: Place, quotes: number): void {
    // In a quotation, lines start with `>`, which is no HTML.
    if (quotes > 0 && /[\r\n]/.test(this.#file.text.slice(place.start, place.end))) return;
    readHtml(this.#inputs.masked, place, this.#markup);
    this.#markup.flush();
    this.#markup.closeCode(place.end);
  }

  #readBlock(node: Nodes & { readonly children: readonly Nodes[] }, quotes: number): void {
    // An underlined heading may start as other blocks do, like a paragraph.
    const isHeading = node.type === 'heading' && this.#file.text[placeOf(node).start] === '#';
    const kind = node.type === 'tableCell' ? 'cell' : isHeading ? 'heading' : 'paragraph';
    this.#markup.add = (pieces) => this.#add(pieces, { kind, isMdx: this.#inputs.isMdx });
    const { depth } = this.#markup;
    this.#isLineStart = node.type === 'paragraph';
    for (const child of node.children) this.#readInline(child, 0, quotes);
    this.#markup.closeTo(Math.min(depth, this.#markup.depth), placeOf(node).end);
    this.#markup.flush();
    this.#endLine();
    this.#markup.add = this.#markup.addHtml;
  }

  #endLine(): void {
    this.#isOwnLine = false;
    this.#lineEnd = Number.POSITIVE_INFINITY;
  }

  #readInline(node: Nodes, level: number, quotes: number): void {
    if (level > nestedMax)
      throw this.#file.error('too_deep', `more than ${nestedMax} nested codes`, placeOf(node).start);
    const place = placeOf(node);
    const readChildren = (): void => {
      if ('children' in node) for (const child of node.children) this.#readInline(child, level + 1, quotes);
    };
    if (node.type === 'text') return this.#readText(place, quotes);
    this.#isLineStart = false;
    if (isPair(node)) this.#readPair(node, readChildren);
    else if (node.type === 'mdxJsxTextElement') this.#readElement(node, readChildren);
    else if (node.type === 'html') readHtml(this.#inputs.masked, place, this.#markup);
    else if (node.type === 'break') this.#readBreak(place, quotes);
    else if (node.type === 'image' || node.type === 'imageReference') {
      const label = this.#readImage(node);
      this.#push('point', place, label === undefined ? {} : { label: `![${label}` });
    } else if (node.type === 'footnoteReference' || (node.type === 'mdxTextExpression' && isComment.test(node.value)))
      this.#push('point', place);
    else this.#push('word', place);
  }

  #push(kind: 'word' | 'point' | 'break', place: Place, label: { readonly label?: string } = {}): void {
    if (place.start < this.#lineEnd) this.#markup.push([{ kind, ...place, ...label }]);
  }

  #readPair(node: Pair, readChildren: () => void): void {
    const { start, end } = placeOf(node);
    const first = node.children[0];
    const last = node.children.at(-1);
    // A bare address has no brackets.
    const isAddress = node.type === 'link' && this.#file.text[start] !== '[';
    if (first === undefined || last === undefined || isAddress)
      return this.#push(isAddress ? 'word' : 'point', { start, end });
    const name = node.type;
    this.#markup.push([{ kind: 'open', name, start, end: placeOf(first).start }]);
    readChildren();
    if (node.type === 'link') this.#readTitle(node);
    const label =
      node.type === 'linkReference' && this.#addReference(node, { start: start + 1, end: placeOf(last).end });
    this.#markup.push([{ kind: 'close', name, start: placeOf(last).end, end, ...(label && { label }) }]);
  }

  /** `[text]` becomes `[translation][text]`. Returns what is after the translation. */
  #addReference(node: Reference, text: Place): string {
    const { end } = placeOf(node);
    const own = this.#file.text.slice(text.end, end);
    const label = this.#file.text.slice(text.start, text.end).replaceAll(/\s*[\r\n][\s>]*/g, ' ');
    const written = node.referenceType === 'full' ? own : `][${label}]`;
    this.#references.push({ start: text.end, end, write: () => written });
    return written;
  }

  /** Returns the label of a reference. */
  #readImage(node: Extract<Nodes, { type: 'image' | 'imageReference' }>): string | undefined {
    let reference: string | undefined;
    const label = this.#inputs.parsed.labels.get(node);
    if (label !== undefined && !this.#markup.skips) {
      const outer = this.#references;
      this.#references = [];
      if (node.type === 'imageReference') reference = this.#addReference(node, label);
      this.#add(this.#pieces(label), { kind: 'label', isMdx: this.#inputs.isMdx });
      this.#references = outer;
    }
    if (node.type === 'image') this.#readTitle(node);
    return reference;
  }

  #readTitle(node: Nodes): void {
    const place = this.#inputs.parsed.titles.get(node);
    if (place === undefined || this.#markup.skips) return;
    const quote = this.#file.text[place.end] ?? '';
    this.#add(this.#pieces(place), { kind: 'title', quote, isMdx: this.#inputs.isMdx });
  }

  #readElement(node: MdxJsxFlowElement | MdxJsxTextElement, readChildren: () => void): void {
    const { start, end } = placeOf(node);
    const first = node.children[0];
    const last = node.children.at(-1);
    const { text } = this.#file;
    const attributes = new Map<string, Attribute>();
    for (const attribute of node.attributes) {
      if (attribute.type !== 'mdxJsxAttribute' || typeof attribute.value !== 'string') continue;
      const at = { start: attribute.position?.start.offset ?? 0, end: attribute.position?.end.offset ?? 0 };
      attributes.set(attribute.name.toLowerCase(), attributeAt(text, at, attribute.value));
    }
    const isEmpty = first === undefined || last === undefined;
    const name = node.name ?? '';
    this.#markup.open({ name, start, end: isEmpty ? end : placeOf(first).start, attributes, isEmpty });
    readChildren();
    if (!isEmpty) this.#markup.close(name, { start: placeOf(last).end, end });
  }

  #readBreak({ start, end }: Place, quotes: number): void {
    if (this.#isOwnLine) this.#markup.flush();
    else this.#push('break', { start, end: this.#skipPrefix(end, quotes) });
    this.#endLine();
    this.#isLineStart = true;
  }

  /** Reads text line by line. */
  #readText({ start, end }: Place, quotes: number): void {
    const { text } = this.#inputs.masked;
    for (let at = start; at < end; ) {
      if (this.#isLineStart) at = this.#startLine(at, end);
      lineBreak.lastIndex = at;
      const found = lineBreak.exec(text.slice(0, end));
      const stop = found?.index ?? end;
      if (Math.min(stop, this.#lineEnd) > at)
        this.#markup.push(this.#pieces({ start: at, end: Math.min(stop, this.#lineEnd) }));
      if (found === null) return;
      at = this.#skipPrefix(stop + found[0].length, quotes);
      if (this.#isOwnLine) this.#markup.flush();
      else this.#markup.push([{ kind: 'text', text: ' ', start: stop, end: at }]);
      this.#endLine();
      this.#isLineStart = true;
    }
  }

  #pieces(place: Place): readonly Piece[] {
    return this.#inputs.masked.pieces(place, (between) => markdownPieces(this.#file.text, between));
  }

  /** The end of what continues a paragraph: indentation, and the `>` of quotations. */
  #skipPrefix(offset: number, quotes: number): number {
    let end = offset;
    for (let quote = 0; quote <= quotes; quote++) {
      indentation.lastIndex = end;
      end += indentation.exec(this.#file.text)?.[0].length ?? 0;
      if (quote < quotes && this.#file.text[end] === '>') end++;
    }
    return end;
  }

  /** Ends the unit before a line that must stay one, and returns where its text starts. */
  #startLine(at: number, end: number): number {
    this.#isLineStart = false;
    const line = /^[^\r\n]*/.exec(this.#file.text.slice(at, at + 1_000))?.[0] ?? '';
    const found = ownLine.exec(line);
    if (found === null) return at;
    this.#markup.flush();
    this.#isOwnLine = found.groups?.['term'] === undefined;
    const open = found[0].at(-1) ?? '';
    const close = open === '[' ? line.lastIndexOf(']') : open === '"' ? line.lastIndexOf('"') : -1;
    if (close >= found[0].length) this.#lineEnd = at + close;
    return Math.min(at + found[0].length, end);
  }

  #add(pieces: readonly Piece[], context: MarkdownContext): void {
    const unit = this.#file.add(pieces, markdownEncoder(this.#file.text, pieces, context));
    const references = this.#references;
    this.#references = [];
    if (unit === undefined) return;
    const { slots } = this.#file;
    const slot = slots.at(-1);
    const pairs = unit.codes.filter(({ open }) => /^[*_~]+$/.test(open));
    const emphasis = new Map(pairs.map(({ number, open }) => [number, open]));
    if (slot !== undefined && unit.codes.length > 0)
      slots[slots.length - 1] = {
        ...slot,
        write: (translation, ...rest) => slot.write(tidyCodes(translation, emphasis), ...rest),
      };
    for (const reference of references) slots.push({ ...reference, unit: unit.id });
  }
}

type Reference = Extract<Nodes, { type: 'linkReference' | 'imageReference' }>;
type Pair = Extract<Nodes, { type: 'emphasis' | 'strong' | 'delete' | 'link' | 'linkReference' }>;
const pairTypes: ReadonlySet<string> = new Set<Pair['type']>(['emphasis', 'strong', 'delete', 'link', 'linkReference']);
const isPair = (node: Nodes): node is Pair => pairTypes.has(node.type);

/** The types of the library leave TOML out. */
const isToml = ({ type }: { readonly type: string }): boolean => type === 'toml';

/** Expressions that are comments or white space. */
const isComment = /^(?:\s*["'`]\s*["'`]\s*|\s*\/[*/][^]*)$/;

const lineBreak = /(?<![ \t])[ \t]*(?:\r\n|\n|\r)/g;
const indentation = /[ \t]*/y;

function placeOf({ position }: Pick<Nodes, 'position'>): Place {
  return { start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}
