import type { Span } from '../span.ts';
import { entityBody } from './entities.ts';

/** A cell, between quotation marks or not, with the delimiter after it. A doubled quotation mark is part of the cell. */
const patterns = {
  // Not the end of an entity.
  ';': cellBefore(`;(?<!&${entityBody})`),
  '|': cellBefore('[|]'),
  ',': cellBefore(','),
} as const;
type Delimiter = keyof typeof patterns;

/** Maximum fields of a line. A table with more fields is data. */
const fieldsMax = 200;

/** Returns the cells of a table: lines with equally many fields, no space after delimiters. Source: RFC 4180. */
export function findCells(text: string): readonly Span[] | undefined {
  const firstLine = text.slice(0, text.indexOf('\n') + 1);
  if (firstLine.trim() === '') return undefined;
  for (const delimiter of [';', '|', ','] as const) {
    if (firstLine.includes(delimiter)) {
      const cells = readTable(text, delimiter);
      if (cells) return cells;
    }
  }
  return undefined;
}

function readTable(text: string, delimiter: Delimiter): readonly Span[] | undefined {
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

function readRow(text: string, { start, end }: Span, delimiter: Delimiter): readonly Span[] | undefined {
  const line = text.slice(start, end);
  const cells: Span[] = [];
  const pattern = patterns[delimiter];
  pattern.lastIndex = 0;
  while (cells.length < fieldsMax) {
    const found = pattern.exec(line);
    const [from, to] = found?.indices?.[1] ?? found?.indices?.[2] ?? [];
    if (found === null || from === undefined || to === undefined) return undefined;
    cells.push({ start: start + from, end: start + to });
    if (found.indices?.[3] === undefined) return cells;
  }
  return undefined;
}

function cellBefore(delimiter: string): RegExp {
  return new RegExp(`(?:"((?:[^"]|"")*)"|((?!")(?:(?!${delimiter})[^])*))(?:(${delimiter}(?!\\s))|$)`, 'dy');
}
