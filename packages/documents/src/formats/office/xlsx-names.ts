/** What formulas, tables and pivot tables of a workbook refer to by its text. */
import { decodeXml } from '../../xml.ts';
import type { OoxmlArchive } from './ooxml.ts';
import { decodeSheetText } from './ooxml-inline.ts';

export type References = {
  /** Indices of the shared strings that cells show and no formula computes. */
  readonly used: ReadonlySet<number>;
  /** In lower case: texts that a formula compares, a validation accepts, or a filter or a pivot table names. */
  readonly texts: ReadonlySet<string>;
  /** In lower case: every name in a formula, those of tables among them. */
  readonly names: ReadonlySet<string>;
};

/** Sheets may be large, so that they are searched, not parsed. */
export function referencesOf(archive: OoxmlArchive): References {
  const used = new Set<number>();
  const texts = new Set<string>();
  const names = new Set<string>();
  const types = /\.(?:worksheet|table|pivotCacheDefinition)\+xml$|\.main\+xml$/;
  for (const part of archive.partsOf(types)) {
    const text = archive.part(part)?.text ?? '';
    for (const [, attributes = '', index] of text.matchAll(cell)) {
      if (/\bt\s*=\s*["']s["']/.test(attributes)) used.add(Number(index));
    }
    for (const [, formula = ''] of text.matchAll(formulas)) addFormula(decodeXml(formula), texts, names);
    for (const [, tag = '', value = ''] of text.matchAll(values)) {
      const decoded = decodeSheetText(decodeXml(value)).toLowerCase();
      (tag === 'worksheetSource' ? names : texts).add(decoded);
    }
  }
  return { used, texts, names };
}

/** A cell with a value and no formula before it. */
const cell = /<(?:\w+:)?c\s([^<>]*)>\s*<(?:\w+:)?v>\s*(\d+)\s*</g;
const formulas =
  /<(?:\w+:)?(?:f|formula[12]?|definedName|calculatedColumnFormula|totalsRowFormula)(?:\s[^<>]*)?>([^<]*)</g;
const values = /<(?:\w+:)?(worksheetSource|cacheField|filter)\s(?:[^<>]*?\s)?(?:name|val)="([^"<]*)"/g;

function addFormula(formula: string, texts: Set<string>, names: Set<string>): void {
  for (const [, quoted = ''] of formula.matchAll(/"((?:[^"]|"")*)"/g)) {
    const literal = quoted.replaceAll('""', '"').toLowerCase();
    // A list of what a cell may contain is one literal.
    for (const text of [literal, ...literal.split(',')]) texts.add(text.trim());
  }
  for (const [name] of formula.matchAll(/[\p{L}_\\][\p{L}\p{N}_.\\]*/gu)) names.add(name.toLowerCase());
}
