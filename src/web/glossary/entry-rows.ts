import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import type { AccountGlossaries } from '../../shop/glossaries/account-glossaries.ts';
import { accountEntriesMax, type StoredEntry } from '../../shop/glossaries/stored-entry.ts';
import type { EntryId } from '../../text/glossary/glossary-entry.ts';
import type { Piece } from '../page.ts';
import { stackedRow } from '../pieces.ts';
import type { LanguageWords } from './language-words.ts';

export const listColumns = ['Term', 'Translation', 'Languages', 'Rules', 'Change'].map((title) => ({ title }));

/** Where the focus goes in a part of a page that a script requested. */
export type RowFocus = 'edit' | 'none';

/** A row of the list: one entry. */
export function entryRow(entry: StoredEntry, languages: LanguageWords, focus: RowFocus = 'none'): Piece {
  const { id, source, target, translation } = entry;
  const path = `/glossary/${encodeURIComponent(id)}`;
  const changes = html`<span class="changes"><a href="${path}/edit" hx-get="${path}/edit"${swapsRow} aria-label="Edit ${entry.term}"${focus === 'edit' ? html` autofocus` : ''}>Edit</a>
<a href="${path}/remove" hx-get="${path}/remove"${swapsRow} aria-label="Remove ${entry.term}">Remove</a></span>`;
  return stackedRow(rowId(id), listColumns, [
    languages.words(entry.term, source),
    translation === undefined ? html`<span class="soft">not translated</span>` : languages.words(translation, target),
    languages.pair(entry),
    rulesOf(entry),
    changes,
  ]);
}

/** A row of the list across all columns. */
export function wideRow(id: EntryId, body: Piece | string): Piece {
  return html`<tr id="${rowId(id)}" role="row"><td colspan="${listColumns.length}" class="wide" role="cell">${body}</td></tr>`;
}

export const swapsRow: Piece = html` hx-target="closest tr" hx-swap="outerHTML"`;

/** The number of entries and the version; a partial reply can replace it on the page. */
export function entryFacts({ count }: Awaited<ReturnType<AccountGlossaries['count']>>, isPart = false): Piece {
  return html`<p class="soft" id="entry-facts"${isPart ? html` hx-swap-oob="true"` : ''} role="status">${formatCount(count)} of ${formatCount(
    accountEntriesMax,
  )} entries</p>`;
}

function rowId(id: EntryId): string {
  return `entry-${id}`;
}

function rulesOf({ caseRule, partOfSpeech, note }: StoredEntry): Piece {
  const rules = [caseRule === 'exact' ? 'exact case' : '', partOfSpeech ?? ''].filter((rule) => rule !== '');
  return html`${rules.join(', ')}${note === '' ? '' : html`${rules.length > 0 ? html`<br>` : ''}<span class="soft small">${html`<bdi dir="auto">${note}</bdi>`}</span>`}`;
}
