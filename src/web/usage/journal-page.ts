import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { type Key, playgroundKey } from '../../shop/keys/key-store.ts';
import type { JournalPage } from '../../shop/usage/journal.ts';
import { type JournalEntry, journalKinds } from '../../shop/usage/journal-store.ts';
import { reportDaysMax } from '../../shop/usage/usage-reports.ts';
import { choice, field } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { dataTable, moment, pageHead } from '../pieces.ts';
import { type JournalSearch, journalPath } from './journal-query.ts';
import { byApi, keyName, kindNames } from './words.ts';

export type JournalView = {
  readonly search: JournalSearch;
  /** Undefined when the search is invalid. */
  readonly page: JournalPage | undefined;
  readonly keys: readonly Key[];
};

/** All changes of an account's balance, newest first. */
export function journalPage(view: JournalView): Page {
  const { search, page } = view;
  const body = html`${pageHead('Transaction history', page === undefined ? '' : csvButton(search))}
<p>Every change of your balance, newest first.</p>
${searchForm(view)}
${page === undefined ? '' : results(view, page)}
<p><a href="/usage">Usage by day</a></p>`;
  return { title: 'Transaction history', section: '/usage', body, status: search.problems.length === 0 ? 200 : 400 };
}

/** All entries that match, not only those of the page. */
function csvButton(search: JournalSearch): Piece {
  return html`<a class="button" href="${journalPath('journal.csv', search)}" download>Download CSV</a>`;
}

function searchForm({ search: { typed, problems }, keys }: JournalView): Piece {
  const text = (name: 'source' | 'target', label: string) =>
    field({ name, label, value: typed[name], problems, lengthMax: 35, hint: 'For example, es' });
  const date = (name: 'from' | 'to', label: string) =>
    field({ name, label, type: 'date', value: typed[name], problems });
  const kinds = [['', 'All'], ...journalKinds.map((kind) => [kind, kindNames[kind]] as const)] as const;
  const named = [
    ['', 'All'],
    ...keys.map(({ id, name }) => [id, name] as const),
    [playgroundKey, 'Playground'],
  ] as const;
  return html`<form method="get" action="/usage/journal"><div class="row filters">
${choice({ name: 'kind', label: 'Kind', value: typed.kind, problems, choices: kinds })}
${choice({ name: 'key', label: 'Key', value: typed.key, problems, choices: named })}
${text('source', 'From language')}${text('target', 'To language')}${date('from', 'From day')}${date('to', 'To day')}</div>
<p class="hint soft small">Days are UTC days. A search by key or language covers at most ${reportDaysMax} days: the last ones, unless you choose others.</p>
<div class="actions"><button type="submit">Filter</button> <a href="/usage/journal">All entries</a></div></form>`;
}

const columns = [
  { title: 'Time' },
  { title: 'Kind' },
  { title: 'Characters', isNumber: true },
  { title: 'Balance', isNumber: true },
  { title: 'For', isPlain: true },
];

function results({ search, keys }: JournalView, { entries, next }: JournalPage): Piece {
  const table =
    entries.length === 0
      ? html`<p>${nothing(search, next)}</p>`
      : dataTable(
          search.before === undefined ? 'Newest first' : 'Older entries, newest first',
          columns,
          entries.map((entry) => row(entry, keys)),
        );
  return html`${table}
<p class="actions">${search.before === undefined ? '' : html`<a href="${journalPath('journal', search)}">Newest</a>`} ${
    next === undefined
      ? ''
      : html`<a rel="next" href="${journalPath('journal', search, next)}">${entries.length === 0 ? 'Search older entries' : 'Older'}</a>`
  }</p>`;
}

function nothing({ before }: JournalSearch, next: number | undefined): string {
  if (next !== undefined) return 'Nothing found so far.';
  return before === undefined ? 'There are no such entries.' : 'There are no older entries.';
}

function row(entry: JournalEntry, keys: readonly Key[]): readonly (Piece | string)[] {
  const { at, kind, amount, balanceAfter } = entry;
  return [moment(at), kindNames[kind], signed(amount), formatCount(balanceAfter), purpose(entry, keys)];
}

/** With a sign of fixed width, so that figures are aligned. */
function signed(amount: number): string {
  return `${amount < 0 ? '−' : '+'}${formatCount(Math.abs(amount))}`;
}

function purpose({ kind, usage, order }: JournalEntry, keys: readonly Key[]): Piece | string {
  if (usage !== undefined) {
    const { source, target, engine, keyId, api } = usage;
    return html`${source} → ${target}, <span class="soft">${keyName(keyId, keys)}${byApi(api)}, ${engine}</span>`;
  }
  if (order !== undefined) return html`<a href="/orders/${order.id}">${order.packName}</a>`;
  switch (kind) {
    case 'purchase':
      return 'A pack without an order';
    case 'expiry':
      return 'Unused characters when the balance expired';
    case 'reinstatement':
      return 'Characters that had expired because a clock was wrong';
    case 'charge':
    case 'refund':
      return '';
  }
}
