import type { Term } from '../shop/glossaries/term.ts';
import { tableOf } from './table.ts';
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

export const termTable = tableOf<TermRow>({
  ID: 'id',
  SOURCE: 'source',
  TARGET: 'target',
  TERM: 'term',
  TRANSLATION: ({ translation }) => translation ?? '(kept)',
  CASE: 'case',
  PART: 'part_of_speech',
  CREATED: 'created_at',
  NOTE: ({ note }) => (note === '' ? undefined : note),
});
