import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import type { DocumentState } from '../../shop/documents/document.ts';
import type { Documents } from '../../shop/documents/documents.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { Piece } from '../page.ts';
import { clock, entriesTable, type FormProblem, stackedRow } from '../pieces.ts';
import { hasResult, resultWord } from './document-page.ts';
import { namesOf } from './units-table.ts';

export const buyCharacters = html`<a href="/packs">Buy characters</a>`;

export type FileRefusal = {
  readonly problems: readonly FormProblem[];
  /** Whether more characters would help. */
  readonly isPoor?: boolean;
};

/** A file of a form that was not started. */
export type RefusedFile = FileRefusal & { readonly name: string };

type Catalogue = Pick<LanguageCatalogue, 'entries'>;

type DocumentListView = {
  readonly list: Awaited<ReturnType<Documents['list']>>;
  readonly refused: readonly RefusedFile[];
  readonly catalogue: Catalogue;
};

const columns = [
  { title: 'File' },
  { title: 'Status', isPlain: true },
  { title: 'Characters', isNumber: true },
  { title: 'Charged', isNumber: true },
  { title: 'Deleted at' },
];

/** Refused files, the documents of this browser, and the others that count as unfinished. Hidden while it has none. */
export function documentList({ list: { known, others }, refused, catalogue }: DocumentListView): Piece {
  const isEmpty = known.length + others.length + refused.length === 0;
  const isUnfinished = others.length > 0 || known.some((document) => !hasResult(document));
  const rows = html`${refused.map((file, index) => fileRow(`refused-${index}`, file.name, refusalPiece(file)))}${known.map((document) => documentRow(document, catalogue))}${others.map(otherRow)}`;
  return html`<section class="files" id="documents"${isEmpty ? html` hidden` : ''}><div class="head"><h2>Your documents</h2>${isUnfinished ? html`<noscript><a class="button" href="/documents">Update</a></noscript>` : ''}</div>
${entriesTable('Documents of the last hour', columns, rows)}
<p class="visually-hidden" id="document-said" role="status"></p>
<template id="sent">${fileRow('sent-file', '', 'Waiting')}</template></section>`;
}

function fileRow(id: string, name: string, state: Piece | string): Piece {
  return stackedRow(id, columns, [html`<bdi>${name}</bdi>`, state, '', '', '']);
}

/** Requests itself until the document has a result. */
function documentRow(document: DocumentState, catalogue: Catalogue): Piece {
  const { id, name } = document;
  const polls = hasResult(document)
    ? ''
    : html` hx-get="/documents/${id}?row" hx-trigger="every 2s" hx-swap="outerHTML"`;
  const cells = [
    html`<a href="/documents/${id}"><bdi>${name}</bdi></a> <span class="soft small">${namesOf(catalogue, document).join(' → ')}</span>`,
    statePiece(document),
    formatCount(document.characters),
    hasResult(document) ? formatCount(document.status === 'done' ? document.charged : 0) : '',
    clock(document.expiresAt),
  ];
  return stackedRow(id, columns, cells, polls);
}

/** For a script that inserts it: a result is announced as well. */
export function rowPart(document: DocumentState, catalogue: Catalogue): Piece {
  const row = documentRow(document, catalogue);
  if (!hasResult(document)) return row;
  return html`${row}<p id="document-said" hx-swap-oob="innerHTML"><bdi>${document.name}</bdi>: ${resultWord(document)}</p>`;
}

function statePiece(document: DocumentState): Piece | string {
  switch (document.status) {
    case 'queued':
      return 'Waiting';
    case 'translating':
      return progressPiece(document);
    case 'failed':
      return html`<span class="badge bad">Failed</span>`;
    case 'done':
      return html`${resultWord(document)} <span class="changes"><a href="/documents/${document.id}/file" download aria-label="Download ${document.name}">Download</a></span>`;
  }
}

type Progress = { readonly charactersDone: number; readonly characters: number };

function progressPiece({ charactersDone, characters }: Progress): Piece {
  const percent = Math.floor((100 * charactersDone) / Math.max(1, characters));
  return html`Translating, ${percent}% <progress max="100" value="${percent}" aria-hidden="true"></progress>`;
}

function otherRow(
  { charactersDone, characters, expiresAt }: DocumentListView['list']['others'][number],
  index: number,
): Piece {
  const state = charactersDone === undefined ? 'Waiting' : progressPiece({ charactersDone, characters });
  const name = html`<span class="soft">Sent by a program or from another browser</span>`;
  return stackedRow(`other-${index}`, columns, [name, state, formatCount(characters), '', clock(expiresAt)]);
}

/** Why a file was not started. */
export function refusalPiece({ problems, isPoor = false }: FileRefusal): Piece {
  const help = problems.some(({ param }) => param === 'columns') ? ' Send this file alone to choose them.' : '';
  return html`<span class="badge bad">Not started</span> <span class="soft small">${problems.map(({ message }) => message).join(' ')}${help}${isPoor ? html` ${buyCharacters}` : ''}</span>`;
}
