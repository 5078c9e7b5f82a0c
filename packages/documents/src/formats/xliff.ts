import { type CodedText, codedText, type Piece, withCodes } from '../codes.ts';
import { xmlEncoding } from '../encoding.ts';
import type { PartReader } from '../part-reader.ts';
import { spelledAs } from '../spelling.ts';
import { textFilter } from '../text-filter.ts';
import {
  attributeOf,
  decodeXml,
  escapeCdata,
  escapeXml,
  escapeXmlAttribute,
  isCdataOnly,
  readXml,
  type XmlElement,
  xmlRoot,
} from '../xml.ts';
import { inlinePieces, type XliffText } from './xliff-inline.ts';

/** XLIFF 1.0 to 1.2 and 2.x (https://docs.oasis-open.org/xliff/xliff-core/v2.1/xliff-core-v2.1.html). */
export const xliff = textFilter({
  id: 'xliff',
  extensions: ['.xlf', '.xliff'],
  mediaTypes: ['application/xliff+xml', 'application/x-xliff+xml'],
  otherEncoding: xmlEncoding,
  read(file) {
    const tokens = readXml(file);
    const root = xmlRoot(tokens);
    if (root === undefined || !/^(?:[^:]+:)?xliff$/.test(root.name)) {
      throw file.error('wrong_format', 'the root element is not xliff', root?.start);
    }
    const prefix = root.name.slice(0, -'xliff'.length);
    new XliffReader(file, { text: file.text, tokens, prefix }).readRoot(root);
  },
});

/** What a unit says of its texts. */
type Notes = { readonly context?: string; readonly maxLength?: number };
type Segment = {
  readonly source: XmlElement;
  readonly target: XmlElement | undefined;
  /** The element before a new target. */
  readonly before: XmlElement;
  /** The element with the state, in XLIFF 2. Otherwise the target has it. */
  readonly segment?: XmlElement;
  /** The unit that says that a person approved its target. A new target is not approved. */
  readonly approved?: XmlElement | undefined;
  readonly isFinal: boolean;
  readonly notes: Notes;
};

/** Comments, CDATA sections with their content, and tags. */
const markup = /<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<[^>]*>/g;

/** States of targets that are only there to be replaced. */
const openStates: ReadonlySet<string | undefined> = new Set(['new', 'initial', 'needs-translation']);

class XliffReader {
  readonly #file: PartReader;
  readonly #xliff: XliffText;

  constructor(file: PartReader, content: XliffText) {
    this.#file = file;
    this.#xliff = content;
  }

  readRoot(root: XmlElement): void {
    const isVersion2 = this.#attribute(root, 'version')?.startsWith('2') === true;
    const files = isVersion2 ? [root] : this.#children(root, 'file');
    const [sourceName, targetName] = isVersion2 ? ['srcLang', 'trgLang'] : ['source-language', 'target-language'];
    const named = (name = '') => files.map((element) => this.#attribute(element, name)).find(Boolean);
    this.#file.source = named(sourceName);
    this.#file.target = named(targetName);
    this.#file.isBilingual = true;
    for (const element of files) {
      if (this.#attribute(element, targetName)) continue;
      this.#setAttribute(element, targetName, { value: (language) => language });
    }
    this.#walk(root, true);
  }

  #attribute(element: XmlElement | undefined, name: string): string | undefined {
    return element && attributeOf(this.#file.text, element.tag, name)?.value;
  }

  #children(element: XmlElement, name: string): readonly XmlElement[] {
    return element.children.filter((child) => child.name === this.#xliff.prefix + name);
  }

  #walk(element: XmlElement, wasTranslated: boolean): void {
    const own = this.#attribute(element, 'translate');
    const isTranslated = own === undefined ? wasTranslated : own === 'yes';
    const name = element.name.slice(this.#xliff.prefix.length);
    if (name === 'trans-unit') {
      if (isTranslated) this.#addTransUnit(element);
    } else if (name === 'unit') {
      if (isTranslated) this.#addUnit(element);
    } else for (const child of element.children) this.#walk(child, isTranslated);
  }

  /** XLIFF 1.x. */
  #addTransUnit(unit: XmlElement): void {
    const [source] = this.#children(unit, 'source');
    const [segmented = source] = this.#children(unit, 'seg-source');
    const [target] = this.#children(unit, 'target');
    if (source === undefined || segmented === undefined) return;
    const unitOfSize = this.#attribute(unit, 'size-unit') ?? 'char';
    const notes = this.#notes(
      this.#children(unit, 'note'),
      unitOfSize === 'char' ? this.#attribute(unit, 'maxwidth') : '',
    );
    const isApproved = this.#attribute(unit, 'approved') === 'yes';
    const isFinal = isApproved || !openStates.has(this.#attribute(target, 'state'));
    const approved = isApproved ? unit : undefined;
    this.#addSegment({ source: segmented, target, before: segmented, approved, isFinal, notes });
  }

  /** XLIFF 2.x. */
  #addUnit(unit: XmlElement): void {
    const notes = this.#notes(
      this.#children(unit, 'notes').flatMap((element) => this.#children(element, 'note')),
      this.#attribute(unit, 'slr:sizeRestriction'),
    );
    for (const segment of this.#children(unit, 'segment')) {
      const [source] = this.#children(segment, 'source');
      const [target] = this.#children(segment, 'target');
      if (source === undefined) continue;
      const isFinal = !openStates.has(this.#attribute(segment, 'state'));
      this.#addSegment({ source, target, before: source, segment, isFinal, notes });
    }
  }

