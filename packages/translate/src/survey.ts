import { type Content, TaskError } from './content.ts';
import { type ExamineParts, examine, headOf } from './examine.ts';
import { fingerprintOf } from './hash.ts';
import type { OutputRecord } from './lock-file.ts';
import type { Output } from './output.ts';
import type { Plan } from './plan.ts';
import { unitRecords } from './standing.ts';
import type { Task } from './tasks.ts';

/** What there is to do for a target file. */
export type State = 'unchanged' | 'missing' | 'stale';

/** A target file with something to send or to write. */
export type OpenOutput = Output & { readonly states: ReadonlyMap<Plan, State> };

export type Survey = {
  /** With records that are to be written to the lock file: corrections that this run has seen. */
  readonly unchanged: readonly { readonly task: Task; readonly count: number; readonly record: OutputRecord }[];
  readonly open: readonly OpenOutput[];
  readonly failed: readonly { readonly task: Task; readonly error: TaskError }[];
};

/** Compares all source files with their target files. */
export async function survey(tasks: readonly Task[], parts: ExamineParts): Promise<Survey> {
  const found = { unchanged: [] as Survey['unchanged'][number][], failed: [] as Survey['failed'][number][] };
  const planned = new Map<string, Planned[]>();
  const orFail = async (failing: readonly Task[], work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
      const isLeftOut = ({ source }: Task) => error.code === 'empty' && error.path === source.path && !source.isNamed;
      found.failed.push(...failing.filter((task) => !isLeftOut(task)).map((task) => ({ task, error })));
    }
  };
  for (const task of tasks) {
    await orFail([task], async () => {
      const examined = await examine(task, parts);
      if (examined.kind === 'unchanged') found.unchanged.push(examined);
      else if (hasTexts(examined.plan)) planned.set(task.out, [...(planned.get(task.out) ?? []), examined]);
    });
  }
  const open: OpenOutput[] = [];
  for (const [path, group] of planned) {
    await orFail(
      group.map(({ plan }) => plan.task),
      async () => {
        const states = await statesOf(path, group);
        for (const each of group) {
          if (states.get(each.plan) === 'unchanged' && each.target)
            found.unchanged.push(asUnchanged(each, each.target));
        }
        const plans = group.map(({ plan }) => plan).filter((plan) => states.get(plan) !== 'unchanged');
        const [first] = group;
        if (first && plans.length > 0) open.push({ path, content: first.content, target: first.target, plans, states });
      },
    );
  }
  return { ...found, open };
}

/** Android has other files than texts in the same folders, such as colours. */
const hasTexts = ({ file }: Plan): boolean => file.format !== 'android' || file.units.length > 0;

type Planned = Extract<Awaited<ReturnType<typeof examine>>, { kind: 'planned' }>;

async function statesOf(path: string, group: readonly Planned[]): Promise<ReadonlyMap<Plan, State>> {
  const states = new Map<Plan, State>();
  for (const { plan, content, target, isSourceChanged } of group) {
    const reasons = new Set(plan.units.flatMap(({ why }) => why ?? []));
    if (target === undefined || (reasons.size === 1 && reasons.has('missing'))) states.set(plan, 'missing');
    else if (reasons.size > 0) states.set(plan, 'stale');
    else states.set(plan, 'unchanged');
    if (states.get(plan) !== 'unchanged' || !isSourceChanged || target === undefined) continue;
    // No text has changed, but what surrounds them may have.
    const { compose } = await import('./output.ts');
    const { bytes } = await compose({ path, content, target, plans: [plan] }, () => undefined);
    if (Buffer.compare(bytes, target.bytes) !== 0) states.set(plan, 'stale');
  }
  return states;
}

function asUnchanged({ plan, content }: Planned, target: Content): Survey['unchanged'][number] {
  const { task, units, file } = plan;
  const records = units.map(({ unit, record = [''] }) => [unit.id, record] as const);
  const whole = [fingerprintOf(content.bytes), fingerprintOf(target.bytes)] as const;
  return {
    task,
    count: units.length,
    record: { ...headOf(task), whole, units: unitRecords(file, records) },
  };
}
