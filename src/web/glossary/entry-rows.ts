import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import type { Terms } from '../../shop/glossaries/account-glossaries.ts';
import { type Term, termsMax } from '../../shop/glossaries/stored-entry.ts';
import type { TermId } from '../../text/glossary/glossary-entry.ts';
import type { Piece } from '../page.ts';
import { stackedRow } from '../pieces.ts';
import type { LanguageWords } from './language-words.ts';

export const listColumns = ['Term', 'Translation', 'Languages', 'Rules', 'Change'].map((title) => ({ title }));

/** Where the focus goes in a part of a page that a script requested. */
export type RowFocus = 'edit' | 'none';

/** A row of the list: one entry. */
export function termRow(term: Term, languages: LanguageWords, focus: RowFocus = 'none'): Piece {
  const { id, source, target, translation } = term;
  const path = `/terms/${encodeURIComponent(id)}`;
  const changes = html`<span class="changes"><a href="${path}/edit" hx-get="${path}/edit"${swapsRow} aria-label="Edit ${term.term}"${focus === 'edit' ? html` autofocus` : ''}>Edit</a>
<a href="${path}/remove" hx-get="${path}/remove"${swapsRow} aria-label="Remove ${term.term}">Remove</a></span>`;
  return stackedRow(rowId(id), listColumns, [
    languages.words(term.term, source),
    translation === undefined ? html`<span class="soft">not translated</span>` : languages.words(translation, target),
    languages.pair(term),
    rulesOf(term),
    changes,
  ]);
}

/** A row of the list across all columns. */
export function wideRow(id: TermId, body: Piece | string): Piece {
  return html`<tr id="${rowId(id)}" role="row"><td colspan="${listColumns.length}" class="wide" role="cell">${body}</td></tr>`;
}

export const swapsRow: Piece = html` hx-target="closest tr" hx-swap="outerHTML"`;

/** The number of entries and the version; a partial reply can replace it on the page. */
export function termFacts({ version, count }: Awaited<ReturnType<Terms['count']>>, isPart = false): Piece {
  return html`<p class="soft" id="term-facts"${isPart ? html` hx-swap-oob="true"` : ''} role="status">${formatCount(count)} of at most ${formatCount(
    termsMax,
  )} entries, version ${version}.</p>`;
}

function rowId(id: TermId): string {
  return `term-${id}`;
}

function rulesOf({ caseRule, partOfSpeech, note }: Term): Piece {
  const rules = [caseRule === 'exact' ? 'exact case' : '', partOfSpeech ?? ''].filter((rule) => rule !== '');
  return html`${rules.join(', ')}${note === '' ? '' : html`${rules.length > 0 ? html`<br>` : ''}<span class="soft small">${html`<bdi dir="auto">${note}</bdi>`}</span>`}`;
}
