/**
 * Cells that spreadsheets may run as formulas. They get an apostrophe in front.
 * Source: OWASP, CSV Injection.
 */
const formula = /^[=+\-@\t\r＝＋－＠]/u;

/** Whole numbers of the program, never negative. */
type Cell = string | number | undefined;

/** One row as RFC 4180 has it, its line break included. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? quoted(cell) : String(cell ?? ''))).join(',')}\r\n`;
}

function quoted(cell: string): string {
  const guarded = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n;\t]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
