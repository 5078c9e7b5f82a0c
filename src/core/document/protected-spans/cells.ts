import type { Span } from '../span.ts';

const delimiters = [';', '|', ','] as const;

/** Maximum fields of one line; a table with more is data. */
const fieldsMax = 200;

/**
 * The cells of a table written by a program: lines with the same number of fields and separators without white space after
 * them. Undefined if `text` is not such a table: prose has a space after commas. Source of the quoting: RFC 4180.
 */
export function findCells(text: string): readonly Span[] | undefined {
  const firstLine = text.slice(0, text.indexOf('\n') + 1);
  if (firstLine.trim() === '') return undefined;
  for (const delimiter of delimiters) {
    if (firstLine.includes(delimiter)) {
      const cells = readTable(text, delimiter);
      if (cells) return cells;
    }
  }
  return undefined;
}

function readTable(text: string, delimiter: string): readonly Span[] | undefined {
  const cells: Span[] = [];
  let [lines, fields] = [0, 0];
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('\n', start);
    const next = found < 0 ? text.length : found;
    const end = text[next - 1] === '\r' ? next - 1 : next;
    if (end > start) {
      const row = readRow(text, { start, end }, delimiter);
      if (row === undefined || row.length < (delimiter === ',' ? 3 : 2)) return undefined;
      if (lines > 0 && row.length !== fields) return undefined;
      fields = row.length;
      lines++;
      for (const cell of row) if (cell.end > cell.start) cells.push(cell);
    }
    start = next + 1;
  }
  return lines > 1 ? cells : undefined;
}

function readRow(text: string, line: Span, delimiter: string): readonly Span[] | undefined {
  const cells: Span[] = [];
  for (let at = line.start; at <= line.end; ) {
    const cell =
      text[at] === '"' ? quotedCell(text, at, line.end) : plainCell(text, { start: at, end: line.end }, delimiter);
    if (cell === undefined || cells.length === fieldsMax) return undefined;
    cells.push(cell);
    at = cell.end + (text[at] === '"' ? 1 : 0);
    if (at === line.end) return cells;
    if (text[at] !== delimiter || (at + 1 < line.end && /\s/.test(text.charAt(at + 1)))) return undefined;
    at++;
  }
  return cells;
}

function plainCell(text: string, { start, end }: Span, delimiter: string): Span {
  const found = text.slice(start, end).indexOf(delimiter);
  return { start, end: found < 0 ? end : start + found };
}

/** The text between the quotation marks; a doubled one is part of the cell. */
function quotedCell(text: string, start: number, end: number): Span | undefined {
  for (let at = start + 1; at < end; at++) {
    if (text[at] !== '"') continue;
    if (text[at + 1] !== '"') return { start: start + 1, end: at };
    at++;
  }
  return undefined;
}
