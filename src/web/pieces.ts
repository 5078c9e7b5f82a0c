import { html } from 'hono/html';
import type { UnixMs } from '../ground/units.ts';
import { type CodeLanguage, highlighted } from './highlight.ts';
import type { Piece } from './page.ts';

/** An error of one form field; `param` is empty for an error of the whole form. */
export type FormProblem = { readonly param: string; readonly message: string };

/** The beginning of a text, in UTF-16 units. */
export function excerpt(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** A page's title, with its main action at the right. */
export function pageHead(title: string, action: Piece | string): Piece {
  return html`<div class="head"><h1>${title}</h1>${action}</div>`;
}

/** The title of a card, with a link to all of it at the right. */
export function cardHead(title: string, path: string, words: string): Piece {
  return html`<div class="head"><h2>${title}</h2><a href="${path}">${words}</a></div>`;
}

/** Screen readers announce `bad` immediately. */
export function notice(kind: 'good' | 'warn' | 'bad' | 'plain', text: Piece | string): Piece {
  return html`<div class="notice ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}"><p>${text}</p></div>`;
}

/** Errors of a whole form, above it, with the names of the invalid fields. */
export function problemSummary(problems: readonly FormProblem[]): Piece | string {
  if (problems.length === 0) return '';
  return html`<div class="notice bad" role="alert"><p>Check the following:</p><ul>${problems.map(
    ({ message }) => html`<li>${message}</li>`,
  )}</ul></div>`;
}

export type Column = {
  readonly title: string;
  readonly isNumber?: boolean;
  /** Whether its cells need no title beside them on a phone. */
  readonly isPlain?: boolean;
};

/**
 * A table that scrolls alone on a narrow screen, also by keyboard. The first cell of a row names it. With four or more
 * columns, or more words than numbers, each row becomes two lines on a phone: the first cells above, the rest below.
 * Rows of numbers alone are compared by column, so they only scroll.
 */
export function dataTable(
  caption: string,
  columns: readonly Column[],
  rows: readonly (readonly (Piece | string)[])[],
): Piece {
  const words = columns.filter(({ isNumber }) => isNumber !== true).length;
  const isStacked = words > 2 || (words > 1 && columns.length >= 4);
  const classes = isStacked ? 'stacked' : '';
  return tableOf({ caption, columns, classes }, html`${rows.map((cells) => rowOf(columns, cells, { isStacked }))}`);
}

/** A list of entries. Each row becomes two lines on a phone: rows of `stackedRow`, or with their own roles. */
export function entriesTable(caption: string, columns: readonly Column[], rows: Piece): Piece {
  return tableOf({ caption, columns, classes: 'stacked entries' }, rows);
}

/** Attributes of what replaces its row. */
export const swapsRow: Piece = html` hx-target="closest tr" hx-swap="outerHTML"`;

/** A row across all columns. */
export function wideRow(id: string, columns: readonly Column[], body: Piece): Piece {
  return html`<tr id="${id}" role="row"><td colspan="${columns.length}" class="wide" role="cell">${body}</td></tr>`;
}

/** A row that a script may replace by its id. */
export function stackedRow(
  id: string,
  columns: readonly Column[],
  cells: readonly (Piece | string)[],
  attributes: Piece | string = '',
): Piece {
  return rowOf(columns, cells, { isStacked: true, id, attributes });
}

type Table = { readonly caption: string; readonly columns: readonly Column[]; readonly classes: string };

function tableOf({ caption, columns, classes }: Table, rows: Piece): Piece {
  const role = roles(classes !== '');
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${caption}"><table${classes === '' ? '' : html` class="${classes}"`}${role('table')}><caption>${caption}</caption>
<thead${role('rowgroup')}><tr${role('row')}>${columns.map(
    (column) => html`<th scope="col"${classOf(column)}${role('columnheader')}>${column.title}</th>`,
  )}</tr></thead>
<tbody${role('rowgroup')}>${rows}</tbody></table></div>`;
}

type RowParts = { readonly isStacked: boolean; readonly id?: string; readonly attributes?: Piece | string };

function rowOf(
  columns: readonly Column[],
  cells: readonly (Piece | string)[],
  { isStacked, id, attributes }: RowParts,
): Piece {
  const role = roles(isStacked);
  const label = (index: number) =>
    isStacked && columns[index]?.isPlain !== true ? html` data-label="${columns[index]?.title ?? ''}"` : '';
  return html`<tr${id === undefined ? '' : html` id="${id}"`}${attributes}${role('row')}>${cells.map((cell, index) =>
    index === 0
      ? html`<th scope="row"${role('rowheader')}>${cell}</th>`
      : html`<td${classOf(columns[index])}${role('cell')}${label(index)}>${cell}</td>`,
  )}</tr>`;
}

function classOf(column: Column | undefined): Piece | string {
  return column?.isNumber === true ? html` class="number"` : '';
}

/** A table with another layout needs explicit table roles. */
function roles(isStacked: boolean): (name: string) => Piece | string {
  return (name) => (isStacked ? html` role="${name}"` : '');
}

/** Code with a button that copies it. `id` is the page's own. */
export function sample(id: string, label: string, code: string, language?: CodeLanguage): Piece {
  return html`<div class="sample"><pre tabindex="0" role="region" aria-label="${label}"><code id="${id}">${highlighted(code, language)}</code></pre>
<button class="small needs-script" type="button" data-copy="${id}" aria-label="Copy: ${label}">Copy</button></div>`;
}

/** A moment as `20 Nov 2026, 12:00 UTC`; a script shows it in the reader's time zone. */
export function moment(at: UnixMs): Piece {
  const iso = new Date(at).toISOString();
  return html`<time class="moment" datetime="${iso}">${dayText(at)}, ${iso.slice(11, 16)} UTC</time>`;
}

/** As `moment`, with seconds. */
export function second(at: UnixMs): Piece {
  const iso = new Date(at).toISOString();
  return html`<time class="moment" datetime="${iso}">${dayText(at)}, ${iso.slice(11, 19)} UTC</time>`;
}

/** The time of a moment within the next hours, as `12:00 UTC`; a script shows it in the reader's time zone. */
export function clock(at: UnixMs): Piece {
  const iso = new Date(at).toISOString();
  return html`<time class="moment" datetime="${iso}">${iso.slice(11, 16)} UTC</time>`;
}

/** A day as `20 Nov 2026`, by UTC. */
export function day(at: UnixMs): Piece {
  return html`<time datetime="${new Date(at).toISOString()}">${dayText(at)}</time>`;
}

/** As `20 Nov 2026`, by UTC. Source: ECMA-262, Date.prototype.toUTCString, which gives `Fri, 20 Nov 2026 00:00:00 GMT`. */
export function dayText(at: UnixMs): string {
  return new Date(at).toUTCString().slice(5, 16).replace(/^0/, '');
}
