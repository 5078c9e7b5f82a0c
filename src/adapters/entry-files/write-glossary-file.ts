import { byteOrderMark, csvCell } from '../../ops/csv-cell.ts';
import { entryFieldNames } from '../../shop/glossaries/entry-content.ts';
import type { GlossaryFileFormat } from '../../shop/glossaries/glossary-files.ts';
import type { EntryContent } from '../../shop/glossaries/stored-entry.ts';

/** Returns a glossary file in pieces, to write as UTF-8. `readGlossaryFile` returns the same entries from it. */
export function* writeGlossaryFile(entries: Iterable<EntryContent>, format: GlossaryFileFormat): Generator<string> {
  const row = (cells: readonly string[]) => `${cells.map(csvCell).join(format === 'csv' ? ',' : '\t')}\r\n`;
  yield byteOrderMark + row(Object.values(entryFieldNames));
  for (const { source, target, term, translation, caseRule, partOfSpeech, note } of entries) {
    const isKept = translation === undefined ? 'yes' : '';
    yield row([source, target, term, translation ?? '', isKept, caseRule, partOfSpeech ?? '', note]);
  }
}
