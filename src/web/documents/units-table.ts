import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import type { DocumentState } from '../../shop/documents/document.ts';
import { isOneEntry, type ReviewedUnit } from '../../shop/documents/document-units.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import { entryCharactersMax } from '../../text/memory/memory-entry.ts';
import { approveForm, languageAttributes } from '../approve-form.ts';
import type { Piece } from '../page.ts';
import { entriesTable, excerpt, type FormProblem, stackedRow, swapsRow, wideRow } from '../pieces.ts';

/** Texts of one page. */
export const unitsShown = 50;

/** Characters of a text in the table; the form has all. */
const shownMax = 1_000;

type DocumentOfUnits = Pick<DocumentState, 'id' | 'source' | 'target'> & { readonly names: LanguageNames };

type LanguageNames = readonly [source: string, target: string];

/** Returns the names of a pair: `Spanish` and `English`. */
export function namesOf(
  catalogue: Pick<LanguageCatalogue, 'entries'>,
  { source, target }: Pick<DocumentState, 'source' | 'target'>,
): LanguageNames {
  const nameOf = (tag: string) => catalogue.entries().find(({ code }) => code === tag)?.name ?? tag;
  return [nameOf(source), nameOf(target)];
}

/** A page of the texts, of all or of those that keep their source. `page`: from 1. */
export type ShownUnits = {
  readonly page: number;
  readonly isKept: boolean;
  readonly total: number;
  readonly kept: number;
  readonly units: readonly ReviewedUnit[];
};

const columnsOf = (names: LanguageNames) => [...names, 'State', 'Change'].map((title) => ({ title }));

/** The texts with their translations, which a script replaces one by one with their forms. */
export function unitsPiece(document: DocumentOfUnits, { page, isKept, total, kept, units }: ShownUnits): Piece {
  const { id } = document;
  const from = (page - 1) * unitsShown;
  const count = isKept ? kept : total;
  const row = rowsOf(document);
  const [first, last] = [from + 1, from + units.length].map(formatCount);
  const caption =
    units.length === count ? counted(count, 'text') : `Texts ${first} to ${last} of ${formatCount(count)}`;
  const link = (to: number, text: string) => html`<a class="button" href="${pagePath(id, to, isKept)}">${text}</a>`;
  const further = [
    page > 1 ? link(page - 1, 'Previous page') : '',
    from + units.length < count ? link(page + 1, 'Next page') : '',
  ];
  return html`<div class="head"><h3 id="texts">Texts</h3>${filterPiece(id, { isKept, total, kept })}</div>
<p>Correct a translation and approve it: from then on it is always used, free of charge. This file does not change. Translate it again to get your approved translations. You can also review the texts in another program, and <a href="/memory/import">import</a> them.</p>
<form class="actions" method="post" action="/documents/${id}/again"><button type="submit">Translate again</button></form>
${entriesTable(caption, columnsOf(document.names), html`${units.map((unit) => row(unit))}`)}
${count > unitsShown ? html`<p class="actions">${further}</p>` : ''}`;
}

function filterPiece(
  id: string,
  { isKept, total, kept }: Pick<ShownUnits, 'isKept' | 'total' | 'kept'>,
): Piece | string {
  if (kept === 0) return '';
  const link = (ofKept: boolean, name: string, count: number) =>
    html`<li><a href="${pagePath(id, 1, ofKept)}#texts"${ofKept === isKept ? html` aria-current="true"` : ''}>${name} <span class="number">${formatCount(count)}</span></a></li>`;
  return html`<ul class="segments" aria-label="Texts">${link(false, 'All', total)}${link(true, 'Not translated', kept)}</ul>`;
}

export function unitRow(document: DocumentOfUnits, unit: ReviewedUnit): Piece {
  return rowsOf(document)(unit, html` autofocus`);
}

function rowsOf(document: DocumentOfUnits) {
  const [source, target] = [languageAttributes(document.source), languageAttributes(document.target)];
  const columns = columnsOf(document.names);
  const words = (text: string, attributes: Piece) => html`<bdi${attributes}>${excerpt(text, shownMax)}</bdi>`;
  return (unit: ReviewedUnit, focus: Piece | string = ''): Piece => {
    const { number } = unit;
    const path = unitPath(document, number);
    const change = isOneEntry(unit.source)
      ? html`<a href="${path}/approve" hx-get="${path}/approve"${swapsRow} aria-label="Edit text ${formatCount(number)}"${focus}>Edit</a>`
      : html`<span class="soft small">Too long to approve: more than ${formatCount(entryCharactersMax)} characters</span>`;
    return stackedRow(`unit-${number}`, columns, [
      words(unit.source, source),
      words(unit.approved ?? unit.target, target),
      stateOf(unit),
      html`<span class="changes">${change}</span>`,
    ]);
  };
}

function stateOf({ approved, isApproved, kept }: ReviewedUnit): Piece {
  if (isApproved) return html`<span class="badge good">Approved</span>`;
  if (approved !== undefined) {
    return html`<span class="badge good">Approved</span> <span class="soft small">not in this file yet</span>`;
  }
  if (kept === undefined) return html`<span class="soft">Not approved</span>`;
  return html`<span class="badge warn">Source kept</span> <span class="soft small">${reasons[kept]}</span>`;
}

const reasons: Readonly<Record<NonNullable<ReviewedUnit['kept']>, string>> = {
  invalid: 'No engine translated it correctly.',
  unwritable: 'Its translation lost a tag or a line of the file.',
};

export type UnitForm = {
  readonly document: DocumentOfUnits;
  readonly unit: ReviewedUnit;
  /** As typed; undefined before. */
  readonly typed?: string;
  readonly problems?: readonly FormProblem[];
};

/** The form of one text, for a page of its own or in its row. */
export function unitForm(
  { document, unit, typed = unit.approved ?? unit.target, problems = [] }: UnitForm,
  isPart: boolean,
): Piece {
  const { number } = unit;
  const path = unitPath(document, number);
  const action = `${path}/approve`;
  return approveForm({
    action,
    target: typed,
    targetLanguage: document.target,
    prefix: `unit-${number}-`,
    problems,
    hasFocus: true,
    fields: html`<p class="soft small">${document.names[0]}</p><div class="words"${languageAttributes(document.source)}>${unit.source}</div>`,
    attributes: isPart ? html` hx-post="${action}"${swapsRow}` : '',
    beside: html`<a href="${rowPath(document.id, number)}"${isPart ? html` hx-get="${path}"${swapsRow}` : ''} data-cancel>Cancel</a>`,
  });
}

export function wideUnitRow({ document, unit }: UnitForm, body: Piece): Piece {
  return wideRow(`unit-${unit.number}`, columnsOf(document.names), body);
}

/** Returns the path of the page with a text. */
export function rowPath(id: string, number: number, done = ''): string {
  return `${pagePath(id, Math.ceil(number / unitsShown))}${done}#unit-${number}`;
}

function pagePath(id: string, page: number, isKept = false): string {
  return `/documents/${id}?${isKept ? 'show=untranslated&' : ''}page=${page}`;
}

function unitPath({ id }: Pick<DocumentOfUnits, 'id'>, number: number): string {
  return `/documents/${id}/units/${number}`;
}
