import { RefusedRequest } from '../../calls/problem.ts';
import { csvCell } from '../../ops/csv-cell.ts';
import type { PairEntries } from '../../shop/glossaries/named-glossaries.ts';
import type { CompatParts } from '../shape.ts';
import { baseOf } from './languages.ts';

/** The columns of entries. A row of CSV may end with its languages, and is left out if they are of another pair. */
const headings = { tsv: 'term,translation', csv: 'term,translation,source lang,target lang' } as const;

export type EntriesFormat = keyof typeof headings;

/** Entries as a client sends them. */
export type SentEntries = Omit<PairEntries, 'entries'> & {
  readonly format: EntriesFormat;
  readonly text: string;
};

/** Reads at least one entry of a pair, no term twice. @throws RefusedRequest with the first problem */
export async function readEntries(
  { openFiles }: Pick<CompatParts, 'openFiles'>,
  { source, target, format, text }: SentEntries,
): Promise<PairEntries> {
  const rows = format === 'csv' ? text : csvOf(text);
  const files = await openFiles();
  const bytes = new TextEncoder().encode(`${headings[format]}\n${rows}`);
  const file = await files.read(bytes, { format: 'csv', languages: { source, target } });
  if (file.kind === 'unreadable') throw refused(file.line, file.message);
  const entries = new Map<string, string>();
  for (const entry of file.entries) {
    if (entry.kind === 'problem') throw refused(entry.line, entry.message);
    const { term, translation = term, ...languages } = entry.content;
    if (baseOf(languages.source) !== source || baseOf(languages.target) !== target) continue;
    if (entries.has(term)) throw refused(entry.line, 'The term appears more than once.');
    entries.set(term, translation);
  }
  if (entries.size === 0) throw refused(undefined, 'There are no entries.');
  return { source, target, entries };
}

/** TSV has no quotation marks. */
function csvOf(text: string): string {
  const rowOf = (line: string) => line.split('\t').map(csvCell).join(',');
  return text.split(/\r?\n/).map(rowOf).join('\n');
}

function refused(line: number | undefined, problem: string): RefusedRequest {
  const at = line === undefined ? '' : `Key with the index ${Math.max(line - 2, 0)} (line ${Math.max(line - 1, 1)}): `;
  const errors = [{ param: 'entries', message: `${at}${problem}` }];
  return new RefusedRequest({ message: 'Invalid glossary entries provided', param: 'entries', errors });
}
