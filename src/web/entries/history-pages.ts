import { html } from 'hono/html';
import { counted, formatCount } from '../../ground/counts.ts';
import type { AccountId } from '../../shop/accounts/account.ts';
import type { EntryChange, EntryChangeKind } from '../../shop/entries/entry-changes.ts';
import type { Page, Piece } from '../page.ts';
import { dataTable, moment, notice } from '../pieces.ts';
import { sendTo } from '../reply.ts';
import { type PageRoute, visitors } from '../route.ts';
import type { SignedInVisit } from '../visit.ts';
import { problemOf } from '../wordings.ts';
import { type EntryBook, editorOf } from './entry-book.ts';

/** `/glossary/history`: who changed what and when, and the undo of the last import. */
export function historyRoutes(book: EntryBook): readonly PageRoute[] {
  return [
    visitors.get(`${book.path}/history`, (visit) => show(book, visit, undefined)),
    visitors.post(`${book.path}/undo`, (visit) => undo(book, visit)),
  ];
}

async function show(book: EntryBook, visit: SignedInVisit, problem: string | undefined): Promise<Response> {
  const { accountId } = visit.visitor;
  const page = historyPage(book, { changes: await book.store.history(accountId), accountId, problem });
  return book.parts.pages.render(visit, { ...page, status: problem === undefined ? 200 : 409 });
}

async function undo(book: EntryBook, visit: SignedInVisit): Promise<Response> {
  const version = Number((await visit.readForm()).text('version'));
  try {
    // Undo only the import that the visitor saw.
    await book.store.undoImport(editorOf(visit), Number.isSafeInteger(version) ? version : 0);
  } catch (error) {
    return show(book, visit, problemOf(error).message);
  }
  return sendTo(visit, `${book.path}?done=undone`);
}

const columns = [
  ...['Version', 'When', 'What', 'Who'].map((title) => ({ title })),
  ...['Added', 'Removed'].map((title) => ({ title, isNumber: true })),
];

type History = {
  readonly changes: readonly EntryChange[];
  readonly accountId: AccountId;
  readonly problem: string | undefined;
};

function historyPage({ path, title }: EntryBook, { changes, accountId, problem }: History): Page {
  const last = changes.find(({ kind }) => kind === 'import');
  const body = html`<h1>${title} history</h1>
${problem === undefined ? '' : notice('bad', problem)}
${last !== undefined && last.undoneIn === undefined ? undoForm(path, last) : html`<p class="soft">There is no import to undo.</p>`}
${
  changes.length === 0
    ? html`<p>No changes yet.</p>`
    : dataTable(
        changes.length === 1 ? 'No earlier changes' : `The last ${formatCount(changes.length)} changes, newest first`,
        columns,
        changes.map((change) => rowOf(change, accountId)),
      )
}`;
  return { title: `${title} history`, section: `${path}/history`, body };
}

function undoForm(path: string, { version, at, added, removed }: EntryChange): Piece {
  return html`<form class="card" method="post" action="${path}/undo"><input type="hidden" name="version" value="${version}">
<p>The last import, of ${moment(at)}, added ${counted(added, 'entry', 'entries')} and removed or replaced ${formatCount(removed)}. Undo removes what it added and restores what it removed, except where a newer entry exists. Later changes stay.</p>
<div class="actions"><button class="danger" type="submit">Undo this import</button></div></form>`;
}

const kinds: Readonly<Record<EntryChangeKind, string>> = {
  add: 'Added',
  edit: 'Edited',
  remove: 'Removed',
  import: 'Imported',
  undo: 'Import undone',
  erase: 'Erased',
};

function rowOf({ version, at, kind, by, added, removed, undoneIn }: EntryChange, accountId: AccountId) {
  const what = undoneIn === undefined ? kinds[kind] : `${kinds[kind]}, undone in version ${undoneIn}`;
  const actor = by === accountId ? 'The account' : 'The operator';
  return [formatCount(version), moment(at), what, actor, formatCount(added), formatCount(removed)];
}
