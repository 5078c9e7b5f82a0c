import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { assert } from '../../ground/assert.ts';
import type { Stage } from './mode.ts';

/** Beside a normal group it still gets a quarter of the CPU time. Source: sched(7), a step is a factor of 1.25. */
const yieldingNiceness = 5;

/** For kernels that share processors among sessions first: niceness counts within one. Source: sched(7), autogroup. */
const yieldSession = `echo ${yieldingNiceness} > /proc/self/autogroup; `;

/** Input does not interrupt its writer: each processes several sentences at a time. Source: sched(7), SCHED_BATCH. */
const runInBatches = 'chrt -b -p 0 $$; ';

/** The programs of one pipeline, connected by pipes, in a process group of their own. */
export type ProcessGroup = {
  /** Undefined when no process could be started. */
  readonly id: number | undefined;
  readonly input: Writable;
  readonly output: Readable;
  /** What the watched program writes to its standard error. May contain customer text. */
  readonly notes: Readable;
  /** Kills every program immediately, also a stopped one. */
  kill(): void;
  /** Resolves once every program has ended. */
  readonly ended: Promise<void>;
};

/**
 * Starts `stages` in one shell, so that pipes connect them without this process. The command line has names of programs
 * and files only. When this process exits, the first input ends, and then all programs.
 * @param watched index of the stage that writes `notes` to its standard error
 */
export function startGroup(
  stages: readonly Stage[],
  { watched, yields }: { readonly watched: number | undefined; readonly yields: boolean },
): ProcessGroup {
  const schedule = `{ ${yields ? yieldSession : ''}${runInBatches}} > /dev/null 2>&1; `;
  const shell = ['/bin/sh', '-c', schedule + commandLine(stages, watched)];
  const [program = '', ...words] = yields ? ['nice', '-n', `${yieldingNiceness}`, ...shell] : shell;
  const child = spawn(program, words, {
    detached: true,
    env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8' },
    // Every program inherits descriptor 3, so that the child counts as closed only when the last of them has ended.
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
  });
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  child.once('close', () => resolve());
  child.once('error', () => {
    if (child.pid === undefined) resolve();
  });
  const { input, output, notes } = pipesOf(child);
  // Write errors of an exited program are ignored: the end of the output reports its exit.
  for (const stream of [input, output, notes]) stream.on('error', () => undefined);
  return { id: child.pid, input, output, notes, kill: () => killGroup(child.pid), ended };
}

/** Returns closed pipes if the process has no file descriptor left. */
function pipesOf(child: ChildProcess): Pick<ProcessGroup, 'input' | 'output' | 'notes'> {
  // Contrary to its types, `stdio` is then undefined. Source: Node.js, lib/internal/child_process.js, EMFILE.
  const stdio: readonly unknown[] | undefined = child.stdio;
  if (stdio === undefined) {
    const ended = (): PassThrough => new PassThrough().destroy();
    return { input: ended(), output: ended(), notes: ended() };
  }
  const { stdin: input, stdout: output } = child;
  assert(input !== null && output !== null, 'both were asked to be pipes');
  return { input, output, notes: stdio[3] as Readable };
}

function commandLine(stages: readonly Stage[], watched: number | undefined): string {
  return stages
    .map((stage, index) => `${stage.map(quote).join(' ')} 2>${index === watched ? '&3' : '/dev/null'}`)
    .join(' | ');
}

function quote(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

function killGroup(id: number | undefined): void {
  if (id === undefined) return;
  try {
    process.kill(-id, 'SIGKILL');
  } catch (error) {
    // The group has no processes left.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** In bytes, by the id of the group. Shared pages count in part (PSS). Empty without /proc. Source: proc(5). */
export async function readGroupMemory(groups: ReadonlySet<number>): Promise<ReadonlyMap<number, number>> {
  const byGroup = new Map<number, number>();
  if (groups.size === 0) return byGroup;
  const processes = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  // Sequentially, because this runs in the background.
  for (const process of processes) {
    const group = await readGroup(process);
    if (group === undefined || !groups.has(group)) continue;
    byGroup.set(group, (byGroup.get(group) ?? 0) + (await readMemory(process)));
  }
  return byGroup;
}

async function readGroup(process: string): Promise<number | undefined> {
  const stat = await readFile(`/proc/${process}/stat`, 'latin1').catch(() => undefined);
  // The program's name is in parentheses and may have any characters; state, parent and group follow it.
  const group = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')[2];
  return group === undefined ? undefined : Number(group);
}

/** Returns bytes; 0 for a process that has exited. */
async function readMemory(process: string): Promise<number> {
  const rollup = await readFile(`/proc/${process}/smaps_rollup`, 'latin1').catch(() => '');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
}
