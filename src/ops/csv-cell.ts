/** First in a CSV file, so that spreadsheets read it as UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * Where a spreadsheet may find a formula: at the start of a cell or, because spreadsheets of other locales split cells at
 * other separators, after any of them. Source: OWASP, CSV Injection.
 */
const formula = /(?<=(?:^|[,;|\t\r\n])(?:[^\S\t\r\n]|")*)'*[=+\-@＝＋－＠]/gu;

/**
 * Returns a cell of CSV or TSV, quoted if it has any separator (RFC 4180). A formula is written with an apostrophe before
 * it, and with one more if it already has apostrophes there, so that `withoutGuard` loses nothing.
 */
export function csvCell(text: string): string {
  const guarded = text.replace(formula, "'$&");
  return /[",;|\t\r\n]/.test(guarded) ? quoted(guarded) : guarded;
}

/** Returns the same cell, quoted in any case. */
export function quotedCell(text: string): string {
  return quoted(text.replace(formula, "'$&"));
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`;
}

/** Returns the text of a cell without the apostrophes of `csvCell`. */
export function withoutGuard(cell: string): string {
  return cell.replace(formula, (found) => found.replace("'", ''));
}
