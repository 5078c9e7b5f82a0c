import { setTimeout as pause } from 'node:timers/promises';
import { ServiceError } from '../../ground/service-error.ts';
import { inRounds, sortInSteps } from '../../ground/steps.ts';
import { later, type UnixMs } from '../../ground/units.ts';
import { timeOrderedId } from '../../ops/time-ordered-id.ts';
import type { EntryChangeKind, EntryChangeOutcome } from '../../shop/entries/entry-changes.ts';
import type { Access, Methods } from './access.ts';
import {
  type ChangeNote,
  type ChangeOpening,
  type ChangeRows,
  type OpenChange,
  readImported,
  type versionedChangeProcedures,
} from './versioned-change-procedures.ts';
import { kindOf, type RowOwner, rowTableOf } from './versioned-rows.ts';

type Steps = Pick<Access, 'read' | 'pauseForWriters'> & Methods<ReturnType<typeof versionedChangeProcedures>>;

/** How long another change waits for one without progress; its process was killed, or hangs. */
const leaseMs = 10_000;

/** How long a change waits for another one of the same owner: a little longer than a killed one's lease. */
const waitMaxMs = leaseMs + 5_000;

/** Pause between two checks whether the other change is done; jittered, so that waiters do not check in step. */
const checkAgainMs = 25;

type Opened = Extract<ChangeOpening, { readonly kind: 'opened' }>;

/** The rows to write, each step of at most `stepRows`; or why nothing is changed. */
type Plan = { readonly rows: Iterable<ChangeRows>; readonly note: ChangeNote } | 'outdated' | 'no_import';

type Author = { readonly owner: RowOwner; readonly at: UnixMs; readonly by: string };

type RowsChange<Entry extends { readonly id: string }> = Author & {
  readonly kind: EntryChangeKind;
  readonly add: readonly Entry[];
  /** Ids of entries. */
  readonly remove: readonly string[];
  readonly expectedVersion: number | undefined;
  readonly length?: number | undefined;
  /** That of the primary key, so that each step changes few pages. */
  readonly order: (one: Entry, other: Entry) => number;
  /** Returns the values of a packed row. */
  readonly pack: (entry: Entry) => readonly unknown[];
};

export async function changeRows<Entry extends { readonly id: string }>(
  steps: Steps,
  request: RowsChange<Entry>,
): Promise<EntryChangeOutcome> {
  const { at, by, kind, expectedVersion, length = 0 } = request;
  const add = await inRounds(sortInSteps(request.add, request.order));
  return await execute(steps, request, ({ version }) => {
    const isOutdated = expectedVersion !== undefined && expectedVersion !== version;
    return isOutdated ? 'outdated' : { rows: rowsOf({ ...request, add }), note: { kind, at, by, length } };
  });
}

/** `only`: the version that the import must have. */
export function undoImport(
  steps: Steps,
  undo: Author & { readonly only?: number | undefined },
): Promise<EntryChangeOutcome> {
  const { owner, at, by, only } = undo;
  return execute(steps, undo, async ({ version, importedIn }) => {
    if (importedIn === 0 || (only !== undefined && only !== importedIn)) return 'no_import';
    const changed = await steps.read(() => readImported(owner, { importedIn, version }));
    return {
      rows: undoing(importedIn, { ...changed, stepRows: rowTableOf(owner).stepRows }),
      note: { kind: 'undo', at, by, undoes: importedIn, length: 0 },
    };
  });
}

/** One change at a time in all processes. @throws ServiceError `glossary_busy` or `memory_busy` when others wait, `store_unavailable` */
async function execute(
  steps: Steps,
  { owner, at }: Pick<Author, 'owner' | 'at'>,
  plan: (opened: Opened) => Plan | Promise<Plan>,
): Promise<EntryChangeOutcome> {
  const begun = performance.now();
  const now = () => later(at, Math.ceil(performance.now() - begun));
  while (performance.now() - begun < waitMaxMs) {
    const id = timeOrderedId();
    const current = () => ({ owner, id, until: later(now(), leaseMs) });
    const opening = await steps.openChange(current(), now());
    const outcome = opening.kind === 'opened' ? await write(steps, { current, opening, plan }) : opening;
    if (outcome.kind !== 'busy' && outcome.kind !== 'lost') return outcome;
    await pause(checkAgainMs * (0.5 + Math.random()));
  }
  throw new ServiceError(kindOf(owner).busy);
}

