type Cell = string | number | null | undefined;

/** Returns a formatter of objects: `tableOf<Row>({ ID: 'id', PRICE: (row) => ... })` has a column for each member. */
export function tableOf<Row>(columns: Readonly<Record<string, MemberOf<Row> | ((row: Row) => Cell)>>) {
  const heads = Object.keys(columns);
  const cells = Object.values(columns);
  return (rows: readonly Row[]): string =>
    textTable(
      heads,
      rows.map((row) => cells.map((cell) => (typeof cell === 'function' ? cell(row) : (row[cell] as Cell)))),
    );
}

/** Names of the members that a cell can show. */
type MemberOf<Row> = { [Name in keyof Row & string]: Row[Name] extends Cell ? Name : never }[keyof Row & string];

/**
 * Formats rows as columns with a header; whole numbers are right-aligned.
 * @param rows each with one cell for every head; a cell of null or undefined is shown as `-`, a line break as U+FFFD
 */
export function textTable(heads: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const cells = rows.map((row) => row.map((cell) => String(cell ?? '-').replaceAll('\n', '\uFFFD')));
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
