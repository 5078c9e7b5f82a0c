import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import type { Key } from '../../shop/keys/key-store.ts';
import { boundFilter, type JournalPage } from '../../shop/usage/journal.ts';
import {
  type JournalEntry,
  type JournalFilter,
  type JournalKind,
  journalKinds,
} from '../../shop/usage/journal-store.ts';
import { reportDaysMax } from '../../shop/usage/usage-reports.ts';
import { isoDay, type UtcDay } from '../../shop/usage/usage-store.ts';
import { choice, field } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { dataTable, type FormProblem, moment, pageHead } from '../pieces.ts';
import { problemOf } from '../wordings.ts';
import { queryText, typedDay } from './day-range.ts';
import * as searches from './search.ts';
import { byApi, keyName, pairWords } from './words.ts';

const names = ['kind', 'key', 'source', 'target', 'from', 'to'] as const;

export type JournalSearch = searches.FormSearch<(typeof names)[number], JournalFilter, number>;

/** @throws RefusedVisit as `ownKey` */
export function readJournalSearch({ searchParams }: URL, keys: readonly Key[], today: UtcDay): JournalSearch {
  const typed = searches.typedIn(searchParams, names);
  const problems: FormProblem[] = [];
  const kind = journalKinds.find((each) => each === typed.kind);
  if (typed.kind !== '' && kind === undefined) {
    problems.push({ param: 'kind', message: 'Choose a kind from the list.' });
  }
  const filter = searches.given({
    kind,
    keyId: searches.ownKey(typed.key, keys),
    source: searches.typedLanguage(typed.source, 'source', problems),
    target: searches.typedLanguage(typed.target, 'target', problems),
    from: typedDay(typed.from, 'from', problems),
    to: typedDay(typed.to, 'to', problems),
  });
  const position = queryText(searchParams, 'before');
  const before = /^\d{1,15}$/.test(position) ? Number(position) : undefined;
  try {
    return { typed, before, filter: boundFilter(filter, today), problems };
  } catch (error) {
    return { typed, before, filter, problems: [...problems, problemOf(error)] };
  }
}

/** All changes of an account's balance, newest first. @param page undefined when the search is invalid */
export function journalPage(
  search: JournalSearch & searches.Languages,
  page: JournalPage | undefined,
  keys: readonly Key[],
): Page {
  const { typed, filter, problems } = search;
  // With its dates written out, so that they stay the same after midnight.
  const written = (day: UtcDay | undefined) => (day === undefined ? undefined : isoDay(day));
  const days = searches.given({ from: written(filter.from), to: written(filter.to) });
  const pathTo = (path: string, before?: string) => searches.searchPath(path, { ...typed, ...days }, before);
  const body = html`${pageHead('Transaction history', page === undefined ? '' : searches.csvButton(pathTo('/usage/journal.csv')))}
<p>Every change of your balance, newest first.</p>
${searchForm(search, keys)}
${page && results(search, page, keys)}
${
  page &&
  searches.pager({
    pathOf: (before) => pathTo('/usage/journal', before),
    isFirst: search.before === undefined,
    next: page.next?.toString(),
    older: page.entries.length === 0 ? 'Search older entries' : 'Older',
  })
}`;
  return { title: 'Transaction history', section: '/usage/journal', body, status: problems.length === 0 ? 200 : 400 };
}

const kindNames: Readonly<Record<JournalKind, string>> = {
  purchase: 'Purchase',
  charge: 'Charge',
  expiry: 'Expiry',
  refund: 'Refund',
  reinstatement: 'Reinstatement',
};

function searchForm(search: JournalSearch & searches.Languages, keys: readonly Key[]): Piece {
  const { typed, problems } = search;
  const date = (name: 'from' | 'to', label: string) =>
    field({ name, label, type: 'date', value: typed[name], problems });
  const kinds = [['', 'All'], ...journalKinds.map((kind) => [kind, kindNames[kind]] as const)] as const;
  return html`<form method="get" action="/usage/journal"><div class="row filters">
${choice({ name: 'kind', label: 'Kind', value: typed.kind, problems, choices: kinds })}
${searches.searchFields(search, keys)}${date('from', 'From day')}${date('to', 'To day')}</div>
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

function results({ before }: JournalSearch, { entries, next }: JournalPage, keys: readonly Key[]): Piece {
  if (entries.length > 0) {
    const caption = before === undefined ? 'Newest first' : 'Older entries, newest first';
    return dataTable(
      caption,
      columns,
      entries.map((entry) => row(entry, keys)),
    );
  }
  if (next !== undefined) return html`<p>Nothing found so far.</p>`;
  return html`<p>There are no ${before === undefined ? 'such' : 'older'} entries.</p>`;
}

function row(entry: JournalEntry, keys: readonly Key[]): readonly (Piece | string)[] {
  const { at, kind, amount, balanceAfter } = entry;
  // A sign of fixed width, so that figures are aligned.
  const change = `${amount < 0 ? '−' : '+'}${formatCount(Math.abs(amount))}`;
  return [moment(at), kindNames[kind], change, formatCount(balanceAfter), purpose(entry, keys)];
}

function purpose({ kind, usage, order }: JournalEntry, keys: readonly Key[]): Piece | string {
  if (usage !== undefined) {
    const { source, target, engine, keyId, api } = usage;
    return html`${pairWords(source, target)}, <span class="soft">${keyName(keyId, keys)}${byApi(api)}, ${engine}</span>`;
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
