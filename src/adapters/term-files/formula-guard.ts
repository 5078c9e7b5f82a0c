/**
 * Spreadsheets take a cell that begins with one of these signs for a formula, and run it. Such a cell is written with an
 * apostrophe before it, which is taken off when it is read; one that has apostrophes there by itself gets one more, so
 * that nothing is lost.
 * Source: OWASP, CSV Injection.
 */
const formula = /^'*[=+\-@＝＋－＠]/u;

export function withGuard(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
