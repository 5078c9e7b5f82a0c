import { countCharacters } from '../../ground/units.ts';
import { parseEntryLanguage } from '../../shop/glossaries/entry-content.ts';
import type { EntryId, EntryLanguage } from '../../text/glossary/glossary-entry.ts';
import type { FormProblem } from '../pieces.ts';
import { type LanguageWords, languageProblems } from './language-words.ts';

/** A search of the list, as typed and as parsed. */
export type ListFilter = {
  readonly typed: { readonly q: string; readonly from: string; readonly to: string };
  readonly holding: string | undefined;
  readonly source: EntryLanguage | undefined;
  readonly target: EntryLanguage | undefined;
  readonly after: EntryId | undefined;
  /** Rows already on the page, when a script requests more. */
  readonly rowsBefore: number;
  readonly problems: readonly FormProblem[];
};

export const rowsMax = 50;

/** Longer than any term. */
const searchCharactersMax = 200;

export function readListFilter({ searchParams }: URL, languages: Pick<LanguageWords, 'code'>): ListFilter {
  const textOf = (name: string) => searchParams.get(name) ?? '';
  const typed = { q: textOf('q'), from: languages.code(textOf('from')), to: languages.code(textOf('to')) };
  const problems: FormProblem[] = [...languageProblems('from', typed.from), ...languageProblems('to', typed.to)];
  if (countCharacters(typed.q) > searchCharactersMax) {
    problems.push({ param: 'q', message: `Search for at most ${searchCharactersMax} characters.` });
  }
  const after = searchParams.get('after');
  return {
    typed,
    holding: typed.q.trim() === '' ? undefined : typed.q.trim().normalize('NFC'),
    source: parseEntryLanguage(typed.from),
    target: parseEntryLanguage(typed.to),
    after: after === null ? undefined : (after as EntryId),
    rowsBefore: Math.min(Math.max(Math.trunc(Number(searchParams.get('have'))) || 0, 0), rowsMax - 1),
    problems,
  };
}

export function isFiltered({ holding, source, target }: ListFilter): boolean {
  return holding !== undefined || source !== undefined || target !== undefined;
}

/** Returns the path of the next part of the list. */
export function nextListPath({ typed }: ListFilter, after: EntryId, rowsBefore = 0): string {
  const query = new URLSearchParams(Object.entries(typed).filter(([, value]) => value !== ''));
  query.set('after', after);
  if (rowsBefore > 0) query.set('have', String(rowsBefore));
  return `/glossary?${query.toString()}`;
}
