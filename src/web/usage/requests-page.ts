import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { unixMs } from '../../ground/units.ts';
import type { Key } from '../../shop/keys/key-store.ts';
import type {
  RequestFilter,
  RequestPage,
  RequestPlace,
  RequestRecord,
  RequestRecordId,
} from '../../shop/requests/request-store.ts';
import { choice, field } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { dataTable, type FormProblem, pageHead, second } from '../pieces.ts';
import { queryText } from './day-range.ts';
import * as searches from './search.ts';
import { byApi, keyName, languageName } from './words.ts';

const names = ['id', 'status', 'key', 'source', 'target'] as const;

const requestStatuses = [200, 400, 402, 429, 500] as const;

export type RequestSearch = searches.FormSearch<(typeof names)[number], RequestFilter, RequestPlace>;

/** @throws RefusedVisit as `ownKey` */
export function readRequestSearch({ searchParams }: URL, keys: readonly Key[]): RequestSearch {
  const typed = searches.typedIn(searchParams, names);
  const problems: FormProblem[] = [];
  if (!/^[\w.-]{0,128}$/.test(typed.id)) {
    const message = 'Copy the id from the reply: its X-Request-Id or the request_id of its error.';
    problems.push({ param: 'id', message });
  }
  const status = typed.status === 'failed' ? 'failed' : requestStatuses.find((each) => String(each) === typed.status);
  if (typed.status !== '' && status === undefined) {
    problems.push({ param: 'status', message: 'There is no such status.' });
  }
  const filter: RequestFilter = searches.given({
    requestId: typed.id === '' ? undefined : typed.id,
    status,
    keyId: searches.ownKey(typed.key, keys),
    source: searches.typedLanguage(typed.source, 'source', problems),
    target: searches.typedLanguage(typed.target, 'target', problems),
  });
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(queryText(searchParams, 'before')) ?? [];
  const before = id === undefined ? undefined : { at: unixMs(Number(at)), id: id as RequestRecordId };
  return { typed, filter, before, problems };
}

/** An account's requests of the last 30 days, newest first. @param page undefined when the search is invalid */
export function requestsPage(
  search: RequestSearch & searches.Languages,
  page: RequestPage | undefined,
  keys: readonly Key[],
): Page {
  const { typed, filter, problems } = search;
  const [only, ...others] = page?.requests ?? [];
  if (filter.requestId !== undefined && only !== undefined && others.length === 0) return requestPage(only, keys);
  const body = html`${pageHead('Requests', only === undefined ? '' : searches.csvButton(searches.searchPath('/requests.csv', typed)))}
<p>Requests of the last 30 days, newest first. They appear a few seconds after the reply. Texts are not stored.</p>
${searchForm(search, keys)}
${page === undefined ? '' : results(search, page, keys)}
<p class="soft small">For accounts with very many requests, this list is a sample. The <a href="/usage/journal?kind=charge">transaction history</a> has every charge.</p>
<p><a href="/usage">Usage by day</a></p>`;
  return { title: 'Requests', section: '/requests', body, status: problems.length === 0 ? 200 : 400 };
}

function searchForm(search: RequestSearch & searches.Languages, keys: readonly Key[]): Piece {
  const { typed, problems } = search;
  const statuses = [
    ['', 'All'],
    ['failed', 'All failures'],
    ...requestStatuses.map((status) => [String(status), statusNames[status]] as const),
  ] as const;
  return html`<form method="get" action="/requests"><div class="row filters">
${choice({ name: 'status', label: 'Status', value: typed.status, problems, choices: statuses })}
${searches.searchFields(search, keys)}
${field({ name: 'id', label: 'Request id', value: typed.id, problems, lengthMax: 128, autocomplete: 'off' })}</div>
<div class="actions"><button type="submit">Filter</button> <a href="/requests">All requests</a></div></form>`;
}

const statusNames: Readonly<Record<(typeof requestStatuses)[number], string>> = {
  200: '200 Translated',
  400: '400 Invalid request',
  402: '402 Insufficient balance',
  429: '429 Limited',
  500: '500 Failed',
};

function results(search: RequestSearch, { requests, next }: RequestPage, keys: readonly Key[]): Piece {
  const isEmpty = requests.length === 0;
  return html`${isEmpty ? emptyPiece(search, next !== undefined, keys) : requestTable(requests, keys)}
${searches.pager({
  pathOf: (before) => searches.searchPath('/requests', search.typed, before),
  isFirst: search.before === undefined,
  next: next && `${next.at}.${next.id}`,
  older: isEmpty ? 'Search older requests' : 'Older',
})}`;
}

