import { type Key, type KeyId, playgroundKey } from '../../shop/keys/key-store.ts';
import { boundFilter } from '../../shop/usage/journal.ts';
import { type JournalFilter, journalKinds } from '../../shop/usage/journal-store.ts';
import type { UtcDay } from '../../shop/usage/usage-store.ts';
import { isoDay } from '../../shop/usage/utc-day.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { parseLanguageTag } from '../../text/languages/language-tag.ts';
import type { FormProblem } from '../pieces.ts';
import { nothingThere } from '../visit.ts';
import { problemOf } from '../wordings.ts';
import { queryText, typedDay } from './day-range.ts';

const names = ['kind', 'key', 'source', 'target', 'from', 'to'] as const;

/** A search of the journal, as typed and as parsed. */
export type JournalSearch = {
  readonly typed: Readonly<Record<(typeof names)[number], string>>;
  /** The query as executed. */
  readonly filter: JournalFilter;
  readonly before: number | undefined;
  readonly problems: readonly FormProblem[];
};

/**
 * @param keys the account's keys
 * @throws RefusedVisit `not_found` for a key that is not one of them
 */
export function readJournalSearch(
  { searchParams }: URL,
  keys: readonly Pick<Key, 'id'>[],
  today: UtcDay,
): JournalSearch {
  const typed = Object.fromEntries(
    names.map((name) => [name, queryText(searchParams, name)]),
  ) as JournalSearch['typed'];
  const problems: FormProblem[] = [];
  const kind = journalKinds.find((each) => each === typed.kind);
  if (typed.kind !== '' && kind === undefined)
    problems.push({ param: 'kind', message: 'Choose a kind from the list.' });
  const filter: JournalFilter = {
    ...given('kind', kind),
    ...given('keyId', ownKey(typed.key, keys)),
    ...given('source', typedLanguage(typed.source, 'source', problems)),
    ...given('target', typedLanguage(typed.target, 'target', problems)),
    ...given('from', typedDay(typed.from, 'from', problems)),
    ...given('to', typedDay(typed.to, 'to', problems)),
  };
  const before = positionOf(queryText(searchParams, 'before'));
  return { typed, before, ...bound(filter, today, problems) };
}

/**
 * Returns the address of `page` with the same filter, and with its dates written out, so that they stay the same after
 * midnight.
 */
export function journalPath(
  page: 'journal' | 'journal.csv',
  { typed, filter }: JournalSearch,
  before?: number,
): string {
  const query = new URLSearchParams();
  const days = { from: filter.from, to: filter.to };
  for (const name of names) {
    const day = name === 'from' || name === 'to' ? days[name] : undefined;
    const value = day === undefined ? typed[name] : isoDay(day);
    if (value !== '') query.set(name, value);
  }
  if (before !== undefined) query.set('before', String(before));
  return `/usage/${page}${query.size === 0 ? '' : `?${query.toString()}`}`;
}

function bound(
  filter: JournalFilter,
  today: UtcDay,
  problems: readonly FormProblem[],
): Pick<JournalSearch, 'filter' | 'problems'> {
  try {
    return { filter: boundFilter(filter, today), problems };
  } catch (error) {
    return { filter, problems: [...problems, problemOf(error)] };
  }
}

export function ownKey(id: string, keys: readonly Pick<Key, 'id'>[]): KeyId | undefined {
  if (id === '') return undefined;
  if (id !== playgroundKey && !keys.some((key) => key.id === id)) throw nothingThere();
  return id as KeyId;
}

export function typedLanguage(text: string, param: string, problems: FormProblem[]): LanguageTag | undefined {
  if (text === '') return undefined;
  const tag = parseLanguageTag(text);
  if (tag === undefined) problems.push({ param, message: 'Give the code of a language, such as es.' });
  return tag;
}

function positionOf(text: string): number | undefined {
  return /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** Omits a member without a value. */
export function given<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [Each in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [Each in Name]?: Value };
}
