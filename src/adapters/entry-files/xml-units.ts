import { SaxesParser, type SaxesTagPlain } from 'saxes';
import type { EntryFile } from './entry-file.ts';
import { lineBreaksIn, UnreadableFile } from './file-text.ts';

export type XmlElement = {
  /** Without the prefix of the root element. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Line of its tag. */
  readonly line: number;
  readonly children: (XmlElement | string)[];
  /** Whether it, or an element inside, has a character that XML forbids. */
  hasControl: boolean;
};

/** A format: its units are read with their content. The tags of other elements are passed without. */
export type XmlFormat<Row> = {
  readonly name: 'tmx' | 'xliff';
  readonly units: ReadonlySet<string>;
  /** Elements that contain only elements, and white space. */
  readonly containers: ReadonlySet<string>;
  open(element: XmlElement): void;
  /** @throws UnreadableFile */
  read(unit: XmlElement): readonly Row[];
};

/** The same as for documents. Real files have fewer than 20. */
const depthMax = 1_000;
/** Maximum of UTF-16 units of a tag, a comment or another piece of markup. */
const markupMax = 256 * 1024;
/** Maximum of elements in one unit, which limits its memory to some 20 MB. */
const unitElementsMax = 50_000;
/** Maximum of UTF-16 units of the text in one unit: several times that of 50 languages. Limits the time without a pause. */
const unitLengthMax = 4 * 1024 * 1024;
/** Maximum of forbidden characters: the parser makes an error with a stack of each. */
const forbiddenMax = 1_000;

/** Characters that XML 1.0 forbids (section 2.2). */
export const forbidden = /[^\P{Cc}\t\n\r\u{7F}-\u{9F}]|[\u{FFFE}\u{FFFF}]/u;

/** Reads XML in pieces, one unit at a time. Nothing that a DOCTYPE names is loaded. */
export class XmlUnits<Row> implements EntryFile<Row> {
  readonly #formatOf: (root: XmlElement) => XmlFormat<Row>;
  readonly #parser = new SaxesParser({ xmlns: false, position: true });
  #format: XmlFormat<Row> | undefined;
  #prefix = '';
  #rows: Row[] = [];
  #depth = 0;
  /** The elements of the current unit that are not closed. */
  readonly #open: XmlElement[] = [];
  #unitElements = 0;
  #unitLength = 0;
  #forbidden = 0;
  #tagLine = 1;
  #isEnding = false;
  #chunk = '';
  /** Where the markup begins that has no end yet, and its line. */
  #markup: { readonly position: number; readonly line: number } | undefined;
  #eventAt = 0;

  constructor(formatOf: (root: XmlElement) => XmlFormat<Row>) {
    this.#formatOf = formatOf;
    const parser = this.#parser;
    // With more than seven handlers, V8 keeps the parser's properties in a dictionary: it then takes six times as long.
    parser.on('error', ({ message }) => this.#fail(message));
    parser.on('doctype', (declaration) => {
      this.#mark();
      if (declaration.includes('<!ENTITY')) throw this.#refused('The file declares entities, which are not supported.');
    });
    parser.on('text', (text) => this.#addText(text));
    parser.on('cdata', (text) => {
      this.#mark();
      this.#addText(text);
    });
    // The parser has read the character after the name, which may be a line break.
    parser.on('opentagstart', () => {
      this.#tagLine = parser.columnIndex === 0 ? parser.line - 1 : parser.line;
    });
    parser.on('opentag', (tag) => this.#openTag(tag));
    parser.on('closetag', () => this.#closeTag());
  }

  get line(): number {
    return this.#parser.line;
  }

  get format(): XmlFormat<Row>['name'] {
    return this.#format?.name ?? 'tmx';
  }

  write(text: string): readonly Row[] {
    const from = this.#parser.position;
    this.#rows = [];
    this.#chunk = text;
    this.#parser.write(text);
    this.#checkMarkup(text, from);
    return this.#rows;
  }

  end(): readonly Row[] {
    this.#isEnding = true;
    this.#rows = [];
    this.#chunk = '';
    this.#parser.close();
    return this.#rows;
  }

  #mark(): void {
    this.#markup = undefined;
    this.#eventAt = this.#parser.position;
  }

  /** The parser keeps markup in memory until it ends. A text has no such limit: a file may contain its original. */
  #checkMarkup(text: string, from: number): void {
    if (this.#markup === undefined) {
      const start = text.indexOf('<', Math.max(0, this.#eventAt - from));
      if (start < 0) return;
      this.#markup = { position: from + start, line: this.line - lineBreaksIn(text.slice(start)) };
    }
    const { position, line } = this.#markup;
    if (this.#parser.position - position <= markupMax) return;
    throw new UnreadableFile(line, `The tag that begins here has no end within ${markupMax / 1024} KB.`);
  }

  #openTag({ name: written, attributes }: SaxesTagPlain): void {
    this.#mark();
    if (++this.#depth > depthMax) throw this.#refused(`The file has more than ${depthMax} nested tags.`);
    if (this.#format === undefined) this.#prefix = /^[^:]+:/.exec(written)?.[0] ?? '';
    const name = written.startsWith(this.#prefix) ? written.slice(this.#prefix.length) : written;
    const element: XmlElement = { name, attributes, line: this.#tagLine, children: [], hasControl: false };
    this.#format ??= this.#formatOf(element);
    const parent = this.#open.at(-1);
    if (parent === undefined && !this.#format.units.has(name)) return this.#format.open(element);
    if (parent === undefined) [this.#unitElements, this.#unitLength] = [0, 0];
    else parent.children.push(element);
    this.#open.push(element);
    if (++this.#unitElements > unitElementsMax) throw this.#tooLarge(`has over ${unitElementsMax} tags`);
  }

  #addText(text: string): void {
    const element = this.#open[this.#open.length - 1];
    if (element === undefined || this.#format?.containers.has(element.name)) return;
    element.children.push(text);
    this.#unitLength += text.length;
    if (this.#unitLength > unitLengthMax) throw this.#tooLarge('has over 4 MB of text');
  }

  #closeTag(): void {
    this.#mark();
    this.#depth--;
    const closed = this.#open.pop();
    const parent = this.#open.at(-1);
    if (closed === undefined) return;
    if (parent === undefined) this.#rows.push(...(this.#format?.read(closed) ?? []));
    else parent.hasControl ||= closed.hasControl;
  }

  /** A forbidden character makes a unit invalid. Anything else makes the file unreadable. */
  #fail(message: string): void {
    const isControl =
      message.endsWith('malformed character entity.') ||
      (message.endsWith('disallowed character.') && forbidden.test(this.#chunk));
    const element = this.#open.at(-1);
    if (!isControl) {
      const cut = 'The file ends before its last tag is closed. It may be cut off.';
      throw this.#refused(this.#isEnding ? cut : 'The XML is not well-formed here. The file may be damaged.');
    }
    if (++this.#forbidden > forbiddenMax) throw this.#refused(`The file has over ${forbiddenMax} control characters.`);
    if (element) element.hasControl = true;
  }

  #tooLarge(what: string): UnreadableFile {
    return new UnreadableFile(this.#open[0]?.line, `The unit that begins here ${what}.`);
  }

  #refused(message: string): UnreadableFile {
    return new UnreadableFile(this.line, message);
  }
}

export function childrenOf({ children }: XmlElement, name: string): readonly XmlElement[] {
  return children.filter((child): child is XmlElement => typeof child !== 'string' && child.name === name);
}

export function textOf({ children }: XmlElement): string {
  return children
    .map((child) => (typeof child === 'string' ? child : textOf(child)))
    .join('')
    .trim();
}
