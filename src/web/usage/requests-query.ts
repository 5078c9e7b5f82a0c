import { unixMs } from '../../ground/units.ts';
import type { Key } from '../../shop/keys/key-store.ts';
import type { RequestFilter, RequestPlace, RequestRecordId } from '../../shop/requests/request-store.ts';
import type { FormProblem } from '../pieces.ts';
import { queryText } from './day-range.ts';
import { given, ownKey, typedLanguage } from './journal-query.ts';

const names = ['id', 'status', 'key', 'source', 'target'] as const;

/** The statuses of listed requests. */
export const requestStatuses = [200, 400, 402, 429, 500] as const;

/** A search of recent requests, as typed and as parsed. */
export type RequestSearch = {
  readonly typed: Readonly<Record<(typeof names)[number], string>>;
  readonly filter: RequestFilter;
  readonly before: RequestPlace | undefined;
  readonly problems: readonly FormProblem[];
};

/**
 * @param keys the account's keys
 * @throws RefusedVisit `not_found` for a key that is not one of them
 */
export function readRequestSearch({ searchParams }: URL, keys: readonly Pick<Key, 'id'>[]): RequestSearch {
  const typed = Object.fromEntries(
    names.map((name) => [name, queryText(searchParams, name)]),
  ) as RequestSearch['typed'];
  const problems: FormProblem[] = [];
  if (!/^[\w.-]{0,128}$/.test(typed.id)) {
    problems.push({
      param: 'id',
      message: 'Copy the id from the reply: its X-Request-Id or the request_id of its error.',
    });
  }
  const status = typed.status === 'failed' ? 'failed' : requestStatuses.find((each) => String(each) === typed.status);
  if (typed.status !== '' && status === undefined) {
    problems.push({ param: 'status', message: 'There is no such status.' });
  }
  const filter: RequestFilter = {
    ...given('requestId', typed.id === '' ? undefined : typed.id),
    ...given<'status', NonNullable<RequestFilter['status']>>('status', status),
    ...given('keyId', ownKey(typed.key, keys)),
    ...given('source', typedLanguage(typed.source, 'source', problems)),
    ...given('target', typedLanguage(typed.target, 'target', problems)),
  };
  return { typed, filter, before: placeOf(queryText(searchParams, 'before')), problems };
}

/** Returns the address of `page` with the same filter. */
export function requestsPath(
  page: 'requests' | 'requests.csv',
  { typed }: Pick<RequestSearch, 'typed'>,
  before?: RequestPlace,
): string {
  const query = new URLSearchParams();
  for (const name of names) if (typed[name] !== '') query.set(name, typed[name]);
  if (before !== undefined) query.set('before', `${before.at}.${before.id}`);
  return `/${page}${query.size === 0 ? '' : `?${query.toString()}`}`;
}

function placeOf(text: string): RequestPlace | undefined {
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(text) ?? [];
  return at === undefined || id === undefined ? undefined : { at: unixMs(Number(at)), id: id as RequestRecordId };
}
