import { byteOrderMark, csvCell } from '../../ops/csv-cell.ts';
import { entryFieldNames } from '../../shop/glossaries/entry-content.ts';
import type { GlossaryFileFormat } from '../../shop/glossaries/glossary-files.ts';
import type { EntryContent } from '../../shop/glossaries/stored-entry.ts';

/** Returns a glossary file in pieces, to write as UTF-8. `readGlossaryFile` returns the same entries from it. */
export function writeGlossaryFile(entries: Iterable<EntryContent>, format: GlossaryFileFormat): Iterable<string> {
  return writeRows(entries, format === 'csv' ? ',' : '\t');
}

function* writeRows(entries: Iterable<EntryContent>, delimiter: ',' | '\t'): Generator<string> {
  yield byteOrderMark + writeRow(Object.values(entryFieldNames), delimiter);
  for (const { source, target, term, translation, caseRule, partOfSpeech, note } of entries) {
    const isKept = translation === undefined ? 'yes' : '';
    yield writeRow([source, target, term, translation ?? '', isKept, caseRule, partOfSpeech ?? '', note], delimiter);
  }
}

function writeRow(cells: readonly string[], delimiter: ',' | '\t'): string {
  return `${cells.map(csvCell).join(delimiter)}\r\n`;
}
