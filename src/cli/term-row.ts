import type { Term } from '../core/glossary/term.ts';
import { table } from './table.ts';
import { utcTime } from './utc-time.ts';

export type TermRow = ReturnType<typeof describeTerm>;

/** A glossary entry under `--json`. */
export function describeTerm(term: Term) {
  return {
    id: term.id,
    source: term.source,
    target: term.target,
    term: term.term,
    /** Null for a do-not-translate entry. */
    translation: term.translation ?? null,
    case: term.caseRule,
    part_of_speech: term.partOfSpeech ?? null,
    note: term.note,
    created_at: utcTime(term.createdAt),
    created_by: term.createdBy,
  };
}

export function termTable(rows: readonly TermRow[]): string {
  return table(
    ['ID', 'SOURCE', 'TARGET', 'TERM', 'TRANSLATION', 'CASE', 'PART', 'CREATED', 'NOTE'],
    rows.map((row) => [
      row.id,
      row.source,
      row.target,
      row.term,
      row.translation ?? '(kept)',
      row.case,
      row.part_of_speech ?? undefined,
      row.created_at,
      row.note === '' ? undefined : row.note,
    ]),
  );
}

/** `1 term`, `2 terms` */
export function counted(terms: number): string {
  return terms === 1 ? '1 term' : `${terms} terms`;
}
