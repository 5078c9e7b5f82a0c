import { type Dragoman, DragomanError } from '../../../sdk/src/dragoman.ts';
import type { MemoryEntryBody } from '../../../sdk/src/wire.ts';
import { type Console, counted, formatCount, problem } from './console.ts';
import { TaskError } from './content.ts';
import type { UnitPlan } from './decision.ts';
import { type ExamineParts, examine } from './examine.ts';
import type { Plan } from './plan.ts';
import { detectSource } from './service.ts';
import type { Settings } from './settings.ts';
import type { Task } from './tasks.ts';
import { TextMap } from './text-map.ts';
import { UsageError } from './usage-error.ts';

type Place = { readonly report: Report; readonly id: string; readonly line: number | null };

/** A translation is sent once for all its places. */
type Approval = { readonly entry: MemoryEntryBody; readonly places: Place[] };

type Refusal = { readonly id: string; readonly line: number | null; readonly message: string };

/** What happened to a file in a language, as `--json` prints it. */
type Report = {
  readonly file: string;
  readonly to: string;
  readonly out: string;
  /** Of a dry run: what would be sent. */
  readonly entries?: { readonly id: string; readonly source: string; readonly target: string }[];
  approved: number;
  readonly refused: Refusal[];
  readonly warnings: Refusal[];
  error?: { readonly code: string; readonly message: string; readonly line: number | null };
};

type Parts = ExamineParts & {
  readonly console: Console;
  readonly signal: AbortSignal;
  readonly choice: NonNullable<Settings['approve']>;
  /** Undefined in a dry run without a key: the languages of some sources stay unknown. */
  readonly client: Dragoman | undefined;
};

const listMax = 1_000;
/** UTF-16 units of a list: at most 3 MB of JSON, and the service takes 4 MB. */
const listLengthMax = 500_000;
/** The service names all faults of a list at once, then those of entries that these hid. */
const roundsMax = 10;
/** Lines for one file: with `--all`, there may be thousands. */
const linesMax = 20;
const shownMax = 60;

/**
 * Sends the translations that people changed, or all, to the translation memory of the account. Writes no file.
 *
 * @returns the exit status
 * @throws UsageError, DragomanError or the reason of the signal: what was sent before is approved
 */
export async function approve(tasks: readonly Task[], parts: Parts): Promise<number> {
  const { console, choice, client } = parts;
  const reports: Report[] = [];
  const found = new TextMap<Approval>();
  for (const task of tasks) {
    const { source, to, out } = task;
    const report: Report = {
      ...{ file: source.path, to, out, ...(choice.isDryRun && { entries: [] }) },
      ...{ approved: 0, refused: [], warnings: [] },
    };
    reports.push(report);
    try {
      await collect(task, { ...parts, report, found });
    } catch (error) {
      if (!(error instanceof TaskError)) throw error;
      const { code, message, line = null } = error;
      report.error = { code, message, line };
      problem(console, error.path, message, line);
    }
  }
  const sums = { approved: 0, added: 0, replaced: 0 };
  if (!choice.isDryRun && client !== undefined)
    for (const list of listsOf(found.values())) await send(list, { client, signal: parts.signal, sums });
  for (const report of reports) printReport(report, console);
  const { approved, added, replaced } = sums;
  const news = `${counted(approved, 'translation')} approved: ${formatCount(added)} new, ${formatCount(replaced)} replaced.`;
  if (console.json) console.json({ ...sums, files: reports });
  else console.out(choice.isDryRun ? `${counted(found.values().length, 'translation')} to approve.\n` : `${news}\n`);
  return reports.every(({ refused, error }) => refused.length === 0 && error === undefined) ? 0 : 1;
}

type Collecting = Parts & { readonly report: Report; readonly found: TextMap<Approval> };

/** Finds what a file has to approve. @throws TaskError */
async function collect(task: Task, { report, found, choice, client, signal, ...parts }: Collecting): Promise<void> {
  const examined = await examine(task, { ...parts, isApproval: true });
  if (examined.kind !== 'planned' || examined.target === undefined) return;
  const { plan } = examined;
  const chosen = plan.units.filter(({ kept, record }) => kept !== undefined && (choice.isAll || record?.length === 3));
  const from = chosen.length === 0 ? '' : await languageOf(plan, client, signal);
  for (const unitPlan of chosen) {
    const { unit, kept: target = '', line = null } = unitPlan;
    const { id, text } = unit;
    const wanted = { from, to: task.to, text };
    const known = found.get(wanted) ?? {
      entry: { source_lang: from, target_lang: task.to, source: text, target },
      places: [],
    };
    const message = faultOf(unitPlan, target, known);
    if (message !== undefined) {
      report.refused.push({ id, line, message });
      continue;
    }
    known.places.push({ report, id, line });
    found.set(wanted, known);
    report.entries?.push({ id, source: text, target });
  }
}

