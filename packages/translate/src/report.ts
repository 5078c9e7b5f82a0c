import type { Console } from './console.ts';
import type { TaskError } from './content.ts';
import { isSent, type UnitPlan } from './decision.ts';
import type { Orphan } from './moves.ts';
import type { State, Survey } from './survey.ts';
import type { Task } from './tasks.ts';

/** What happened to a file in a language, as `--json` prints it. */
export type FileReport = {
  readonly file: string;
  readonly to: string;
  readonly out: string;
  /** `unknown`: a check found no record of the translation. */
  status: State | 'translated' | 'failed' | 'unknown';
  units: number;
  units_sent: number;
  /** Of the texts that are sent, where they occur first in the run. */
  characters: number;
  charged: number;
  /** Units that keep their source text. */
  untranslated: number;
  /** Ids of units whose correction by hand stays although the source changed, or was replaced. */
  correction_kept?: readonly string[];
  correction_replaced?: readonly string[];
  /** Ids of translations that are removed from the target file, because their texts are. */
  removed?: readonly string[];
  error?: { readonly code: string; readonly message: string; readonly line: number | null };
};

/** Reports by task. */
export class Reports {
  readonly #reports = new Map<Task, FileReport>();

  /** Of texts that no file has, in requests that an earlier run could not end. */
  readonly others = { characters: 0, charged: 0 };

  readonly #orphans: readonly Orphan[];

  constructor({ unchanged, open, failed }: Survey, orphans: readonly Orphan[]) {
    this.#orphans = orphans;
    for (const { task, count } of unchanged) this.#add(task, 'unchanged', count);
    for (const { plans, states } of open) {
      for (const plan of plans) {
        const report = this.#add(plan.task, states.get(plan) ?? 'stale', plan.units.length);
        const idsOf = (why: UnitPlan['why']) =>
          plan.units.filter((each) => each.why === why).map(({ unit }) => unit.id);
        report.units_sent = plan.units.filter(isSent).length;
        const [kept, replaced] = [idsOf('correction_kept'), idsOf('correction_replaced')];
        if (plan.removed.length > 0) report.removed = plan.removed;
        if (kept.length > 0) report.correction_kept = kept;
        if (replaced.length > 0) report.correction_replaced = replaced;
      }
    }
    for (const { task, error } of failed) this.fail(task, error);
  }

  of(task: Task): FileReport {
    return this.#reports.get(task) ?? this.#add(task, 'missing', 0);
  }

  fail(
    task: Task,
    { code, message, line = null }: Pick<TaskError, 'code' | 'message'> & { line?: number | null | undefined },
  ): void {
    Object.assign(this.of(task), { status: 'failed', error: { code, message, line } });
  }

  /** In the order of the source files and languages. */
  get all(): readonly FileReport[] {
    return [...this.#reports.values()].sort((one, other) => compare(one.file, other.file) || compare(one.to, other.to));
  }

  count(...statuses: readonly FileReport['status'][]): number {
    return this.all.filter(({ status }) => statuses.includes(status)).length;
  }

  sum(field: 'characters' | 'charged' | 'untranslated'): number {
    const others = field === 'untranslated' ? 0 : this.others[field];
    return this.all.reduce((sum, report) => sum + report[field], others);
  }

  /** Prints the last line, or everything as JSON. */
  print({ out, json }: Console, line: string): void {
    if (json === undefined) out(line);
    else {
      const sums = { characters: this.sum('characters'), charged: this.sum('charged') };
      json({ files: this.all, ...sums, orphans: this.#orphans });
    }
  }

  #add(task: Task, status: State, units: number): FileReport {
    const { source, to, out } = task;
    const counts = { units, units_sent: 0, characters: 0, charged: 0, untranslated: 0 };
    const report: FileReport = { file: source.path, to, out, status, ...counts };
    this.#reports.set(task, report);
    return report;
  }
}

const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));
