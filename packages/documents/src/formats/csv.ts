import { codedText, type Piece, withCodes } from '../codes.ts';
import type { ParseOptions } from '../file.ts';
import { FileError, type TableColumn } from '../file-error.ts';
import type { PartReader } from '../part-reader.ts';
import { textFilter } from '../text-filter.ts';

/** Tables in text (RFC 4180), with any of three delimiters, which the line of headers shows. */
export const csv = textFilter({
  id: 'csv',
  extensions: ['.csv'],
  mediaTypes: ['text/csv'],
  otherEncoding: 'code page',
  read: (file, options) => readTable(file, options, delimiterOf(file.text)),
});

/** Tables with tabs, quoted as Excel does it. */
export const tsv = textFilter({
  id: 'tsv',
  extensions: ['.tsv', '.tab'],
  mediaTypes: ['text/tab-separated-values'],
  otherEncoding: 'code page',
  read: (file, options) => readTable(file, options, { delimiter: '\t', start: 0 }),
});

type Delimiter = ',' | ';' | '\t';
type Cell = { readonly start: number; readonly end: number; readonly isQuoted: boolean };
type Table = { readonly file: PartReader; readonly delimiter: Delimiter };

const delimiters: readonly Delimiter[] = [',', ';', '\t'];

/** The delimiter that is most often in the first line outside quotes. Excel names it in a line before: `sep=;`. */
function delimiterOf(text: string): { readonly delimiter: Delimiter; readonly start: number } {
  const named = /^sep=([,;\t])(?:\r\n|\n|\r)/i.exec(text);
  if (named !== null) return { delimiter: named[1] as Delimiter, start: named[0].length };
  const counts = { ',': 0, ';': 0, '\t': 0 };
  let isQuoted = false;
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (character === '\n' || character === '\r') break;
    else if (character === ',' || character === ';' || character === '\t') counts[character]++;
  }
  const most = Math.max(...Object.values(counts));
  return { delimiter: delimiters.find((delimiter) => counts[delimiter] === most) ?? ',', start: 0 };
}

type Start = { readonly delimiter: Delimiter; readonly start: number };

function readTable(file: PartReader, options: ParseOptions, { delimiter, start }: Start): void {
  const table = { file, delimiter };
  const [headers = []] = rowsOf(table, start);
  const names = headers.map((cell) => valueOf(table, cell).trim());
  file.columns = shownColumns(table, names, start);
  const { inPlace, source, target } = columnsOf(file, names, options);
  if (source === undefined) {
    for (const row of rowsAfter(table, start)) for (const column of inPlace) addInPlace(table, row[column]);
    return;
  }
  file.isBilingual = true;
  if (target !== undefined) file.target = options.targetLang;
  const columns = { source, target: target ?? addedColumn(table, start) };
  if (target === undefined) {
    const header = (language: string): string => quoted(table, options.target ?? options.targetLang ?? language);
    const insert = insertion(headers, columns.target, delimiter);
    file.slots.push({ ...insert, isTarget: true, write: (_, language) => insert.delimiters + header(language) });
  }
  for (const row of rowsAfter(table, start)) {
    addBeside(table, row, { ...columns, isAdded: target === undefined });
  }
}

function* rowsAfter(table: Table, start: number): Generator<readonly Cell[]> {
  let isHeader = true;
  for (const row of rowsOf(table, start)) {
    // A blank line has one cell without text.
    if (!isHeader && (row.length > 1 || row[0]?.end !== row[0]?.start)) yield row;
    isHeader = false;
  }
}

/** The column after the last one of the longest row. */
function addedColumn(table: Table, start: number): number {
  let width = 0;
  for (const row of rowsOf(table, start)) width = Math.max(width, row.length);
  return width;
}

type Columns = { readonly inPlace: readonly number[]; readonly source?: number; readonly target?: number };

function columnsOf(file: PartReader, names: readonly string[], options: ParseOptions): Columns {
  const indexOf = (name: string): number => {
    const index = names.indexOf(name);
    if (index < 0) throw noColumn(file, 'a column is not in the file; the headers are', names);
    return index;
  };
  if (options.columns !== undefined && options.columns.length > 0) {
    return { inPlace: [...new Set(options.columns.map(indexOf))].sort((one, other) => one - other) };
  }
  const languages = names.map(languageOf);
  const language = languageOf(options.sourceLang ?? '');
  const source = options.source === undefined ? languages.indexOf(language) : indexOf(options.source);
  if (source < 0 || names[source] === '') throw noColumn(file, 'choose the columns to translate', names);
  const target =
    options.target === undefined
      ? languages.indexOf(languageOf(options.targetLang ?? ''))
      : names.indexOf(options.target);
  if (target === source) return { inPlace: [source] };
  return { inPlace: [], source, ...(target >= 0 && names[target] !== '' && { target }) };
}

const languageOf = (name: string): string => name.toLowerCase().replaceAll('_', '-');

const noColumn = (file: PartReader, reason: string, names: readonly string[]): Error =>
  new FileError('no_column', `${reason}: ${names.join(', ').slice(0, 1_000)}`, { columns: file.columns ?? [] });

const shownMax = { columns: 200, rows: 3, length: 60 };

