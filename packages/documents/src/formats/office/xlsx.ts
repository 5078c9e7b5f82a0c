import { type CodedText, plainText } from '../../codes.ts';
import type { Code } from '../../file.ts';
import type { PartReader } from '../../part-reader.ts';
import { attributeOf, escapeXmlAttribute, type XmlAttribute } from '../../xml.ts';
import { charts, type OoxmlArchive, OoxmlPart, ooxmlFilter, readDiagrams, readParts, type Twins } from './ooxml.ts';
import { decodeSheetText } from './ooxml-inline.ts';
import { escapeSheetText } from './ooxml-text.ts';
import { referencesOf } from './xlsx-names.ts';
import { childOf, readTree, tagOf } from './xml-tree.ts';

export const xlsx = ooxmlFilter({
  id: 'xlsx',
  extensions: ['.xlsx'],
  mediaTypes: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  main: /(?:spreadsheetml|ms-excel)\.[\w.]+\.main\+xml$/,
  read(archive, source) {
    readCells(archive, source);
    readParts(
      archive,
      [/spreadsheetml\.comments\+xml$/, /\.threadedcomments\+xml$/, /\.drawing\+xml$/, ...charts],
      source,
    );
    readDiagrams(archive, source);
  },
});

function readCells(archive: OoxmlArchive, source: string | undefined): void {
  const { used, texts, names } = referencesOf(archive);
  const kept = new Set(texts);
  const tables = tablesOf(archive).filter((table) => {
    if (!names.has(table.name.toLowerCase())) return true;
    for (const { text } of table.headers) kept.add(text.toLowerCase());
    const message = 'a formula names this table: the headers of its columns stay';
    archive.warnings.push({ code: 'name_in_use', unit: table.id, message });
    return false;
  });
  const twins = new HeaderUnits(tables.flatMap(({ headers }) => headers.map(({ text }) => text)));
  const accepts = (coded: CodedText): boolean => !kept.has(plainText(coded).toLowerCase());
  const options = { twins, isTwin: true, accepts };
  for (const [, part] of opened(archive, /\.sharedStrings\+xml$/)) {
    const reader = new OoxmlPart(part, source, options);
    const strings = readTree(part).children.flatMap(({ children }) => children.filter(({ name }) => name === 's:si'));
    for (const [index, node] of strings.entries()) if (used.has(index)) reader.read(node);
  }
  for (const [, part] of opened(archive, /\.worksheet\+xml$/)) {
    if (/<(?:\w+:)?is[\s>]/.test(part.text)) new OoxmlPart(part, source, options).read();
  }
  const codes = new Map(archive.units.map((unit) => [unit.id, unit.codes]));
  for (const table of tables) {
    archive.distinct.push(table.headers.map(({ text }) => ({ text, unit: twins.get(text) })));
    linkHeaders(table, twins, codes);
  }
}

const opened = (archive: OoxmlArchive, type: RegExp): readonly (readonly [string, PartReader])[] =>
  archive.partsOf(type).map((name) => [name, archive.part(name) as PartReader] as const);

/** Units of headers by their texts. Headers of one text are one unit, wherever they are. */
class HeaderUnits implements Twins {
  readonly #headers: ReadonlySet<string>;
  readonly #units = new Map<string, string>();

  constructor(headers: readonly string[]) {
    this.#headers = new Set(headers);
  }

  get(text: string): string | undefined {
    return this.#units.get(text);
  }

  set(text: string, unit: string): void {
    const plain = text.replaceAll(/<\/?\d+\/?>|\{\d+\}/g, '');
    for (const header of [plain, text]) if (this.#headers.has(header)) this.#units.set(header, unit).set(text, unit);
  }
}

/** A table repeats the texts of its first row: Excel repairs a file whose texts differ. */
type Table = {
  readonly id: string;
  readonly part: PartReader;
  readonly name: string;
  readonly headers: readonly (XmlAttribute & { readonly text: string })[];
};

function tablesOf(archive: OoxmlArchive): readonly Table[] {
  return opened(archive, /\.table\+xml$/).flatMap(([id, part]) => {
    const table = readTree(part).children.find(({ name }) => name === 's:table');
    const columns = table && childOf(table, 's:tableColumns');
    if (table === undefined || columns === undefined) return [];
    const value = (name: string): string => attributeOf(part.text, tagOf(table), name)?.value ?? '';
    if (value('headerRowCount') === '0') return [];
    const headers = columns.children.flatMap((column) =>
      ['name', 'totalsRowLabel'].flatMap((attribute) => {
        const found = attributeOf(part.text, tagOf(column), attribute);
        return found === undefined ? [] : [{ ...found, text: decodeSheetText(found.value).trim() }];
      }),
    );
    return [{ id, part, name: value('displayName') || value('name'), headers }];
  });
}

function linkHeaders(
  { part, headers }: Table,
  units: HeaderUnits,
  codesOf: ReadonlyMap<string, readonly Code[]>,
): void {
  for (const { start, end, text } of headers) {
    const unit = units.get(text);
    if (unit === undefined) continue;
    const codes = codesOf.get(unit) ?? [];
    const write = (translation: string): string =>
      escapeXmlAttribute(escapeSheetText(plainText({ text: translation, codes }), true));
    part.slots.push({ start, end, unit, write });
  }
}
