import type { FieldProblem } from '../../core/service-error.ts';
import type { TermId, TermLanguage } from '../../core/terms/term.ts';
import { countCharacters } from '../../core/units.ts';
import { typedLanguage } from './language-words.ts';

/** What a visitor looks for among their terms, as typed and as understood. */
export type ListFilter = {
  readonly typed: { readonly q: string; readonly from: string; readonly to: string };
  readonly holding: string | undefined;
  readonly source: TermLanguage | undefined;
  readonly target: TermLanguage | undefined;
  readonly after: TermId | undefined;
  /** Rows that the page has already, where a script asks for more of it. */
  readonly rowsBefore: number;
  readonly problems: readonly FieldProblem[];
};

export const rowsMax = 50;

/** Longer than any term. */
const searchCharactersMax = 200;

export function readListFilter({ searchParams }: URL): ListFilter {
  const typed = { q: textOf(searchParams, 'q'), from: textOf(searchParams, 'from'), to: textOf(searchParams, 'to') };
  const problems: FieldProblem[] = [];
  if (countCharacters(typed.q) > searchCharactersMax) {
    problems.push({ param: 'q', message: `Search for at most ${searchCharactersMax} characters.` });
  }
  const language = (param: 'from' | 'to') => {
    const tag = typedLanguage(typed[param]);
    if (tag === undefined && typed[param].trim() !== '') {
      problems.push({ param, message: 'This is not a language code: use one such as "es", or "*".' });
    }
    return tag;
  };
  const [source, target] = [language('from'), language('to')];
  const after = searchParams.get('after');
  return {
    typed,
    holding: typed.q.trim() === '' ? undefined : typed.q.trim().normalize('NFC'),
    source,
    target,
    after: after === null ? undefined : (after as TermId),
    rowsBefore: Math.min(Math.max(Math.trunc(Number(searchParams.get('have'))) || 0, 0), rowsMax - 1),
    problems,
  };
}

export function isFiltered({ holding, source, target }: ListFilter): boolean {
  return holding !== undefined || source !== undefined || target !== undefined;
}

/** Where the list goes on. */
export function nextPath({ typed }: ListFilter, after: TermId, rowsBefore = 0): string {
  const query = new URLSearchParams(Object.entries(typed).filter(([, value]) => value !== ''));
  query.set('after', after);
  if (rowsBefore > 0) query.set('have', String(rowsBefore));
  return `/terms?${query.toString()}`;
}

function textOf(query: URLSearchParams, name: string): string {
  // The address is text like any other: halves of characters would reach the database.
  return (query.get(name) ?? '').toWellFormed().replaceAll('\0', '\u{FFFD}');
}
