import { type Console, counted, problem } from './console.ts';
import { isSent } from './decision.ts';
import type { Lock } from './lock-file.ts';
import type { Reports } from './report.ts';
import type { OpenOutput, Survey } from './survey.ts';

/** Lines for one file: a new language would have thousands. */
const linesMax = 20;

const commitAdvice = 'Run the command without --check, and commit the lock file.';

type Parts = {
  readonly lock: Lock;
  readonly lockPath: string;
  readonly reports: Reports;
  readonly console: Console;
};

/** Prints what is missing or stale, without sending anything. Returns the exit status. */
export function check({ open, unchanged }: Survey, { lock, lockPath, reports, console }: Parts): number {
  const unknown = unchanged.filter(({ task: { source, to, out } }) => lock.get(source.path)?.get(to)?.out !== out);
  for (const { task } of unknown) reports.of(task).status = 'unknown';
  if (lock.size === 0 && (unknown.length > 0 || open.some(({ target }) => target !== undefined))) {
    problem(console, lockPath, `there is no lock file: which translations are stale is unknown. ${commitAdvice}`);
  } else {
    for (const { task } of unknown) {
      const what = `${lockPath} has no record of ${task.out}: whether it is stale is unknown.`;
      problem(console, task.source.path, `${what} ${commitAdvice}`);
    }
  }
  for (const output of open) printOutput(output, console);
  for (const report of reports.all) report.units_sent = 0;
  const isDone = reports.count('unchanged') === reports.all.length;
  const advice = isDone ? '' : ' Run the command without --check to translate the others.';
  reports.print(console, `${counted(reports.count('unchanged'), 'file')} up to date.${advice}\n`);
  return isDone ? 0 : 1;
}

function printOutput({ path, target, plans }: OpenOutput, console: Console): void {
  for (const { task, units } of plans) {
    const file = task.source.path;
    if (target === undefined) {
      problem(console, file, `${path} is missing.`);
      continue;
    }
    const sent = units.filter(isSent);
    if (sent.length === 0) problem(console, file, `${path} is stale, although its texts are translated.`);
    for (const { unit, why } of sent.slice(0, linesMax)) {
      problem(
        console,
        file,
        `the ${task.to} translation of ${unit.id} is ${why === 'missing' ? why : 'stale'}.`,
        unit.line,
      );
    }
    const more = sent.length - linesMax;
    if (more > 0) problem(console, file, `${counted(more, 'more translation')} into ${task.to} missing or stale.`);
  }
}
