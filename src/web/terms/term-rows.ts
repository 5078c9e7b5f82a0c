import { html } from 'hono/html';
import { type Term, type TermId, termsMax } from '../../core/terms/term.ts';
import type { Terms } from '../../core/terms/terms.ts';
import type { Piece } from '../page.ts';
import { formatCount } from '../pieces.ts';
import type { LanguageWords } from './language-words.ts';

export const listColumns = ['Term', 'Translation', 'Languages', 'Rules', 'Change'] as const;

/** Parts of a page that a script asked for put the focus where the keyboard goes on. */
export type RowFocus = 'edit' | 'none';

/** One term of the list. */
export function termRow(term: Term, languages: LanguageWords, focus: RowFocus = 'none'): Piece {
  const { id, source, target, translation } = term;
  const path = `/terms/${encodeURIComponent(id)}`;
  const words = languages.words(term.term, source);
  return html`<tr id="${rowId(id)}"><th scope="row">${words}</th>
<td>${translation === undefined ? html`<span class="soft">kept as it is</span>` : languages.words(translation, target)}</td>
<td>${languages.pair(term)}</td><td>${rulesOf(term)}</td>
<td class="changes"><a href="${path}/edit" hx-get="${path}/edit"${swapsRow} aria-label="Edit ${term.term}"${focus === 'edit' ? html` autofocus` : ''}>Edit</a>
<a href="${path}/remove" hx-get="${path}/remove"${swapsRow} aria-label="Remove ${term.term}">Remove</a></td></tr>`;
}

/** A row of the list that holds something else than a term. */
export function wideRow(id: TermId, body: Piece | string): Piece {
  return html`<tr id="${rowId(id)}"><td colspan="${listColumns.length}" class="wide">${body}</td></tr>`;
}

export const swapsRow: Piece = html` hx-target="closest tr" hx-swap="outerHTML"`;

/** How many terms there are, and in which version; a part of a page may bring a new one for the one that stands there. */
export function termFacts({ version, count }: Awaited<ReturnType<Terms['count']>>, isPart = false): Piece {
  return html`<p class="soft" id="term-facts"${isPart ? html` hx-swap-oob="true"` : ''} role="status">${formatCount(count)} of at most ${formatCount(
    termsMax,
  )} terms, version ${version}.</p>`;
}

function rowId(id: TermId): string {
  return `term-${id}`;
}

function rulesOf({ caseRule, partOfSpeech, note }: Term): Piece {
  const rules = [caseRule === 'exact' ? 'capitals exactly' : '', partOfSpeech ?? ''].filter((rule) => rule !== '');
  return html`${rules.join(', ')}${note === '' ? '' : html`${rules.length > 0 ? html`<br>` : ''}<span class="soft small">${html`<bdi dir="auto">${note}</bdi>`}</span>`}`;
}
