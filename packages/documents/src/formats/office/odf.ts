import { plainText } from '../../codes.ts';
import type { Filter, FormatId } from '../../file.ts';
import { FileError } from '../../file-error.ts';
import type { PartReader } from '../../part-reader.ts';
import { attributeOf, decodeXml, escapeXml, xmlPieces } from '../../xml.ts';
import { type ZipReader, zipFilter } from '../../zip-filter.ts';
import { codedInline } from './inline-unit.ts';
import { OdfInlineReader, odfDialect, readSpanStyles, type SpanStyles } from './odf-inline.ts';
import { addLanguages } from './odf-language.ts';
import { childOf, readTree, tagOf, type XmlNode } from './xml-tree.ts';

export const odt = odfFilter('odt', 'text');
export const ods = odfFilter('ods', 'spreadsheet');
export const odp = odfFilter('odp', 'presentation');

function odfFilter(id: FormatId, type: string): Filter {
  const mediaType = `application/vnd.oasis.opendocument.${type}`;
  return zipFilter({
    id,
    extensions: [`.${id}`],
    mediaTypes: [mediaType],
    read(archive, { sourceLang }) {
      // `text-web` is what LibreOffice makes of HTML.
      const own = archive
        .part('mimetype')
        ?.text.trim()
        .replace(/-(?:template|web)$/, '');
      if (own !== mediaType) {
        throw new FileError('wrong_format', `the file is not ${id.toUpperCase()}`);
      }
      if (archive.part('META-INF/manifest.xml')?.text.includes('encryption-data')) {
        throw new FileError('encrypted', 'the file is encrypted: save it without a password');
      }
      readContent(archive, 'content.xml', sourceLang);
      readStyles(archive, sourceLang);
      for (const name of archive.names) if (name.endsWith('/content.xml')) readContent(archive, name, undefined);
    },
  });
}

function readContent(archive: ZipReader, name: string, source: string | undefined): void {
  const part = archive.part(name);
  if (part === undefined) throw new FileError('damaged', 'the file has no content');
  const root = readTree(part).children.find((node) => node.name === 'office:document-content');
  if (root === undefined) return;
  const reader = new OdfPart(part, readSpanStyles(part, childOf(root, 'office:automatic-styles')));
  for (const node of root.children) if (node.name === 'office:body') reader.read(node);
  addLanguages(part, root, source);
}

/** Headers and footers. What else is on master pages are hints for authors. */
function readStyles(archive: ZipReader, source: string | undefined): void {
  const part = archive.part('styles.xml');
  const root = part && childOf(readTree(part), 'office:document-styles');
  if (part === undefined || root === undefined) return;
  const reader = new OdfPart(part, readSpanStyles(part, childOf(root, 'office:automatic-styles')));
  for (const page of childOf(root, 'office:master-styles')?.children ?? []) {
    for (const node of page.children) if (/^style:(?:header|footer)/.test(node.name)) reader.read(node);
  }
  addLanguages(part, root, source);
}

const skipped: ReadonlySet<string> = new Set(['text:tracked-changes', 'office:forms', 'office:scripts']);
/** Elements whose content is text. */
const leaves: ReadonlySet<string> = new Set([
  'svg:title',
  'svg:desc',
  'presentation:footer-decl',
  'presentation:header-decl',
  'text:index-title-template',
]);
const isParagraph = ({ name }: XmlNode): boolean => name === 'text:p' || name === 'text:h';

class OdfPart {
  readonly #part: PartReader;
  readonly #styles: SpanStyles;
  readonly #kept: ReadonlySet<string>;
  /** The table of a chart repeats the cells that it shows. */
  readonly #isChart: boolean;

  constructor(part: PartReader, styles: SpanStyles) {
    this.#part = part;
    this.#styles = styles;
    this.#kept = comparedTexts(part.text);
    this.#isChart = part.text.includes('<office:chart');
  }

  read(node: XmlNode): void {
    if (skipped.has(node.name) || (this.#isChart && node.name === 'table:table')) return;
    if (isParagraph(node)) this.#readParagraph(node);
    else if (leaves.has(node.name))
      this.#part.add(xmlPieces(this.#part.text, node.innerStart, node.innerEnd), escapeXml);
    else {
      const isComputed = node.name.endsWith('table-cell') && this.#isComputed(node);
      for (const child of node.children) if (!isComputed || !isParagraph(child)) this.read(child);
    }
  }

  /** Cells show formulas, numbers and dates as text that is written again whenever the file is opened. */
  #isComputed(cell: XmlNode): boolean {
    const value = (name: string): string | undefined => attributeOf(this.#part.text, tagOf(cell), name)?.value;
    const type = value('office:value-type') ?? 'string';
    return type !== 'string' || value('table:formula') !== undefined || value('office:string-value') !== undefined;
  }

  #readParagraph(node: XmlNode): void {
    const inline = new OdfInlineReader(this.#part, this.#styles).read(node);
    const result = codedInline(this.#part, inline, odfDialect);
    if (result !== undefined && !this.#kept.has(plainText(result.coded).toLowerCase())) {
      this.#part.slots.push({ ...result.slot, unit: this.#part.addUnit(result.coded).id });
    }
    for (const nested of inline.nested) this.read(nested);
  }
}

/** In lower case: texts that a formula compares, a validation accepts, or a pivot table names. */
function comparedTexts(text: string): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const [, formula = ''] of text.matchAll(/\s(?:table:formula|table:condition)="([^"<]*)"/g)) {
    for (const [, literal = ''] of decodeXml(formula).matchAll(/"([^"]*)"/g)) texts.add(literal.toLowerCase());
  }
  for (const [, name = ''] of text.matchAll(/\stable:source-field-name="([^"<]*)"/g)) {
    texts.add(decodeXml(name).toLowerCase());
  }
  return texts;
}
