/** Cells that spreadsheets may run as formulas. They are prefixed with an apostrophe. Source: OWASP, CSV Injection. */
const formula = /^[=+\-@\t\r＝＋－＠]/u;

/** Numbers are whole and never negative. */
type Cell = string | number | undefined;

/** Returns one row of RFC 4180 with its line break. */
export function csvRow(cells: readonly Cell[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? quoted(cell) : String(cell ?? ''))).join(',')}\r\n`;
}

function quoted(cell: string): string {
  const guarded = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n;\t]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