  #notes(elements: readonly XmlElement[], size = ''): Notes {
    const texts = elements.map(({ contentStart, contentEnd }) => this.#file.text.slice(contentStart, contentEnd));
    const context = texts
      .map((raw) => decodeXml(raw.replaceAll(markup, (_, cdata: string = '') => escapeXml(cdata))).trim())
      .filter(Boolean)
      .join('\n');
    // A size may be a range: `3,20`.
    const maxLength = Number(/(?:^|,)(\d{1,9})$/.exec(size)?.[1] ?? 0);
    return { ...(context && { context }), ...(maxLength > 0 && { maxLength }) };
  }

  #addSegment({ source, target, before, segment, approved, isFinal, notes }: Segment): void {
    const pieces = inlinePieces(this.#xliff, source);
    const coded = codedText(this.#file.text, pieces);
    if (coded === undefined) return;
    const existing =
      isFinal && !this.#file.overwrites() && target !== undefined ? this.#translationIn(target) : undefined;
    const { id } = this.#file.addUnit(coded, { ...notes, ...(existing !== undefined && { target: existing }) });
    if (existing !== undefined) return;
    if (approved) this.#setAttribute(approved, 'approved', { unit: id, value: () => 'no' });
    const content = this.#contentOf(source, coded, pieces);
    const state = segment === undefined ? ' state="translated"' : '';
    const name = `${this.#xliff.prefix}target`;
    if (segment !== undefined) this.#setAttribute(segment, 'state', { unit: id, value: () => 'translated' });
    if (target === undefined) {
      const space = this.#attribute(source, 'xml:space');
      const start = `${this.#spaceBefore(source)}<${name}${space ? ` xml:space="${space}"` : ''}${state}>`;
      this.#addSlot(id, before.end, before.end, (translation) => `${start}${content(translation)}</${name}>`);
      return;
    }
    const isStated = this.#attribute(target, 'state') !== undefined;
    if (target.tag.kind === 'open' || isStated) {
      if (segment === undefined) this.#setAttribute(target, 'state', { unit: id, value: () => 'translated' });
    }
    if (target.tag.kind === 'open') return this.#addSlot(id, target.contentStart, target.contentEnd, content);
    // An empty tag gets an end tag.
    const start = isStated ? target.end - 2 : endOfName(target);
    const attributes = this.#file.text.slice(start, target.end - 2).trimEnd();
    const open = `${isStated ? '' : state}${attributes}>`;
    this.#addSlot(id, start, target.end, (translation) => `${open}${content(translation)}</${name}>`);
  }

  #addSlot(unit: string, start: number, end: number, write: (translation: string) => string): void {
    this.#file.slots.push({ start, end, unit, isTarget: true, write });
  }

  /** The text of a target; `undefined` if it has none. */
  #translationIn(target: XmlElement): string | undefined {
    const pieces = inlinePieces(this.#xliff, target);
    const plain = pieces
      .map((piece) => (piece.kind === 'text' ? piece.text : ''))
      .join('')
      .trim();
    const isEmpty = plain === '' && pieces.every(({ kind }) => kind !== 'word');
    return isEmpty ? undefined : (codedText(this.#file.text, pieces)?.text ?? plain);
  }

  /** Writes what a target contains: the source with another text. */
  #contentOf(source: XmlElement, coded: CodedText, pieces: readonly Piece[]): (translation: string) => string {
    const { text } = this.#file;
    const isCdata = isCdataOnly(text, this.#xliff.tokens.slice(source.first + 1, source.last));
    const encode = isCdata ? escapeCdata : spelledAs(text, pieces, escapeXml);
    const before = text.slice(source.contentStart, coded.start);
    const after = text.slice(coded.end, source.contentEnd);
    return (translation) => before + withCodes(translation, coded, encode) + after;
  }

  #spaceBefore({ first, start }: XmlElement): string {
    const before = this.#file.text.slice(this.#xliff.tokens[first - 1]?.start ?? start, start);
    return before.slice(before.trimEnd().length);
  }

  /** Sets an attribute if the file, or the unit, gets a translation. */
  #setAttribute(element: XmlElement, name: string, { unit, value }: NewAttribute): void {
    const own = attributeOf(this.#file.text, element.tag, name);
    const start = own?.start ?? endOfName(element);
    const write = (_: string, language: string): string => {
      const escaped = escapeXmlAttribute(value(language));
      return own === undefined ? ` ${name}="${escaped}"` : escaped;
    };
    this.#file.slots.push({
      start,
      end: own?.end ?? start,
      ...(unit !== undefined && { unit }),
      isTarget: true,
      write,
    });
  }
}

type NewAttribute = { readonly unit?: string; readonly value: (language: string) => string };

const endOfName = ({ start, name }: XmlElement): number => start + 1 + name.length;