type Writing = {
  /** The open change, with its lease from now on. */
  readonly current: () => OpenChange;
  readonly opening: Opened;
  readonly plan: (opened: Opened) => Plan | Promise<Plan>;
};

async function write(steps: Steps, writing: Writing): Promise<EntryChangeOutcome | { readonly kind: 'lost' }> {
  const { current } = writing;
  try {
    const outcome = await writeAll(steps, writing);
    if (outcome.kind === 'changed') await tidy(steps, current().owner);
    else if (outcome.kind !== 'lost') await giveUp(steps, writing);
    return outcome;
  } catch (cause) {
    // If this fails too, the owner's next change does it.
    await giveUp(steps, writing).catch(() => undefined);
    throw cause;
  }
}

async function writeAll(
  steps: Steps,
  { current, opening, plan }: Writing,
): Promise<EntryChangeOutcome | { readonly kind: 'lost' }> {
  const { version, hasLeftovers } = opening;
  if (hasLeftovers && !(await takeBack(steps, { current, opening }))) return { kind: 'lost' };
  const planned = await plan(opening);
  if (typeof planned === 'string') return { kind: planned };
  let added = { count: 0, characters: 0 };
  for (const step of planned.rows) {
    const written = await steps.writeRows(current(), { version, step });
    if (written === 'lost') return { kind: 'lost' };
    added = { count: added.count + written.count, characters: added.characters + written.characters };
    await steps.pauseForWriters();
  }
  return await steps.publishChange(current(), { version, added, note: planned.note });
}

async function giveUp(steps: Steps, writing: Writing): Promise<void> {
  if (await takeBack(steps, writing)) await steps.closeChange(writing.current());
}

/** Takes all rows of the next version back; returns false if another change has replaced this one. */
async function takeBack(steps: Steps, { current, opening }: Omit<Writing, 'plan'>): Promise<boolean> {
  return (await repeat(steps, () => steps.takeBackRows(current(), opening.version))) !== 'lost';
}

/** Repeats a step until there is no more for it. */
export async function repeat<End>(
  { pauseForWriters }: Pick<Steps, 'pauseForWriters'>,
  step: () => Promise<'more' | End>,
): Promise<End> {
  for (;;) {
    const result = await step();
    if (result !== 'more') return result;
    await pauseForWriters();
  }
}

/** The change is already published: if this fails, the next change repeats it. */
async function tidy(steps: Steps, owner: RowOwner): Promise<void> {
  try {
    await repeat(steps, () => steps.tidyRows(owner));
  } catch (cause) {
    if (!(cause instanceof ServiceError)) throw cause;
  }
}

function* rowsOf<Entry extends { readonly id: string }>({
  owner,
  add,
  remove,
  pack,
}: Pick<RowsChange<Entry>, 'owner' | 'add' | 'remove' | 'pack'>): Generator<ChangeRows> {
  const { stepRows } = rowTableOf(owner);
  for (const ids of packedIds(remove, stepRows)) yield { kind: 'remove', ids };
  for (const part of partsOf(add, stepRows)) {
    const ids = JSON.stringify(part.map(({ id }) => id));
    // One parameter for many rows costs a fraction of one for each column. JSON has null for a missing value.
    yield { kind: 'add', ids, entries: JSON.stringify(part.map((entry) => pack(entry))), count: part.length };
  }
}

function* undoing(
  importedIn: number,
  { added, removed, stepRows }: Imported & { readonly stepRows: number },
): Generator<ChangeRows> {
  for (const ids of packedIds(added, stepRows)) yield { kind: 'remove', ids };
  for (const ids of packedIds(removed, stepRows)) yield { kind: 'restore', ids, importedIn };
}

type Imported = { readonly added: readonly string[]; readonly removed: readonly string[] };

function* packedIds(ids: readonly string[], stepRows: number): Generator<string> {
  for (const part of partsOf(ids, stepRows)) yield JSON.stringify(part);
}

function* partsOf<Item>(items: readonly Item[], length: number): Generator<readonly Item[]> {
  for (let start = 0; start < items.length; start += length) yield items.slice(start, start + length);
}
