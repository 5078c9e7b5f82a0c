import type { Steps } from '../../ground/steps.ts';
import { type EntryContentProblemKind, type RawEntry, readEntryContent } from '../../shop/glossaries/entry-content.ts';
import {
  type ImportEntry,
  type ImportProblem,
  problemsMax,
  type SkippedEntries,
} from '../../shop/glossaries/import-plan.ts';
import { UnreadableFile } from './file-text.ts';

/** Maximum of entries of one file, including those with problems. */
export const entriesMax = 200_000;

type AddedEntry =
  | Extract<ImportEntry, { kind: 'problem' }>
  | { readonly kind: 'raw'; readonly line: number; readonly raw: RawEntry };

/** The entries of a file that were read so far. */
export class EntryList {
  readonly entries: ImportEntry[] = [];
  /** In the order of the file; one row or concept may add thousands. */
  readonly #added: AddedEntry[] = [];
  readonly #skipped: ImportProblem[] = [];
  #skippedCount = 0;

  add(line: number, raw: RawEntry): void {
    this.#push({ kind: 'raw', line, raw });
  }

  addProblem(line: number, problem: EntryContentProblemKind, message: string): void {
    this.#push({ kind: 'problem', line, problem, message });
  }

  /** Parses the added entries. A long one takes up to a millisecond. */
  *readAdded(): Steps<void> {
    for (const added of this.#added) {
      this.entries.push(entryOf(added));
      yield;
    }
    this.#added.length = 0;
  }

  /** Reports a valid part of the file that is left out. */
  skip(line: number, message: string): void {
    this.#skippedCount++;
    if (this.#skipped.length < problemsMax) this.#skipped.push({ line, kind: 'skipped', message });
  }

  get skipped(): SkippedEntries {
    return { count: this.#skippedCount, problems: this.#skipped };
  }

  #push(added: AddedEntry): void {
    if (this.entries.length + this.#added.length >= entriesMax) {
      throw new UnreadableFile(added.line, `The file has more than ${entriesMax} entries.`);
    }
    this.#added.push(added);
  }
}

function entryOf(added: AddedEntry): ImportEntry {
  if (added.kind === 'problem') return added;
  const { line, raw } = added;
  const read = readEntryContent(raw);
  if (read.kind === 'content') return { kind: 'content', line, content: read.content };
  return { kind: 'problem', line, problem: read.problem, message: read.message };
}
