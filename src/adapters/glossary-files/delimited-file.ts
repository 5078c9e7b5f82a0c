import { Parser } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import { assert } from '../../ground/assert.ts';
import { withoutGuard } from '../../ops/csv-cell.ts';
import { type Columns, type FileLanguages, readColumns, trimmedLength } from './columns.ts';
import type { EntryList } from './entry-list.ts';
import { UnreadableFile } from './unreadable-file.ts';

export type Delimiter = ',' | ';' | '\t';

/** In bytes. Detects an unclosed quote. */
const recordBytesMax = 64 * 1024;
/** Empty ones too. */
const rowsMax = 1_000_000;

const lineBreaks = ['\r\n', '\n', '\r'];

/** Rows of CSV or TSV, as they come. Source: RFC 4180, and what spreadsheets write. */
export class DelimitedFile {
  readonly delimiter: Delimiter;
  readonly #entries: EntryList;
  readonly #languages: FileLanguages;
  readonly #parser: Parser;
  readonly #rows: { readonly cells: readonly string[]; readonly line: number }[] = [];
  #columns: Columns | undefined;
  /** On which the next row begins. */
  #line = 1;
  #rowCount = 0;
  #bytesWritten = 0;
  #bytesInRows = 0;

  constructor(
    start: string,
    options: { candidates: readonly Delimiter[]; languages: FileLanguages; entries: EntryList },
  ) {
    this.delimiter = saidDelimiter(start) ?? likelyDelimiter(start, options);
    this.#entries = options.entries;
    this.#languages = options.languages;
    this.#parser = new Parser({
      delimiter: this.delimiter,
      record_delimiter: lineBreaks,
      max_record_size: recordBytesMax,
      relax_column_count: true,
      relax_quotes: true,
      // Rows are taken as they are found: handed on, the stream would drop those before a fault.
      on_record: (cells: string[], { bytes }) => {
        this.#rows.push({ cells, line: this.#line });
        this.#line += 1 + lineBreaksIn(cells);
        this.#bytesInRows = bytes;
        // Each row of another length than the first would cost an error with its stack, a hundred times the row.
        Object.assign(this.#parser.info, { records: 0 });
        return null;
      },
    });
    // The stream tells a fault to its writer as well.
    this.#parser.on('error', () => undefined);
    this.#parser.resume();
  }

  get line(): number {
    return this.#line;
  }

  async write(text: string): Promise<void> {
    this.#bytesWritten += Buffer.byteLength(text);
    await this.#feed((told) => this.#parser.write(text, told));
    // The parser counts no delimiters.
    if (this.#bytesWritten - this.#bytesInRows > recordBytesMax) throw this.#openRow();
  }

  end(): Promise<void> {
    return this.#feed((told) => this.#parser.end(told));
  }

  async #feed(send: (told: (error?: Error | null) => void) => void): Promise<void> {
    const fault = await new Promise<Error | null | undefined>((resolve) => {
      send(resolve);
    });
    for (const { cells, line } of this.#rows) this.#readRow(cells, line);
    this.#rows.length = 0;
    if (fault) throw this.#unreadable(fault);
  }

  #unreadable(fault: Error): UnreadableFile {
    const isOpen = 'code' in fault && ['CSV_QUOTE_NOT_CLOSED', 'CSV_MAX_RECORD_SIZE'].includes(String(fault.code));
    return isOpen ? this.#openRow() : new UnreadableFile(this.#line, 'The row that begins here cannot be read.');
  }

  #openRow(): UnreadableFile {
    const limit = `${recordBytesMax / 1024} KB`;
    const message = `The row that begins here does not end, or not within ${limit}: is a closing quotation mark missing?`;
    return new UnreadableFile(this.#line, message);
  }

  #readRow(written: readonly string[], line: number): void {
    if (++this.#rowCount > rowsMax) throw new UnreadableFile(line, `The file has more than ${rowsMax} rows.`);
    const width = trimmedLength(written);
    if (width === 0 || (line === 1 && saidBy(written.join(this.delimiter)) !== undefined)) return;
    const cells = written.slice(0, width).map(withoutGuard);
    if (this.#columns === undefined) {
      this.#columns = this.#readFirst(cells, line);
      if (this.#columns.hasHeader) return;
    }
    if (width > this.#columns.count) {
      this.#entries.addProblem(line, 'invalid', `There are ${width} columns where ${this.#columns.count} are meant.`);
      return;
    }
    for (const raw of this.#columns.readRow(cells)) this.#entries.add(line, raw);
  }

  #readFirst(cells: readonly string[], line: number): Columns {
    const columns = readColumns(cells, this.#languages);
    if ('message' in columns) throw new UnreadableFile(line, columns.message);
    for (const column of columns.unknown) {
      this.#entries.skip(line, `Column ${column} has a name that says nothing here, and is left out.`);
    }
    return columns;
  }
}

/** The parser's own count takes CR LF inside quotes for two. */
function lineBreaksIn(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) if (/[\r\n]/.test(cell)) count += cell.match(/\r\n|\r|\n/g)?.length ?? 0;
  return count;
}

/** A first line with which spreadsheets tell each other the delimiter: `sep=;`. */
function saidDelimiter(start: string): Delimiter | undefined {
  const line = /^[^\r\n]*/.exec(start)?.[0] ?? '';
  return saidBy(line);
}

function saidBy(line: string): Delimiter | undefined {
  const said = /^"?sep=([,;\t])"?$/i.exec(line)?.[1];
  return said === ',' || said === ';' || said === '\t' ? said : undefined;
}

/** The delimiter that makes sense of the first row; one with names of columns makes the most. */
function likelyDelimiter(
  start: string,
  { candidates, languages }: { candidates: readonly Delimiter[]; languages: FileLanguages },
): Delimiter {
  const read = candidates.map((delimiter) => {
    const row = firstRow(start, delimiter);
    return { delimiter, row, columns: readColumns(row, languages) };
  });
  const named = read.find(({ columns }) => 'hasHeader' in columns && columns.hasHeader);
  const sensible =
    read.find(({ columns }) => 'hasHeader' in columns && columns.count !== 3) ??
    read.find(({ columns }) => 'hasHeader' in columns);
  const split = read.find(({ row }) => row.length > 1);
  const chosen = named ?? sensible ?? split ?? read[0];
  assert(chosen, 'no delimiter to choose from');
  return chosen.delimiter;
}

function firstRow(start: string, delimiter: Delimiter): readonly string[] {
  try {
    const [row = []] = parse(start, {
      delimiter,
      record_delimiter: lineBreaks,
      max_record_size: recordBytesMax,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: 1,
    });
    return row.slice(0, trimmedLength(row)).map(withoutGuard);
  } catch {
    return [];
  }
}