async function languageOf(plan: Plan, client: Dragoman | undefined, signal: AbortSignal): Promise<string> {
  if (plan.from !== undefined || client === undefined) return plan.from ?? '';
  return detectSource(client, plan, signal);
}

/** Why a translation cannot be approved as it is. `known`: the approval of the same text. */
function faultOf({ why, hasOtherCodes }: UnitPlan, target: string, { entry, places }: Approval): string | undefined {
  if (hasOtherCodes) return 'The translation has other links or formatting than its text.';
  if (why === 'correction_kept')
    return 'The text has changed too. Check the translation, and run the command without approve first.';
  if (entry.target === target) return undefined;
  return `The same text has another translation in ${places[0]?.report.out}, ${places[0]?.id}. Only one can be approved.`;
}

function listsOf(approvals: readonly Approval[]): readonly (readonly Approval[])[] {
  const lists: Approval[][] = [];
  let room = 0;
  for (const approval of approvals) {
    const length = approval.entry.source.length + approval.entry.target.length;
    const last = lists.at(-1);
    const isFull = last === undefined || last.length === listMax || room < length;
    if (isFull) lists.push([approval]);
    else last.push(approval);
    room = (isFull ? listLengthMax : room) - length;
  }
  return lists;
}

type Sending = {
  readonly client: Dragoman;
  readonly signal: AbortSignal;
  readonly sums: Record<'approved' | 'added' | 'replaced', number>;
};

/** Sends a list, and again without the entries that the service refuses. @throws DragomanError for any other reason */
async function send(approvals: readonly Approval[], { client, signal, sums }: Sending): Promise<void> {
  let list = approvals;
  for (let round = 1; list.length > 0; round++) {
    try {
      const entries = list.map(({ entry }) => entry);
      const { added, replaced, warnings } = await client.memory.add(entries, { signal });
      for (const { report } of list.flatMap(({ places }) => places)) report.approved++;
      for (const [index, messages] of byEntry(warnings)) note(list[index], 'warnings', messages);
      sums.approved += list.length;
      sums.added += added;
      sums.replaced += replaced;
      return;
    } catch (error) {
      if (!(error instanceof DragomanError)) throw error;
      if (error.code === 'not_found')
        throw new UsageError('The server has no translation memory. It must be Dragoman 0.2 or newer.');
      const refused = byEntry(error.errors);
      if (round === roundsMax || refused.size === 0 || [...refused.keys()].some((index) => !(index in list)))
        throw error;
      for (const [index, messages] of refused) note(list[index], 'refused', messages);
      list = list.filter((_, index) => !refused.has(index));
    }
  }
}

/** Messages by the index of the entry that they are about; -1 for another parameter. */
function byEntry(messages: DragomanError['errors']): ReadonlyMap<number, readonly string[]> {
  const grouped = new Map<number, string[]>();
  for (const { param, message } of messages) {
    const index = Number(/^entries\[(\d+)\]/.exec(param)?.[1] ?? -1);
    grouped.set(index, [...(grouped.get(index) ?? []), message]);
  }
  return grouped;
}

function note(approval: Approval | undefined, kind: 'refused' | 'warnings', messages: readonly string[]): void {
  for (const { report, id, line } of approval?.places ?? [])
    report[kind].push({ id, line, message: messages.join(' ') });
}

function printReport({ out, approved, refused, warnings, entries = [] }: Report, console: Console): void {
  const refusals = refused.map((each) => ({ ...each, message: `not approved. ${each.message}` }));
  const lines = [...refusals, ...warnings];
  for (const { id, line, message } of lines.slice(0, linesMax)) problem(console, out, `${id}: ${message}`, line);
  if (lines.length > linesMax)
    problem(console, out, `${counted(lines.length - linesMax, 'more message')}. See --json.`);
  for (const { id, source, target } of entries)
    console.out(`${out}: ${id}: ${shortened(source)} → ${shortened(target)}\n`);
  if (approved > 0) console.out(`${out}: ${counted(approved, 'translation')} approved\n`);
}

const shortened = (text: string): string => {
  const characters = [...text.replaceAll(/\s+/g, ' ')];
  return characters.length > shownMax ? `${characters.slice(0, shownMax).join('')}…` : characters.join('');
};
