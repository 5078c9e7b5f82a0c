import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import { ServiceError } from '../../ground/service-error.ts';
import { type DocumentResult, type DocumentState, untranslatedMax } from '../../shop/documents/document.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import type { Page, Piece } from '../page.ts';
import { pageFailure } from '../pages.ts';
import { clock, notice, pageHead } from '../pieces.ts';
import { readableProblem } from '../wordings.ts';
import { formatName } from './file-formats.ts';
import { namesOf, type ShownUnits, unitsPiece } from './units-table.ts';

export type DocumentView = {
  readonly document: DocumentState;
  /** Undefined without a result, or if an older version of the service translated it. */
  readonly shown: ShownUnits | undefined;
  readonly isApproved?: boolean;
};

type Catalogue = Pick<LanguageCatalogue, 'entries'>;

export function documentPage(view: DocumentView, catalogue: Catalogue): Page {
  const { document } = view;
  const { id, name, format, source, target, characters, memoryCharacters, expiresAt } = document;
  const fact = (title: string, value: Piece | string) => html`<dt>${title}</dt><dd>${value}</dd>`;
  const body = html`${pageHead('Documents', html`<a class="button" href="/documents">Translate another file</a>`)}
<section aria-labelledby="document-name"><h2 id="document-name"><bdi>${name}</bdi></h2>
<dl class="facts">
${fact('Format', formatName(format))}
${fact('Languages', namesOf(catalogue, { source, target }).join(' → '))}
${fact('Characters', html`<span class="number">${formatCount(characters)}</span>`)}
${memoryCharacters === 0 ? '' : fact('Approved, free', html`<span class="number">${formatCount(memoryCharacters)}</span>`)}
</dl>
${statePiece(document)}
<p class="visually-hidden" id="document-said" role="status"></p>
<p class="soft small">Bookmark this page. The document is deleted at ${clock(expiresAt)}.</p>
<details class="ask"><summary>Delete</summary><p>Delete this document and its translation? You cannot undo this.</p>
<form method="post" action="/documents/${id}/delete"><button class="danger" type="submit">Delete document</button></form></details>
<div class="document-rest" id="document-rest">${restPiece(view, catalogue)}</div></section>
${hasResult(document) ? '' : html`<noscript><meta http-equiv="refresh" content="3;url=/documents/${id}"></noscript>`}`;
  return { title: 'Documents', section: '/documents', scripts: ['entries'], body };
}

export function hasResult(document: DocumentState): document is DocumentState & DocumentResult {
  return document.status === 'done' || document.status === 'failed';
}

/** Requests itself until the document has a result; without scripts, the page reloads. */
function statePiece(document: DocumentState): Piece {
  if (hasResult(document)) {
    return html`<div class="document-state" id="document-state">${resultPiece(document)}</div>`;
  }
  const { id, characters } = document;
  const path = `/documents/${id}`;
  const [label, value, progress] =
    document.status === 'queued'
      ? ['Waiting for its turn', '', '']
      : [
          'Translating',
          html` value="${document.charactersDone}"`,
          `${formatCount(document.charactersDone)} of ${counted(characters, 'character')}. If you delete the document, those translated so far are charged. `,
        ];
  return html`<div class="document-state" id="document-state" hx-get="${path}" hx-trigger="every 2s" hx-swap="outerHTML">
<label for="document-progress">${label}</label><progress id="document-progress" max="${Math.max(1, characters)}"${value}></progress>
<p class="soft small number">${progress}This page updates automatically.</p></div>`;
}

/** For a script that inserts it: a result is announced as well. */
export function statePart(view: DocumentView, catalogue: Catalogue): Piece {
  const { document } = view;
  if (!hasResult(document)) return statePiece(document);
  return html`${statePiece(document)}
<p id="document-said" hx-swap-oob="innerHTML">${resultWord(document)}</p>
<div id="document-rest" hx-swap-oob="innerHTML">${restPiece(view, catalogue)}</div>`;
}

function resultPiece(document: DocumentState & DocumentResult): Piece {
  if (document.status === 'failed') return failurePiece(document);
  const { id, charged, memoryCharacters, untranslated } = document;
  const cost = `${counted(charged, 'character')} ${charged === 1 ? 'was' : 'were'} charged.`;
  const count = untranslated.length;
  const few = count < untranslatedMax ? '' : 'At least ';
  const kept =
    count === 0 ? '' : ` ${few}${counted(count, 'text')} ${count === 1 ? 'keeps its' : 'keep their'} source.`;
  return html`<div class="notice ${charged + memoryCharacters === 0 ? 'plain' : 'good'}"><p>${resultWord(document)} ${charged === 0 ? 'Nothing was charged.' : cost}${kept}</p></div>
<p class="actions"><a class="button primary" href="/documents/${id}/file" download>Download translation</a>
<a class="button" href="/documents/${id}/review" download>Both languages (XLIFF)</a>
<a class="button" href="/documents/${id}/review?format=csv" download>Table (CSV)</a></p>`;
}

/** A translated text is charged, unless it is approved. */
export function resultWord(document: DocumentResult & Pick<DocumentState, 'memoryCharacters'>): string {
  if (document.status === 'failed') return 'Not translated.';
  if (document.charged + document.memoryCharacters > 0) return 'Translated.';
  return document.untranslated.length > 0 ? 'Nothing could be translated.' : 'Nothing to translate.';
}

/** The texts. Last on the page, so that they move nothing. */
function restPiece({ document, shown, isApproved = false }: DocumentView, catalogue: Catalogue): Piece | string {
  if (document.status !== 'done') return '';
  return html`${isApproved ? notice('good', 'Approved. Your next requests use this translation, free of charge.') : ''}
${shown === undefined || shown.total === 0 ? '' : unitsPiece({ ...document, names: namesOf(catalogue, document) }, shown)}`;
}

function failurePiece({ reason, data }: Extract<DocumentResult, { readonly status: 'failed' }>): Piece {
  // As the failure was before it was stored.
  const failure = new ServiceError(reason as 'unusable_file', { data: data as { message: string } });
  const { message } = readableProblem(failure) ?? pageFailure(failure);
  const help = failure.code === 'insufficient_balance' ? html` <a href="/packs">Buy characters</a>` : '';
  return html`<div class="notice bad"><p>${message}${help} Nothing was charged.</p></div>`;
}
