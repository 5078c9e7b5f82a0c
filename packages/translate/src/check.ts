import { type Console, counted, problem } from './console.ts';
import { isSent } from './decision.ts';
import type { Reports } from './report.ts';
import type { OpenOutput, Survey } from './survey.ts';

/** Lines for one file: a new language would have thousands. */
const linesMax = 20;

/** Prints what is missing or stale, without sending anything. Returns the exit status. */
export function check({ open }: Survey, reports: Reports, console: Console): number {
  for (const output of open) printOutput(output, console);
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
