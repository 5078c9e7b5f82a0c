import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import type { Characters } from '../../ground/units.ts';
import type { Account } from '../../shop/accounts/account.ts';
import { documentBytesMax } from '../../shop/documents/document.ts';
import type { Documents } from '../../shop/documents/documents.ts';
import type { FileColumn } from '../../shop/documents/file-filters.ts';
import type { LanguageCatalogue } from '../../text/languages/catalogue.ts';
import { choice, labelled } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { type FormProblem, notice, problemSummary } from '../pieces.ts';
import { chosenLanguages } from '../playground/draft.ts';
import { retryHeaders } from '../reply.ts';
import { type DocumentDraft, fileLimits, filesMax, fileTooLarge, tooManyFiles } from './document-form.ts';
import { buyCharacters, documentList, type RefusedFile } from './document-rows.ts';
import { formatList, formatName } from './file-formats.ts';

/** The result of the form; nothing of it before the first one. */
export type FormOutcome = {
  readonly draft: DocumentDraft;
  readonly problems?: readonly FormProblem[];
  readonly count?: Awaited<ReturnType<Documents['estimate']>>;
  /** Of a table; undefined if the file was not read. */
  readonly columns?: readonly FileColumn[] | undefined;
  /** Of several files, those that were not started. */
  readonly refused?: readonly RefusedFile[];
  /** Whether more characters would help. */
  readonly isPoor?: boolean;
  readonly status?: number;
  readonly retryAfterSeconds?: number | undefined;
};

export type DocumentsView = FormOutcome & {
  readonly account: Pick<Account, 'suspendedAt'>;
  readonly balance: Characters;
  readonly catalogue: Pick<LanguageCatalogue, 'entries'>;
  readonly isDeleted: boolean;
  readonly sendsMail: boolean;
  readonly list: Awaited<ReturnType<Documents['list']>>;
};

export function documentsPage(view: DocumentsView): Page {
  const { problems = [], refused = [], isPoor = false, status = 200, account, catalogue } = view;
  const isOpen = account.suspendedAt === undefined && catalogue.entries().length > 0;
  const body = html`<h1>Documents</h1>
<p>Translate files and get them back in the same format. Only translated characters are charged. Your <a href="/glossary">glossary</a> applies.</p>
${view.isDeleted ? notice('good', 'The document was deleted.') : ''}
${view.count === undefined ? '' : html`<p>Your browser forgot what you chose. Choose it again to translate it.</p>`}
${isOpen ? '' : notice('bad', account.suspendedAt === undefined ? 'Translation is unavailable at the moment. Try again later.' : 'Your account is suspended, so you cannot translate. Contact support.')}
${problemSummary(problems)}
${refused.length === 0 ? '' : notice('bad', `${counted(refused.length, 'file')} not started. See why below.`)}
${isPoor ? html`<p>${buyCharacters}</p>` : ''}
${isOpen ? fileForm(view) : ''}
${documentList({ ...view, refused })}`;
  const headers = retryHeaders(view);
  return { title: 'Documents', section: '/documents', scripts: ['documents', 'languages'], status, headers, body };
}

