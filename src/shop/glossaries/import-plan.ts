import type { Steps } from '../../ground/steps.ts';
import { caseFolding } from '../../text/glossary/case-folding.ts';
import { anyLanguage, type EntryId } from '../../text/glossary/glossary-entry.ts';
import type { LanguageTag } from '../../text/languages/language.ts';
import type { EntryContentProblemKind } from './entry-content.ts';
import type { EntryContent, StoredEntry } from './stored-entry.ts';

/**
 * Problems of `EntryContentProblemKind` refuse the import. So does a `conflict`, two translations for one term, unless
 * the caller chooses one. `duplicate`: already in the file or in the glossary. `replaced`: replaces another translation
 * in the glossary. `skipped`: information that cannot be imported.
 */
export type ImportProblemKind = EntryContentProblemKind | 'conflict' | 'duplicate' | 'replaced' | 'skipped';

export type ImportProblem = {
  /** Line number as in an editor, from 1. */
  readonly line: number;
  readonly kind: ImportProblemKind;
  /** Contains no text of the file except an unknown language. */
  readonly message: string;
};

/** An entry of a file, in the order of the file. */
export type ImportEntry =
  | { readonly kind: 'content'; readonly line: number; readonly content: EntryContent }
  | {
      readonly kind: 'problem';
      readonly line: number;
      readonly problem: EntryContentProblemKind;
      readonly message: string;
    };

export type ImportOptions = {
  /** Leaves out entries that would refuse the import, except conflicts. */
  readonly skipProblems?: boolean;
  /** The translation to use in a conflict. Without it, a conflict refuses the import. */
  readonly onConflict?: 'first' | 'last' | undefined;
  /** Removes entries that are not in the file, for the language pairs of the file. */
  readonly replaceAll?: boolean;
};

/** An entry of the file that is not in the glossary in this form. */
export type PlannedEntry = {
  readonly line: number;
  readonly content: EntryContent;
  /** Entries that it replaces: another translation, another note, other capitals. */
  readonly instead: readonly StoredEntry[];
};

export type ImportPlan = {
  /** Undefined if the import is refused. Empty if there is nothing to change. */
  readonly change: { readonly add: readonly EntryContent[]; readonly remove: readonly EntryId[] } | undefined;
  /** Entries to add, by line; also for a refused import. */
  readonly planned: readonly PlannedEntry[];
  /** Entries of `remove` that are not in the file, or are duplicates in the glossary. */
  readonly leaving: readonly StoredEntry[];
  /** Number of entries of `remove` that the file replaces. */
  readonly replaced: number;
  /** Number of entries of the file that are already in the glossary. */
  readonly unchanged: number;
  readonly counts: Readonly<Record<ImportProblemKind, number>>;
  /** By line; at most `problemsMax` that refuse the import, and `problemsMax` others. */
  readonly problems: readonly ImportProblem[];
  /** Those of `problems` that refuse the import. */
  readonly refusing: readonly ImportProblem[];
};

export function addedOf({ planned }: Pick<ImportPlan, 'planned'>): readonly PlannedEntry[] {
  return planned.filter(({ instead }) => instead.length === 0);
}

/** Returns the entries that take the place of others. */
export function changedOf({ planned }: Pick<ImportPlan, 'planned'>): readonly PlannedEntry[] {
  return planned.filter(({ instead }) => instead.length > 0);
}

/** Maximum of problems in the report. All are counted. */
export const problemsMax = 1_000;

export type ImportQuery = {
  readonly entries: readonly ImportEntry[];
  /** What the reader of the file left out, in at most some hundred parts. */
  readonly skipped?: readonly ImportProblem[];
  readonly live: readonly StoredEntry[];
  readonly options: ImportOptions;
};

/** Entries between two pauses. */
const entriesInTurn = 1_000;

/** Returns the changes of an import of `entries` into a glossary with the entries `live`: all of them or none. */
export function* planImport(query: ImportQuery): Steps<ImportPlan> {
  const report = new Report(query);
  const fromFile = yield* settleEntries(query.entries, report, query.options);
  const liveByKey = yield* byKey(query.live);
  const planned: PlannedEntry[] = [];
  const leaving: StoredEntry[] = [];
  let [unchanged, replaced] = [0, 0];
  for (const [index, { content, line }] of [...fromFile.values()].entries()) {
    if (index % entriesInTurn === entriesInTurn - 1) yield;
    const same = liveByKey.get(entryKey(content)) ?? [];
    const kept = same.find((entry) => isEqual(entry, content));
    const others = same.filter((entry) => entry !== kept);
    replaced += others.length;
    if (kept === undefined) planned.push({ line, content, instead: others });
    else {
      unchanged++;
      leaving.push(...others);
      report.tell({ line, kind: 'duplicate', message: 'The glossary already has this entry.' });
    }
    if (others.some((entry) => entry.translation !== content.translation)) {
      report.tell({ line, kind: 'replaced', message: 'This replaces another translation in the glossary.' });
    }
  }
  if (query.options.replaceAll) yield* addMissing(leaving, liveByKey, fromFile);
  const remove = [...planned.flatMap(({ instead }) => instead), ...leaving].map(({ id }) => id);
  const told = report.told();
  const change = told.refusing.length > 0 ? undefined : { add: planned.map(({ content }) => content), remove };
  return { change, planned, leaving, replaced, unchanged, ...told };
}

