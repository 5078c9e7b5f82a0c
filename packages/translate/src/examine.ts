import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type Content, readContent, TaskError } from './content.ts';
import { isContentOf } from './hash.ts';
import { areSameLanguage } from './language-places.ts';
import type { Lock, OutputRecord, UnitRecord } from './lock-file.ts';
import type { Plan } from './plan.ts';
import { readingOf, type Source } from './sources.ts';
import type { Task } from './tasks.ts';
import { UsageError } from './usage-error.ts';

/** A task with nothing to do, or with its files and their plan. */
export type Examined =
  | { readonly kind: 'unchanged'; readonly task: Task; readonly count: number; readonly record: OutputRecord }
  | {
      readonly kind: 'planned';
      readonly content: Content;
      readonly target: Content | undefined;
      readonly plan: Plan;
      /** Whether the source differs from that of the record. */
      readonly isSourceChanged: boolean;
    };

export type ExamineParts = {
  readonly folder: string;
  readonly lock: Lock;
  /** Whether the lock file had a merge conflict: then other files may have one too. */
  readonly hasConflict: boolean;
  /** Targets that are to be written as they are, by their paths. */
  readonly moved: ReadonlyMap<string, Content>;
  readonly isForced: boolean;
  /** Whether translations are to be approved: then no file is written, and all units are read. */
  readonly isApproval?: boolean;
};

/** Compares a source file, its target file and their record. Files that are as they were are not parsed. @throws TaskError */
export async function examine(
  task: Task,
  { folder, lock, hasConflict, moved, isForced, isApproval = false }: ExamineParts,
): Promise<Examined> {
  const { source, to, out } = task;
  const content = await readContent(folder, source.path);
  if (content === undefined) throw new TaskError('missing', 'the file does not exist.', { path: source.path });
  const found = lock.get(source.path)?.get(to);
  const record = asOfLanguage(found?.out === out ? found : undefined, task.from);
  const target = out === source.path ? content : (moved.get(out) ?? (await readContent(folder, out)));
  if (hasConflict || record?.isInDoubt) for (const file of [content, target]) checkConflict(file);
  const isSourceSame = record !== undefined && isSourceOf(record, source, content);
  if (record && isSourceSame && target && isContentOf(record.whole?.[1], target) && !isForced && !isApproval)
    return unchanged(task, record);
  if (target && out !== source.path && !moved.has(out)) await checkNoLink(folder, source.path, out);
  // Loading the parsers takes longer than the rest of `--check`.
  const { planTask } = await import('./plan.ts');
  try {
    const plan = await planTask(task, { content, target, record, isSourceSame, isForced, isApproval });
    return { kind: 'planned', content, target, plan, isSourceChanged: record !== undefined && !isSourceSame };
  } catch (error) {
    // A person changed the structure of the target. It stays as long as the source does.
    if (error instanceof TaskError && error.code === 'unmatched' && record && isSourceSame && !isApproval)
      return unchanged(task, record);
    throw error;
  }
}

/** What a record has beside the units of its files. */
export const headOf = ({ source, from, out }: Task): Omit<OutputRecord, 'units'> => {
  return { out, options: readingOf(source), ...(from !== undefined && { from }) };
};

/** Translations from another language than `from` count as those of older texts. */
function asOfLanguage(record: OutputRecord | undefined, from: string | undefined): OutputRecord | undefined {
  if (record?.from === undefined || from === undefined || areSameLanguage(record.from, from)) return record;
  const { whole: _, units, ...rest } = record;
  const older = ([, ...hashes]: UnitRecord): UnitRecord => ['', ...hashes];
  const entries = Object.entries(units).map(([id, unit]): [string, UnitRecord] => [id, older(unit)]);
  return { ...rest, units: Array.isArray(units) ? entries.map(([, unit]) => unit) : Object.fromEntries(entries) };
}

/** Whether a record is of this content, read with the same format and options. */
export function isSourceOf({ whole, options }: OutputRecord, source: Source, content: Content): boolean {
  const isReadAlike = options === undefined || JSON.stringify(options) === JSON.stringify(readingOf(source));
  return isReadAlike && isContentOf(whole?.[0], content);
}

/** @throws UsageError for a file that git left with a merge conflict */
function checkConflict(content: Content | undefined): void {
  const lines = Buffer.from(content?.bytes ?? [])
    .toString('latin1')
    .split('\n');
  const line = lines.findIndex((each) => each.startsWith('<<<<<<< ')) + 1;
  if (content === undefined || line === 0) return;
  throw new UsageError(`${content.path}:${line}: the file has a merge conflict. Resolve it first.`);
}

/** @throws TaskError for a symbolic link to the source, which the translation would replace */
async function checkNoLink(folder: string, path: string, out: string): Promise<void> {
  const [source, target] = await Promise.all([path, out].map((each) => realpath(join(folder, each))));
  if (source !== target) return;
  const message = `the file is a link to ${path}. Remove it, or give another path with --out.`;
  throw new TaskError('same_file', message, { path: out });
}

const unchanged = (task: Task, record: OutputRecord): Examined => ({
  kind: 'unchanged',
  task,
  record,
  count: Object.keys(record.units).length,
});
