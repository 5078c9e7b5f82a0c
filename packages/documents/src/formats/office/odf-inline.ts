/** The content of a paragraph of OpenDocument. Formatting is in spans. Each different style counts once. */
import type { PartReader } from '../../part-reader.ts';
import type { Place } from '../../skeleton.ts';
import { attributeOf, decodeXml, escapeXml } from '../../xml.ts';
import { type Format, Inline, type Raw } from './inline.ts';
import type { Dialect } from './inline-writer.ts';
import { tagOf, type XmlNode } from './xml-tree.ts';

const plain: Format = { key: '', open: '', close: '' };
const spacesMax = 1_000;
/** Each text in spans is written with all of them. What is nested more deeply does not change. */
const spansMax = 10;
const spanEnd = '</text:span>';

export const odfDialect: Dialect = {
  plain,
  open: ({ open }) => open,
  encode(text, isAfterSpace) {
    const spaces = (count: number): string => (count === 1 ? '<text:s/>' : `<text:s text:c="${count}"/>`);
    const escaped = escapeXml(text).replaceAll(/ {2,}/g, (run) => ` ${spaces(run.length - 1)}`);
    return (isAfterSpace ? escaped.replace(/^ /, spaces(1)) : escaped).replaceAll('\t', '<text:tab/>');
  },
};

/** Formatting of spans by the names of automatic styles; empty if a style changes nothing that shows. */
export type SpanStyles = ReadonlyMap<string, string>;

export function readSpanStyles(part: PartReader, styles: XmlNode | undefined): SpanStyles {
  const keys = new Map<string, string>();
  for (const node of styles?.children ?? []) {
    const value = (name: string): string => attributeOf(part.text, tagOf(node), name)?.value ?? '';
    if (node.name !== 'style:style' || value('style:family') !== 'text') continue;
    const properties = part.text
      .slice(node.innerStart, node.innerEnd)
      .replaceAll(/\s(?:officeooo:(?:paragraph-)?rsid|(?:fo|style):(?:language|country)(?:-\w+)?)="[^"]*"/g, '')
      .replaceAll(/(?<!\s)\s*<style:text-properties\s*(?:\/>|><\/style:text-properties>)\s*/g, '');
    keys.set(value('style:name'), value('style:parent-style-name') + properties);
  }
  return keys;
}

const containers: ReadonlySet<string> = new Set(['text:a', 'text:meta']);
const points: ReadonlySet<string> = new Set(['text:number', 'text:tab']);

export class OdfInlineReader {
  readonly #part: PartReader;
  readonly #styles: SpanStyles;
  readonly #inline = new Inline();
  /** White space follows white space, or nothing, and does not count. */
  #isAfterSpace = true;

  constructor(part: PartReader, styles: SpanStyles) {
    this.#part = part;
    this.#styles = styles;
  }

  read({ children }: XmlNode): Inline {
    this.#readNodes(children, plain, undefined);
    return this.#inline;
  }

  /** @param span the place of the outermost span around, which is written as a whole */
  #readNodes(nodes: readonly XmlNode[], format: Format, span: Place | undefined): void {
    for (const node of nodes) {
      const place = span ?? node;
      if (node.name.startsWith('#')) this.#readText(node, format, place);
      else if (node.name === 'text:s') this.#addSpaces(node, format, place);
      else if (node.name === 'text:span' && format.close.length < spansMax * spanEnd.length)
        this.#readNodes(node.children, this.#formatOf(node, format), place);
      else if (containers.has(node.name)) this.#readPair(node, format, span);
      else if (node.name !== 'text:soft-page-break') this.#addCode(node, format, place);
    }
  }

  #readText({ name, start, end }: XmlNode, format: Format, place: Place): void {
    const raw = this.#part.text.slice(start, end);
    const text = (name === '#text' ? decodeXml(raw) : raw.slice(9, -3)).replaceAll(/[\t\n\r ]+/g, ' ');
    this.#inline.text(this.#isAfterSpace ? text.replace(/^ /, '') : text, format, place);
    this.#isAfterSpace = text === '' ? this.#isAfterSpace : text.endsWith(' ');
  }

  #addSpaces(node: XmlNode, format: Format, place: Place): void {
    const count = Number(attributeOf(this.#part.text, tagOf(node), 'text:c')?.value ?? 1);
    if (!(count >= 1 && count <= spacesMax)) this.#addCode(node, format, place);
    else this.#inline.text(' '.repeat(count), format, place);
    this.#isAfterSpace = false;
  }

  #formatOf(node: XmlNode, around: Format): Format {
    const name = attributeOf(this.#part.text, tagOf(node), 'text:style-name')?.value ?? '';
    const own = this.#styles.get(name) ?? name;
    if (own === '') return around;
    const open = around.open + this.#part.text.slice(node.start, node.innerStart);
    return { key: `${around.key}|${own}`, open, close: spanEnd + around.close };
  }

  #readPair({ start, end, innerStart, innerEnd, children }: XmlNode, format: Format, span: Place | undefined): void {
    const opening = { start, end: innerStart };
    const closing = { start: innerEnd, end };
    this.#inline.open([opening], span ?? opening);
    this.#readNodes(children, format, span);
    this.#inline.close([closing], span ?? closing, [{ start, end }]);
  }

  /** Fields replace words: they have their own text. */
  #addCode(node: XmlNode, format: Format, place: Place): void {
    const hasText = node.children.some((child) => child.name === '#text' && /\S/.test(this.#sourceOf(child)));
    const isWord = (hasText && !points.has(node.name)) || node.name === 'text:ruby' || node.name === 'text:span';
    const raw: Raw = { start: node.start, end: node.end, run: format.open === '' ? undefined : format };
    const kind = isWord ? 'word' : 'point';
    this.#inline.code(node.name === 'text:line-break' ? 'break' : kind, [raw], place);
    this.#inline.nested.push(node);
    this.#isAfterSpace = false;
  }

  #sourceOf({ start, end }: Place): string {
    return this.#part.text.slice(start, end);
  }
}
