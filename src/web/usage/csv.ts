/**
 * What spreadsheets may take for the beginning of a formula, and run. Such a cell is written with an apostrophe before it.
 * Source: OWASP, CSV Injection.
 */
const formula = /^[=+\-@\t\r＝＋－＠]/u;

/** Whole numbers of the program's own, of which none is negative. */
type Cell = string | number | undefined;

/** One row as RFC 4180 has it, its line break included. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? quoted(cell) : String(cell ?? ''))).join(',')}\r\n`;
}

function quoted(cell: string): string {
  const guarded = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n;\t]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
