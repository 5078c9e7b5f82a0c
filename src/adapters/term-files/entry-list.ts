import { type ImportEntry, type ImportProblem, problemsMax } from '../../core/terms/import-plan.ts';
import { type RawTerm, readTermContent, type TermContentProblemKind } from '../../core/terms/term-content.ts';
import { UnreadableFile } from './unreadable-file.ts';

/** Terms of one file, those with problems among them. */
export const entriesMax = 200_000;

/** What has been read of a file so far. */
export class EntryList {
  readonly entries: ImportEntry[] = [];
  readonly #skipped: ImportProblem[] = [];
  #skippedCount = 0;

  add(line: number, raw: RawTerm): void {
    const read = readTermContent(raw);
    if (read.kind === 'content') this.#push({ kind: 'content', line, content: read.content });
    else this.addProblem(line, read.problem, read.message);
  }

  addProblem(line: number, problem: TermContentProblemKind, message: string): void {
    this.#push({ kind: 'problem', line, problem, message });
  }

  /** Something in the file that is left out, though nothing is wrong with it. */
  skip(line: number, message: string): void {
    this.#skippedCount++;
    if (this.#skipped.length < problemsMax) this.#skipped.push({ line, kind: 'skipped', message });
  }

  get skipped(): { readonly count: number; readonly problems: readonly ImportProblem[] } {
    return { count: this.#skippedCount, problems: this.#skipped };
  }

  #push(entry: ImportEntry): void {
    if (this.entries.length >= entriesMax) {
      throw new UnreadableFile(entry.line, `The file has more than ${entriesMax} terms.`);
    }
    this.entries.push(entry);
  }
}
