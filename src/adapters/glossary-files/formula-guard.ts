/**
 * Spreadsheets run a cell that begins with one of these signs as a formula. Such a cell is written with an apostrophe
 * before it, which is removed on reading. A cell that already has apostrophes there gets one more, so that nothing is
 * lost. Source: OWASP, CSV Injection.
 */
const formula = /^'*[=+\-@＝＋－＠]/u;

export function withGuard(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