function requestPage(request: RequestRecord, keys: readonly Key[]): Page {
  const { at, requestId, keyId, characters, tookMs, engine, api } = request;
  const today = new Date(at).toISOString().slice(0, 10);
  const fact = (name: string, value: Piece | string) => html`<dt>${name}</dt><dd>${value}</dd>`;
  const title = `Request ${requestId}`;
  const body = html`<h1>${title}</h1>
<section class="card"><dl class="facts">
${fact('Answered', second(at))}
${fact('Key', html`<a href="/requests?key=${keyId}">${keyName(keyId, keys)}</a>`)}
${fact('Status', outcome(request))}
${fact('From → to', requestLanguages(request))}
${fact('Characters', charged(request))}
${fact('Time', `${formatCount(tookMs)} ms`)}
${engine === undefined ? '' : fact('Engine', engine)}
${api === undefined ? '' : fact('API', api)}
</dl>${characters === 0 ? '' : html`<p><a href="/usage/journal?key=${keyId}&from=${today}&to=${today}">Charges of this key on this day</a></p>`}</section>
<p><a href="/requests">All requests</a></p>`;
  return { title, section: '/requests', body };
}

function charged({ status, characters }: RequestRecord): string {
  if (characters > 0) return `${formatCount(characters)} charged`;
  return status < 400 ? 'Not charged: nothing to translate, or a stored reply' : 'Not charged';
}

/** A request that failed early has no languages, or no detected one. */
export function requestLanguages({ source, target }: Pick<RequestRecord, 'source' | 'target'>): string {
  if (source === undefined && target === undefined) return '';
  return `${source === undefined ? 'Detect' : languageName(source)} → ${target === undefined ? '?' : languageName(target)}`;
}

/** Why the list is empty; before the first request, what will be here, and the next step that leads to it. */
function emptyPiece(search: RequestSearch, hasMore: boolean, keys: readonly Key[]): Piece {
  const isFirst = !hasMore && search.before === undefined && Object.keys(search.filter).length === 0;
  if (!isFirst) return html`<p>${nothing(search, hasMore)}</p>`;
  const [path, act] = keys.length === 0 ? ['/keys/new', 'Create key'] : ['/docs', 'Send a request'];
  return html`<section class="card empty"><p>There are no requests yet. Each will be here with its status, languages, characters and time, and with the error of one that failed.</p>
<p class="actions"><a class="button primary" href="${path}">${act}</a></p></section>`;
}

function nothing({ filter, before }: RequestSearch, hasMore: boolean): string {
  if (hasMore) return 'Nothing was found so far. There are older requests.';
  if (before !== undefined) return 'There are no older requests.';
  if (filter.requestId !== undefined) {
    return 'No request has this id. A request without a valid key is not listed, and a new one appears after a few seconds.';
  }
  return 'No request matches.';
}

const columns = [
  { title: 'Time and key' },
  { title: 'Request id' },
  { title: 'Status', isPlain: true },
  { title: 'From → to', isPlain: true },
  { title: 'Characters', isNumber: true },
  { title: 'ms', isNumber: true },
  { title: 'Engine', isPlain: true },
];

function requestTable(requests: readonly RequestRecord[], keys: readonly Key[]): Piece {
  return dataTable(
    'Requests, newest first',
    columns,
    requests.map(({ at, requestId, keyId, source, target, characters, tookMs, engine, api, ...result }) => [
      html`${second(at)}<br> <span class="soft small">${keyName(keyId, keys)}${byApi(api)}</span>`,
      html`<a class="id" href="/requests?id=${requestId}">${requestId}</a>`,
      outcome(result),
      requestLanguages({ source, target }),
      formatCount(characters),
      formatCount(tookMs),
      engine ?? '',
    ]),
  );
}

function outcome({ status, code }: Pick<RequestRecord, 'status' | 'code'>): Piece | string {
  if (code === 'caller_gone') return html`<span class="error">Your client disconnected before the reply.</span>`;
  const link = code === undefined ? '' : html` <a href="/docs/errors#${code}">${code}</a>`;
  return html`<span class="badge ${status < 400 ? 'good' : 'bad'}">${status}</span>${link}`;
}