function* byKey(live: readonly StoredEntry[]): Steps<ReadonlyMap<string, readonly StoredEntry[]>> {
  const entries = new Map<string, StoredEntry[]>();
  for (const [index, entry] of live.entries()) {
    if (index % entriesInTurn === entriesInTurn - 1) yield;
    const key = entryKey(entry);
    const same = entries.get(key);
    if (same === undefined) entries.set(key, [entry]);
    else same.push(entry);
  }
  return entries;
}

type FileEntry = { readonly content: EntryContent; readonly line: number };

/** A tag of an unknown language, for the default case folding. */
const noLanguage = 'und' as LanguageTag;

/** Returns equal keys for entries that replace each other: the same languages, case rule and words, by that rule. */
export function entryKey({ source, target, caseRule, term }: Omit<EntryContent, 'translation' | 'note'>): string {
  // The same comparison as in texts.
  const words = caseRule === 'follow' ? caseFolding(source === anyLanguage ? noLanguage : source)(term) : term;
  return `${source}\n${target}\n${caseRule}\n${words}`;
}

/** Returns the entries of the file by their keys, each once. */
function* settleEntries(
  entries: readonly ImportEntry[],
  report: Report,
  { onConflict }: ImportOptions,
): Steps<ReadonlyMap<string, FileEntry>> {
  const settled = new Map<string, FileEntry>();
  for (const [index, entry] of entries.entries()) {
    if (index % entriesInTurn === entriesInTurn - 1) yield;
    if (entry.kind === 'problem') {
      report.tell({ line: entry.line, kind: entry.problem, message: entry.message });
      continue;
    }
    const key = entryKey(entry.content);
    const before = settled.get(key);
    if (before === undefined) settled.set(key, entry);
    else if (before.content.translation === entry.content.translation) {
      report.tell({ line: entry.line, kind: 'duplicate', message: `Line ${before.line} has the same entry.` });
    } else {
      const message = `Line ${before.line} has another translation for the same term.`;
      report.tell({ line: entry.line, kind: 'conflict', message });
      if (onConflict === 'last') settled.set(key, entry);
    }
  }
  return settled;
}

/** Whether two entries with one key are the same. */
export function isEqual(one: EntryContent, other: EntryContent): boolean {
  return (
    one.term === other.term &&
    one.translation === other.translation &&
    one.partOfSpeech === other.partOfSpeech &&
    one.note === other.note
  );
}

/** Adds live entries for language pairs of the file that are not in the file. */
function* addMissing(
  leaving: StoredEntry[],
  live: ReadonlyMap<string, readonly StoredEntry[]>,
  fromFile: ReadonlyMap<string, FileEntry>,
): Steps<void> {
  const languages = new Set<string>();
  let seen = 0;
  for (const { content } of fromFile.values()) {
    languages.add(languagesOf(content));
    if (++seen % entriesInTurn === 0) yield;
  }
  for (const [key, entries] of live) {
    if (!fromFile.has(key)) leaving.push(...entries.filter((entry) => languages.has(languagesOf(entry))));
    if (++seen % entriesInTurn === 0) yield;
  }
}

function languagesOf({ source, target }: EntryContent): string {
  return `${source}\n${target}`;
}

/** Counts problems, and keeps the first ones. */
class Report {
  readonly #options: ImportOptions;
  readonly #counts: Record<ImportProblemKind, number> = {
    invalid: 0,
    empty_side: 0,
    never_matches: 0,
    conflict: 0,
    duplicate: 0,
    replaced: 0,
    skipped: 0,
  };
  readonly #grave: ImportProblem[] = [];
  readonly #light: ImportProblem[] = [];

  constructor({ options, skipped = [] }: Pick<ImportQuery, 'options' | 'skipped'>) {
    this.#options = options;
    for (const problem of skipped) this.tell(problem);
  }

  tell(problem: ImportProblem): void {
    this.#counts[problem.kind]++;
    const told = this.#isGrave(problem.kind) ? this.#grave : this.#light;
    if (told.length < problemsMax) told.push(problem);
  }

  told(): Pick<ImportPlan, 'counts' | 'problems' | 'refusing'> {
    const problems = [...this.#grave, ...this.#light].toSorted((one, other) => one.line - other.line);
    return { counts: this.#counts, problems, refusing: this.#grave };
  }

  #isGrave(kind: ImportProblemKind): boolean {
    switch (kind) {
      case 'invalid':
      case 'empty_side':
      case 'never_matches':
        return !this.#options.skipProblems;
      case 'conflict':
        return this.#options.onConflict === undefined;
      case 'duplicate':
      case 'replaced':
      case 'skipped':
        return false;
    }
  }
}