/** With scripts, counts and errors appear in `#count`, so that the chosen file stays. */
function fileForm(view: DocumentsView): Piece {
  const { draft, problems = [], catalogue } = view;
  const [sources, targets] = [chosenLanguages(catalogue, 'source'), chosenLanguages(catalogue, 'target')];
  return html`<form class="spaced" id="document" method="post" action="/documents" enctype="multipart/form-data" hx-post="/documents" hx-encoding="multipart/form-data" hx-target="#count">
${labelled(
  { name: 'file', label: 'Drop files here, or choose them', hint: `${formatList}. ${fileLimits}.`, problems },
  (described) =>
    html`<input class="drop" id="file" name="file" type="file" multiple required data-bytes-max="${documentBytesMax}" data-files-max="${filesMax}" data-too-large="${fileTooLarge}" data-too-many="${tooManyFiles(filesMax)}"${described}>`,
)}
<noscript><p class="hint">Several files together have at most ${documentBytesMax / 1_000_000} MB.</p></noscript>
<div class="row">${choice({ name: 'source', label: 'From', value: draft.source, choices: [['auto', 'Detect language'], ...sources], problems })}
${choice({ name: 'target', label: 'To', value: draft.target, choices: targets, problems })}</div>
${view.sendsMail ? html`<label class="check" for="mail"><input type="checkbox" id="mail" name="mail"${draft.wantsMail ? html` checked` : ''}> <span>Send me a mail when it is ready</span></label>` : ''}
<p class="small target-said" id="target-said" role="status"></p>
<div class="count" id="count" role="status" hx-post="/documents/estimate" hx-trigger="change from:#document" hx-target="this" hx-sync="this:replace">${countPiece({ ...view, problems: [] })}</div>
<div class="actions"><button class="primary" type="submit">Translate</button>
<noscript><button type="submit" formaction="/documents/estimate">Count characters</button></noscript></div>
<p class="soft small">Documents are deleted after an hour.</p>
<div class="column-choice" id="columns">${columnsPiece(view)}</div>
</form>`;
}

/** The part for a script: the cost or the problems, and the columns of a file that was read. */
export function formPart(view: Omit<DocumentsView, 'list'>): Piece {
  if (view.columns === undefined) return countPiece(view);
  return html`${countPiece(view)}<div id="columns" hx-swap-oob="innerHTML">${columnsPiece({ ...view, problems: [] })}</div>`;
}

/** Boxes for the columns of a table, below the rest of the form, which they must not move; after another problem, for the chosen ones. */
function columnsPiece({ columns, draft, problems = [] }: FormOutcome): Piece | string {
  const chosen = draft.columns.map((name) => ({ name, samples: [] }));
  const shown: readonly FileColumn[] = columns ?? chosen;
  if (shown.length === 0) return '';
  const problem = problems.find(({ param }) => param === 'columns')?.message;
  return html`<fieldset${problem === undefined ? '' : html` aria-describedby="columns-error"`}><legend>Columns to translate</legend>
<p class="hint">If you choose none, the column named like the source language is translated.</p>
${shown.map(({ name, samples }, index) => {
  const isTicked = draft.columns.includes(name);
  const focus = index === 0 && problem !== undefined ? html` autofocus` : '';
  return html`<label class="check" for="column-${index}"><input type="checkbox" id="column-${index}" name="columns" value="${name}"${isTicked ? html` checked` : ''}${focus}> <span><strong><bdi>${name}</bdi></strong><span class="soft small">${samples.map((sample, at) => html`${at === 0 ? ' ' : ' · '}<bdi>${sample}</bdi>`)}</span></span></label>`;
})}
${problem === undefined ? '' : html`<p class="error" id="columns-error">${problem}</p>`}
<div class="actions"><button type="submit">Translate</button></div></fieldset>`;
}

function countPiece({ count, problems = [], isPoor = false, balance }: Omit<DocumentsView, 'list'>): Piece {
  if (problems.length > 0)
    return html`<p class="cost over">${problems.map(({ message }) => message).join(' ')} ${isPoor ? buyCharacters : ''}</p>`;
  if (count === undefined) return html`<p class="soft number">${counted(balance, 'character')} left.</p>`;
  const { format, units, characters, memoryCharacters, charged } = count;
  const approved =
    memoryCharacters === 0 ? '' : ` Approved translations: ${counted(memoryCharacters, 'character')}, free.`;
  const said = `${formatName(format)}: ${counted(units, 'text')}, ${counted(characters, 'character')}.${approved}`;
  if (charged <= balance)
    return html`<p class="number">${said} You will have ${formatCount(balance - charged)} left.</p>`;
  return html`<p class="cost over number">${said} That is ${formatCount(charged - balance)} more than you have. ${buyCharacters}</p>`;
}
