import { SaxesParser } from 'saxes';
import type { FileLanguages } from './columns.ts';
import type { EntryList } from './entry-list.ts';
import { TbxDocument } from './tbx-document.ts';
import { UnreadableFile } from './unreadable-file.ts';
import type { XmlElement } from './xml-element.ts';

const levelsMax = 64;
const attributesMax = 100;
/** Maximum of UTF-16 units of one tag, text, comment or declaration. */
const partLengthMax = 256 * 1024;

/** Maximum of UTF-16 units of one element's text: longer than any accepted term or note. */
const textLengthMax = 4_000;

/** Reads TBX in pieces, and checks that it is well-formed. Fetches nothing, and refuses entity declarations. */
export class XmlFile {
  readonly #options: { readonly entries: EntryList; readonly languages: FileLanguages };
  readonly #parser = new SaxesParser();
  readonly #path: XmlElement[] = [];
  #document: TbxDocument | undefined;
  /** Start of the current tag, text, comment or declaration. */
  #part = { start: 0, line: 1, attributes: 0 };

  constructor(options: { readonly entries: EntryList; readonly languages: FileLanguages }) {
    this.#options = options;
    this.#parser.on('error', (error) => {
      throw this.#unreadable(error.message.replace(/^\d+:\d+: /, ''));
    });
    this.#parser.on('xmldecl', ({ encoding }) => {
      this.#endPart();
      this.#checkEncoding(encoding);
    });
    this.#parser.on('doctype', (doctype) => {
      this.#endPart();
      if (/<!ENTITY/i.test(doctype)) throw this.#unreadable('The document declares entities, which are not supported.');
    });
    this.#parser.on('comment', () => this.#endPart());
    this.#parser.on('processinginstruction', () => this.#endPart());
    this.#parser.on('attribute', () => {
      if (++this.#part.attributes > attributesMax)
        throw this.#unreadable(`A tag has more than ${attributesMax} attributes.`);
    });
    this.#parser.on('opentag', ({ name, attributes }) => this.#open(localName(name), attributes));
    this.#parser.on('closetag', () => this.#close());
    this.#parser.on('text', (text) => this.#addText(text));
    this.#parser.on('cdata', (text) => this.#addText(text));
  }

  get line(): number {
    return this.#parser.line;
  }

  write(text: string): void {
    this.#parser.write(text);
    this.#checkPart();
  }

  end(): void {
    this.#parser.close();
  }

  #open(name: string, attributes: Readonly<Record<string, string>>): void {
    this.#endPart();
    const element = { name, attributes, line: this.#parser.line, text: '' };
    this.#document ??= this.#openDocument(name);
    this.#path.push(element);
    if (this.#path.length > levelsMax)
      throw this.#unreadable(`Elements are nested more than ${levelsMax} levels deep.`);
    this.#document.open(element);
  }

  #openDocument(root: string): TbxDocument {
    switch (root.toLowerCase()) {
      case 'tbx':
      case 'martif':
        return new TbxDocument(this.#options);
      case 'tmx':
        throw this.#unreadable('TMX files are not supported. Import CSV, TSV or TBX.');
      default:
        throw this.#unreadable('The document is not TBX. Import CSV, TSV or TBX.');
    }
  }

  #close(): void {
    this.#endPart();
    const element = this.#path.pop();
    if (element === undefined || this.#document === undefined) return;
    const around = this.#path.at(-1);
    if (around !== undefined && this.#document.inline.has(element.name)) addText(around, element.text);
    this.#document.close(element, this.#path);
  }

  #addText(text: string): void {
    this.#endPart();
    const element = this.#path.at(-1);
    if (element !== undefined) addText(element, text);
  }

  #endPart(): void {
    this.#checkPart();
    this.#part = { start: this.#parser.position, line: this.#parser.line, attributes: 0 };
  }

  #checkPart(): void {
    if (this.#parser.position - this.#part.start <= partLengthMax) return;
    throw new UnreadableFile(
      this.#part.line,
      `A tag, text, comment or declaration that begins here is longer than ${partLengthMax / 1024} KB.`,
    );
  }

  #checkEncoding(encoding: string | undefined): void {
    if (encoding === undefined || /^(?:utf-?(?:8|16(?:[bl]e)?)|us-ascii)$/i.test(encoding)) return;
    throw this.#unreadable('The document declares an encoding other than UTF-8 or UTF-16. Save it as UTF-8.');
  }

  #unreadable(message: string): UnreadableFile {
    return new UnreadableFile(this.#parser.line, message);
  }
}

function addText(element: XmlElement, text: string): void {
  if (element.text.length < textLengthMax) element.text += text.slice(0, textLengthMax);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
