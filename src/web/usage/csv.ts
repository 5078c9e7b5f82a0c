import { byteOrderMark, csvCell } from '../../ops/csv-cell.ts';

/** Numbers are whole and never negative. */
type Cell = string | number | undefined;

/** Returns the first row of a file. */
export const csvHeader = (names: readonly string[]): string => byteOrderMark + csvRow(names);

/** Returns one row of RFC 4180 with its line break. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map((cell) => csvCell(String(cell ?? ''))).join(',')}\r\n`;
}
