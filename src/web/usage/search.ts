import { html } from 'hono/html';
import { type Key, type KeyId, playgroundKey } from '../../shop/keys/key-store.ts';
import type { LanguageEntry } from '../../text/languages/catalogue.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import { parseLanguageTag } from '../../text/languages/language-tag.ts';
import { choice } from '../controls.ts';
import { byName } from '../language-names.ts';
import type { Piece } from '../page.ts';
import type { FormProblem } from '../pieces.ts';
import { nothingThere } from '../visit.ts';
import { queryText } from './day-range.ts';
import { languageName } from './words.ts';

/** A search of the journal or of the requests, as typed and as parsed. */
export type FormSearch<Name extends string, Filter, Place> = {
  readonly typed: Readonly<Record<Name, string>>;
  readonly filter: Filter;
  readonly before: Place | undefined;
  readonly problems: readonly FormProblem[];
};

export function typedIn<Name extends string>(query: URLSearchParams, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, queryText(query, name)])) as Readonly<Record<Name, string>>;
}

/** @throws RefusedVisit `not_found` for a key that is not one of the account's keys */
export function ownKey(id: string, keys: readonly Pick<Key, 'id'>[]): KeyId | undefined {
  if (id === '') return undefined;
  if (id !== playgroundKey && !keys.some((key) => key.id === id)) throw nothingThere();
  return id as KeyId;
}

export function typedLanguage(text: string, param: string, problems: FormProblem[]): LanguageTag | undefined {
  if (text === '') return undefined;
  const tag = parseLanguageTag(text);
  if (tag === undefined) problems.push({ param, message: 'Choose a language from the list.' });
  return tag;
}

/** Omits the members without a value. */
export function given<Members extends object>(
  members: Members,
): { readonly [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as typeof members;
}

export function searchPath(path: string, typed: Readonly<Record<string, string>>, before = ''): string {
  const query = new URLSearchParams(Object.entries({ ...typed, before }).filter(([, value]) => value !== ''));
  return `${path}${query.size === 0 ? '' : `?${query.toString()}`}`;
}

/** A button for all rows that match, not only those of the page. */
export function csvButton(href: string): Piece {
  return html`<a class="button" href="${href}" download>Download CSV</a>`;
}

type Pager = {
  /** The address of the page that begins at `before`; of the newest rows without it. */
  readonly pathOf: (before?: string) => string;
  readonly isFirst: boolean;
  readonly next: string | undefined;
  readonly older: string;
};

export function pager({ pathOf, isFirst, next, older }: Pager): Piece {
  return html`<p class="actions">${isFirst ? '' : html`<a href="${pathOf()}">Newest</a>`} ${
    next === undefined ? '' : html`<a rel="next" href="${pathOf(next)}">${older}</a>`
  }</p>`;
}

/** The languages that a search offers. */
export type Languages = { readonly languages: readonly LanguageEntry[] };

type CommonFields = Pick<FormSearch<'key' | 'source' | 'target', unknown, unknown>, 'typed' | 'problems'> & Languages;

export function searchFields({ typed, problems, languages }: CommonFields, keys: readonly Key[]): Piece {
  const language = (name: 'source' | 'target', label: string) => {
    const value = parseLanguageTag(typed[name]) ?? '';
    const offered = byName(languages.filter((each) => each[name])).map((each) => [each.code, each.name] as const);
    // An address may have another code than those of now.
    const other =
      value === '' || offered.some(([code]) => code === value) ? [] : [[value, languageName(value)] as const];
    return choice({ name, label, value, problems, choices: [['', 'All'], ...other, ...offered] });
  };
  const named = keys.map(({ id, name }) => [id, name] as const);
  const choices = [['', 'All'], ...named, [playgroundKey, 'Playground']] as const;
  return html`${choice({ name: 'key', label: 'Key', value: typed.key, problems, choices })}
${language('source', 'From language')}${language('target', 'To language')}`;
}
