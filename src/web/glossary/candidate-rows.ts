import { type ReadEntryContent, readEntryContent } from '../../shop/glossaries/entry-content.ts';
import type { ImportEntry } from '../../shop/glossaries/import-plan.ts';
import type { EntrySuggestion } from '../../shop/trial/entry-suggestions.ts';
import type { Form } from '../form.ts';

/** Candidates on a page: each has several form fields. */
export const candidatesShown = 100;

/** The inputs of a candidate. */
type CandidateField = 'words' | 'translation' | 'keep';

/** A candidate in the form, with the user's input. */
export type CandidateRow = {
  readonly words: string;
  readonly translation: string;
  readonly isTicked: boolean;
  readonly isKept: boolean;
  readonly partOfSpeech: string;
  readonly count: string;
  readonly example: string;
  /** Undefined while the row is valid. */
  readonly problem?: { readonly field: CandidateField; readonly message: string } | undefined;
};

const exampleLengthMax = 120;

/** @param text the text that contains it */
export function rowOfSuggestion({ words, kind, count, example }: EntrySuggestion, text: string): CandidateRow {
  const line = example.line === undefined ? '' : (text.split('\n')[example.line - 1] ?? '').trim();
  return {
    words,
    translation: '',
    isTicked: false,
    isKept: false,
    partOfSpeech: kind === 'name' ? 'name' : 'noun',
    count: String(count),
    example: excerpt(line, words),
  };
}

/** Returns the text around the words, cut at whole characters. */
function excerpt(line: string, words: string): string {
  const at = Math.max(line.toLowerCase().indexOf(words.toLowerCase()), 0);
  // From the beginning of a word, if possible.
  const from = at <= 40 ? 0 : line.slice(0, at - 25).lastIndexOf(' ') + 1 || at - 25;
  const cut = line
    .slice(from, from + exampleLengthMax)
    .toWellFormed()
    .replaceAll('\u{FFFD}', '');
  return `${from > 0 ? '…' : ''}${cut}${from + exampleLengthMax < line.length ? '…' : ''}`;
}

export function rowsOfForm(form: Form): readonly CandidateRow[] {
  const ticked = new Set(form.texts('take'));
  const rows: CandidateRow[] = [];
  for (let index = 0; index < candidatesShown && form.has(`words-${index}`); index++) {
    rows.push({
      words: form.text(`words-${index}`),
      translation: form.text(`translation-${index}`),
      isTicked: ticked.has(String(index)),
      isKept: form.has(`keep-${index}`),
      partOfSpeech: form.text(`part-${index}`),
      count: form.text(`count-${index}`),
      example: form.text(`example-${index}`),
    });
  }
  return rows;
}

export type Languages = { readonly source: string; readonly target: string };

/** Returns the ticked rows as entries of an import. Their line is the row's number among all rows, from 1. */
export function entriesOf(rows: readonly CandidateRow[], languages: Languages): readonly ImportEntry[] {
  return rows.flatMap((row, index): ImportEntry[] => {
    if (!row.isTicked) return [];
    const line = index + 1;
    const read = readRow(row, languages);
    if (read.kind === 'content') return [{ kind: 'content', line, content: read.content }];
    return [{ kind: 'problem', line, problem: read.problem, message: read.message }];
  });
}

/** Returns the input to correct when a row is refused. */
export function wrongField(row: CandidateRow, languages: Languages): CandidateField {
  const read = readRow(row, languages);
  if (read.kind === 'content' || read.field === 'term') return 'words';
  return read.field === 'doNotTranslate' ? 'keep' : 'translation';
}

function readRow({ words, translation, isKept, partOfSpeech }: CandidateRow, languages: Languages): ReadEntryContent {
  return readEntryContent({
    ...languages,
    term: words,
    translation,
    partOfSpeech,
    ...(isKept && { doNotTranslate: 'yes' }),
  });
}