/** The columns that have a name, with values of the first rows. */
function shownColumns(table: Table, names: readonly string[], start: number): readonly TableColumn[] {
  const rows: (readonly Cell[])[] = [];
  for (const row of rowsAfter(table, start)) if (rows.push(row) === shownMax.rows) break;
  const first = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    if (name !== '' && first.size < shownMax.columns && !first.has(name)) first.set(name, index);
  }
  return Array.from(first, ([name, index]) => {
    const values = rows.flatMap((row) => row[index] ?? []).map((cell) => valueOf(table, cell).trim());
    return { name, samples: values.filter((value) => value !== '').map((value) => value.slice(0, shownMax.length)) };
  });
}

const columnsMax = 16_384;

/** The rows of a table, one at a time. */
function* rowsOf(table: Table, start: number): Generator<readonly Cell[]> {
  const { text } = table.file;
  let row: Cell[] = [];
  for (let at = start; at <= text.length; ) {
    const cell = cellAt(table, at);
    row.push(cell);
    if (row.length > columnsMax) throw table.file.error('too_large', `a row has more than ${columnsMax} cells`, at);
    if (text[cell.end] === table.delimiter) at = cell.end + 1;
    else {
      yield row;
      row = [];
      at = cell.end + (text.startsWith('\r\n', cell.end) ? 2 : 1);
    }
  }
}

/**
 * A cell with a quotation mark that does not end at its end is not quoted: the marks are text. Many programs write spaces
 * before quotes, which stay.
 */
function cellAt({ file, delimiter }: Table, start: number): Cell {
  const { text } = file;
  const isEnd = (at: number): boolean =>
    at >= text.length || text[at] === delimiter || text[at] === '\n' || text[at] === '\r';
  let open = start;
  while (text[open] === ' ') open++;
  if (text[open] === '"') {
    let close = text.indexOf('"', open + 1);
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    if (close < 0 && open === start && delimiter !== '\t') {
      throw file.error('damaged', 'a quotation mark is not closed', start);
    }
    if (close >= 0 && isEnd(close + 1)) return { start: open, end: close + 1, isQuoted: true };
  }
  let end = start;
  while (!isEnd(end)) end++;
  return { start, end, isQuoted: false };
}

const unquoted = (raw: string, { isQuoted }: Cell): string => (isQuoted ? raw.replaceAll('""', '"') : raw);

function contentOf({ start, end, isQuoted }: Cell): { readonly start: number; readonly end: number } {
  return isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
}

function valueOf({ file }: Table, cell: Cell): string {
  const { start, end } = contentOf(cell);
  return unquoted(file.text.slice(start, end), cell).replaceAll(/\r\n?/g, '\n');
}

function piecesOf({ file }: Table, cell: Cell): readonly Piece[] {
  const { start, end } = contentOf(cell);
  return Array.from(file.text.slice(start, end).matchAll(/""|\r\n|[\r\n]|[^"\r\n]+|"/g), ({ 0: raw, index }): Piece => {
    const place = { start: start + index, end: start + index + raw.length };
    return /^[\r\n]/.test(raw) ? { kind: 'break', ...place } : { kind: 'text', text: unquoted(raw, cell), ...place };
  });
}

/** Quotes a value where the cell had quotes or the value needs them. Tabs do not make quotes inside a cell special. */
function quoted({ delimiter }: Table, value: string, wasQuoted = false): string {
  const needsQuotes =
    value.includes(delimiter) ||
    /[\r\n]/.test(value) ||
    (delimiter === '\t' ? value.startsWith('"') : value.includes('"'));
  return wasQuoted || needsQuotes ? `"${value.replaceAll('"', '""')}"` : value;
}

const asIs = (text: string): string => text;

function addInPlace(table: Table, cell: Cell | undefined): void {
  if (cell === undefined) return;
  const { file } = table;
  const coded = codedText(file.text, piecesOf(table, cell));
  if (coded === undefined) return;
  const content = contentOf(cell);
  const before = unquoted(file.text.slice(content.start, coded.start), cell);
  const after = unquoted(file.text.slice(coded.end, content.end), cell);
  file.slots.push({
    start: cell.start,
    end: cell.end,
    unit: file.addUnit(coded).id,
    write: (translation) => quoted(table, before + withCodes(translation, coded, asIs) + after, cell.isQuoted),
  });
}

/** Where a row is longer to have a cell, and the delimiters before the cell. */
function insertion(row: readonly Cell[], column: number, delimiter: Delimiter) {
  const end = row.at(-1)?.end ?? 0;
  return { start: end, end, delimiters: delimiter.repeat(Math.max(0, column - row.length + 1)) };
}

type Beside = {
  readonly source: number;
  readonly target: number;
  readonly isAdded: boolean;
};

function addBeside(table: Table, row: readonly Cell[], { source, target, isAdded }: Beside): void {
  const { file, delimiter } = table;
  const cell = row[source];
  const coded = cell && codedText(file.text, piecesOf(table, cell));
  const existing = row[target];
  const insert = insertion(row, target, delimiter);
  // An added column is in each row, whether it has a translation or not.
  if (isAdded) file.slots.push({ ...insert, isTarget: true, write: () => insert.delimiters });
  if (cell === undefined || coded === undefined) return;
  const value = existing === undefined || file.overwrites() ? '' : valueOf(table, existing).trim();
  const unit = file.addUnit(coded, value === '' ? {} : { target: value });
  if (value !== '') return;
  const place = existing ?? insert;
  const { isQuoted } = existing ?? cell;
  file.slots.push({
    start: place.start,
    end: place.end,
    unit: unit.id,
    isTarget: true,
    write: (translation) =>
      (isAdded || existing ? '' : insert.delimiters) + quoted(table, withCodes(translation, coded, asIs), isQuoted),
  });
}
