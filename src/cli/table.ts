/**
 * Formats rows as columns with a header; whole numbers are right-aligned.
 *
 * @param rows each with one cell for every head; a cell of undefined is shown as `-`
 */
export function table(heads: readonly string[], rows: readonly (readonly (string | number | undefined)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (cell === undefined ? '-' : String(cell))));
  const widths = heads.map((head, column) => Math.max(head.length, ...cells.map((row) => row[column]?.length ?? 0)));
  const toTheRight = heads.map((_, column) => rows.length > 0 && rows.every((row) => typeof row[column] === 'number'));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) =>
        toTheRight[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return [heads, ...cells].map(line).join('\n');
}
