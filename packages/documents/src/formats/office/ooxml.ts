/** The parts of a file of Office Open XML, and the texts in them: paragraphs, alternative texts and a few other elements. */
import type { CodedText } from '../../codes.ts';
import { codedText, withCodes } from '../../codes.ts';
import type { Filter } from '../../file.ts';
import { FileError } from '../../file-error.ts';
import type { PartReader } from '../../part-reader.ts';
import type { Place, Slot } from '../../skeleton.ts';
import { attributeOf, escapeXml, escapeXmlAttribute, xmlPieces } from '../../xml.ts';
import { type ZipReader, zipFilter } from '../../zip-filter.ts';
import { codedInline } from './inline-unit.ts';
import { readInline } from './ooxml-inline.ts';
import { dialectOf } from './ooxml-text.ts';
import { readTree, tagOf, type XmlNode } from './xml-tree.ts';

export type OoxmlFormat = Pick<Filter, 'extensions' | 'id' | 'mediaTypes'> & {
  /** The content type of the main part. */
  readonly main: RegExp;
  readonly read: (archive: OoxmlArchive, source: string | undefined) => void;
};

export type OoxmlArchive = ZipReader & {
  /** The names of parts by their content types, ordered by their numbers. */
  readonly partsOf: (type: RegExp) => readonly string[];
};

export const ooxmlFilter = ({ main, read, ...filter }: OoxmlFormat): Filter =>
  zipFilter({
    ...filter,
    read(archive, { sourceLang }) {
      const partsOf = contentTypes(archive);
      if (partsOf(main).length === 0) {
        throw new FileError('wrong_format', `the file is not ${filter.id.toUpperCase()}`);
      }
      read(Object.assign(archive, { partsOf }), sourceLang);
    },
  });

