import { html } from 'hono/html';
import { formatCount } from '../../ground/counts.ts';
import { type Key, playgroundKey } from '../../shop/keys/key-store.ts';
import type { RequestPage, RequestRecord } from '../../shop/requests/request-store.ts';
import { choice, field } from '../controls.ts';
import type { Page, Piece } from '../page.ts';
import { dataTable, pageHead, second } from '../pieces.ts';
import { type RequestSearch, requestStatuses, requestsPath } from './requests-query.ts';
import { byApi, keyName } from './words.ts';

export type RequestsView = {
  readonly search: RequestSearch;
  /** Undefined when the search is invalid. */
  readonly page: RequestPage | undefined;
  readonly keys: readonly Key[];
};

/** An account's requests of the last 30 days, newest first. */
export function requestsPage(view: RequestsView): Page {
  const { search, page } = view;
  const only = search.filter.requestId !== undefined && page?.requests.length === 1 ? page.requests[0] : undefined;
  if (only !== undefined) return requestPage(only, view.keys);
  const body = html`${pageHead('Requests', page === undefined || page.requests.length === 0 ? '' : csvButton(search))}
<p>Requests of the last 30 days, newest first. They appear a few seconds after the reply. Texts are not stored.</p>
${searchForm(view)}
${page === undefined ? '' : results(view, page)}
<p class="soft small">For accounts with very many requests, this list is a sample. The <a href="/usage/journal?kind=charge">transaction history</a> has every charge.</p>
<p><a href="/usage">Usage by day</a></p>`;
  return { title: 'Requests', section: '/requests', body, status: search.problems.length === 0 ? 200 : 400 };
}

/** All requests that match, not only those of the page. */
function csvButton(search: RequestSearch): Piece {
  return html`<a class="button" href="${requestsPath('requests.csv', search)}" download>Download CSV</a>`;
}

function searchForm({ search: { typed, problems }, keys }: RequestsView): Piece {
  const text = (name: 'source' | 'target', label: string) =>
    field({ name, label, value: typed[name], problems, lengthMax: 35, hint: 'For example, es' });
  const statuses = [
    ['', 'All'],
    ['failed', 'All failures'],
    ...requestStatuses.map((status) => [String(status), statusNames[status]] as const),
  ] as const;
  const named = [
    ['', 'All'],
    [playgroundKey, keyName(playgroundKey, [])],
    ...keys.map(({ id, name }) => [id, name] as const),
  ] as const;
  return html`<form method="get" action="/requests"><div class="row filters">
${choice({ name: 'status', label: 'Status', value: typed.status, problems, choices: statuses })}
${choice({ name: 'key', label: 'Key', value: typed.key, problems, choices: named })}
${text('source', 'From language')}${text('target', 'To language')}
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

function results({ search, keys }: RequestsView, { requests, next }: RequestPage): Piece {
  const { before } = search;
  const list =
    requests.length === 0 ? emptyPiece(search, { hasMore: next !== undefined, keys }) : requestTable(requests, keys);
  const newest = before === undefined ? '' : html`<a href="${requestsPath('requests', search)}">Newest</a>`;
  const older = requests.length === 0 ? 'Search older requests' : 'Older';
  return html`${list}
<p class="actions">${newest} ${next === undefined ? '' : html`<a rel="next" href="${requestsPath('requests', search, next)}">${older}</a>`}</p>`;
}

/** What happened to one request. */
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
${fact('From → to', pairWords(request))}
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

function pairWords({ source, target }: Pick<RequestRecord, 'source' | 'target'>): string {
  return source === undefined && target === undefined ? '' : `${source ?? 'auto'} → ${target ?? '?'}`;
}

type Emptiness = { readonly hasMore: boolean; readonly keys: readonly Key[] };

/** Why the list is empty; before the first request, what will be here, and the next step that leads to it. */
function emptyPiece(search: RequestSearch, { hasMore, keys }: Emptiness): Piece {
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

/** Requests with their links, newest first. */
export function requestTable(requests: readonly RequestRecord[], keys: readonly Key[]): Piece {
  return dataTable(
    'Requests, newest first',
    columns,
    requests.map(({ at, requestId, keyId, source, target, characters, tookMs, engine, api, ...result }) => [
      html`${second(at)}<br> <span class="soft small">${keyName(keyId, keys)}${byApi(api)}</span>`,
      html`<a href="/requests?id=${requestId}">${requestId}</a>`,
      outcome(result),
      pairWords({ source, target }),
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