/** Names of parts are compared without their case. */
function contentTypes(archive: ZipReader): (type: RegExp) => readonly string[] {
  const part = archive.part(archive.names.find((name) => name.toLowerCase() === '[content_types].xml') ?? '');
  const types = new Map<string, string>();
  for (const { children } of part === undefined ? [] : readTree(part).children) {
    for (const node of children) {
      const value = (name: string): string => attributeOf(part?.text ?? '', tagOf(node), name)?.value ?? '';
      const key = node.name.endsWith('Default') ? `*.${value('Extension')}` : value('PartName').replace(/^\//, '');
      types.set(key.toLowerCase(), value('ContentType'));
    }
  }
  const typeOf = (name: string): string => types.get(name) ?? types.get(`*${/\.[^./]*$/.exec(name)?.[0] ?? ''}`) ?? '';
  const { compare } = new Intl.Collator('en', { numeric: true });
  return (type) => archive.names.filter((name) => type.test(typeOf(name.toLowerCase()))).sort(compare);
}

const paragraphs: ReadonlySet<string> = new Set(['w:p', 'a:p', 's:si', 's:is', 's:text']);
/** Deleted text, and what a chart repeats of its workbook. */
const skipped: ReadonlySet<string> = new Set([
  ...['w:del', 'w:moveFrom', 'w:instrText', 'c:strRef', 'c:numRef', 'c:numLit', 'c:multiLvlStrRef'],
]);
/** Elements whose content is text: comments, literals of charts. */
const leaves: ReadonlySet<string> = new Set(['p:text', 'c:v', 'text']);
const attributes = new Map<string, readonly string[]>(
  Object.entries({
    'wp:docPr': ['descr', 'title'],
    'v:shape': ['alt'],
    'v:textpath': ['string'],
    'w:tblCaption': ['w:val'],
    'w:tblDescription': ['w:val'],
  }),
);

/** Units by their texts, for places that hold a text again. */
export type Twins = { get(text: string): string | undefined; set(text: string, unit: string): unknown };

export class OoxmlPart {
  readonly #part: PartReader;
  readonly #source: string | undefined;
  readonly #frame = new Map<string, string>();
  #twins: Twins | undefined;
  #isTwin: boolean;
  readonly #accepts: (coded: CodedText) => boolean;

  /** @param twins of another part, whose texts this one repeats */
  constructor(part: PartReader, source: string | undefined, { twins, isTwin = false, accepts }: PartOptions = {}) {
    this.#part = part;
    this.#source = source;
    this.#twins = twins;
    this.#isTwin = isTwin;
    this.#accepts = accepts ?? (() => true);
  }

  read(node = readTree(this.#part)): void {
    if (skipped.has(node.name)) return;
    if (paragraphs.has(node.name)) this.#readParagraph(node);
    else if (node.name === 'mc:AlternateContent') this.#readAlternatives(node);
    else if (leaves.has(node.name)) this.#readText(node);
    else {
      const names = attributes.get(node.name.endsWith(':cNvPr') ? 'wp:docPr' : node.name);
      for (const name of names ?? []) this.#readAttribute(node, name);
      for (const child of node.children) this.read(child);
    }
  }

  #readParagraph(node: XmlNode): void {
    const inline = readInline(this.#part, node);
    const result = codedInline(this.#part, inline, dialectOf(this.#part, node, this.#source));
    if (result !== undefined) this.#add(result.coded, result.slot, this.#twins);
    for (const nested of inline.nested) this.read(nested);
  }

  /** The choices and the fallback hold the same texts: the units of the first are written into all. */
  #readAlternatives({ children }: XmlNode): void {
    const isOuter = this.#twins === undefined;
    if (isOuter) this.#twins = new Map();
    for (const child of children) {
      this.read(child);
      if (isOuter && !child.name.startsWith('#')) this.#isTwin = true;
    }
    if (!isOuter) return;
    this.#twins = undefined;
    this.#isTwin = false;
  }

  #readText({ innerStart, innerEnd, children }: XmlNode): void {
    if (children.every(({ name }) => name === '#text'))
      this.#readPlace({ start: innerStart, end: innerEnd }, escapeXml, this.#twins);
  }

  #readAttribute(node: XmlNode, name: string): void {
    const found = attributeOf(this.#part.text, tagOf(node), name);
    // Programs write the name of a picture's file here.
    if (found === undefined || /^\S*[.:]\S+$/.test(found.value)) return;
    // A picture in a document repeats the text of its frame.
    const isPicture = node.name === 'pic:cNvPr';
    if (!isPicture) this.#frame.clear();
    const twins = this.#twins ?? this.#frame;
    this.#readPlace(found, escapeXmlAttribute, twins, this.#isTwin || isPicture);
  }

  #readPlace(
    { start, end }: Place,
    encode: (text: string) => string,
    twins: Twins | undefined,
    isTwin?: boolean,
  ): void {
    const coded = codedText(this.#part.text, xmlPieces(this.#part.text, start, end));
    if (coded === undefined) return;
    const write = (translation: string): string => withCodes(translation, coded, encode);
    this.#add(coded, { start: coded.start, end: coded.end, write }, twins, isTwin);
  }

  #add(coded: CodedText, slot: Omit<Slot, 'unit'>, twins: Twins | undefined, isTwin = this.#isTwin): void {
    if (!this.#accepts(coded)) return;
    const twin = isTwin ? twins?.get(coded.text) : undefined;
    const unit = twin ?? this.#part.addUnit(coded).id;
    twins?.set(coded.text, unit);
    this.#part.slots.push({ ...slot, unit });
  }
}

type PartOptions = {
  readonly twins?: Twins;
  readonly isTwin?: boolean;
  readonly accepts?: (coded: CodedText) => boolean;
};

export function readParts(archive: OoxmlArchive, types: readonly RegExp[], source: string | undefined): void {
  for (const type of types) {
    for (const name of archive.partsOf(type)) {
      const part = archive.part(name);
      if (part !== undefined) new OoxmlPart(part, source).read();
    }
  }
}

/** The text of SmartArt is in its data, and again in the picture that is drawn of it. */
export function readDiagrams(archive: OoxmlArchive, source: string | undefined): void {
  const twins: Twins = new Map();
  for (const [type, isTwin] of [
    [/\.diagramData\+xml$/, false],
    [/\.diagramDrawing\+xml$/, true],
  ] as const) {
    for (const name of archive.partsOf(type)) {
      const part = archive.part(name);
      if (part !== undefined) new OoxmlPart(part, source, { twins, isTwin }).read();
    }
  }
}

export const charts: readonly RegExp[] = [
  /\.drawingml\.chart\+xml$/,
  /\.chartex\+xml$/,
  /\.drawingml\.chartshapes\+xml$/,
];
