import { type ChildProcess, spawn } from 'node:child_process';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { assert } from '../../ground/assert.ts';
import type { Stage } from './mode.ts';

/**
 * What a group that yields adds to its niceness: where it competes with one that does not, it still gets a quarter of the
 * processors' time. Source: sched(7), a step of niceness is a factor of 1.25.
 */
const yieldingNiceness = 5;

/**
 * The same for the session, which the group has for itself: where the kernel shares processors among sessions first,
 * niceness counts within one only. Source: sched(7), the autogroup feature.
 */
const yieldSession = `echo ${yieldingNiceness} > /proc/self/autogroup; `;

/**
 * A program that gets input does not interrupt the one that wrote it, so that each does several sentences at a time.
 * Source: sched(7), SCHED_BATCH.
 */
const runInBatches = 'chrt -b -p 0 $$; ';

/** The programs of one pipeline, each reading what the one before writes, all in a process group of their own. */
export type ProcessGroup = {
  /** Undefined when nothing could be started. */
  readonly id: number | undefined;
  readonly input: Writable;
  readonly output: Readable;
  /** What the watched program writes to its standard error. May hold customers' words. */
  readonly notes: Readable;
  /** Kills every program immediately, also a stopped one. */
  kill(): void;
  /** Resolves once every program has ended. */
  readonly ended: Promise<void>;
};

/**
 * Starts `stages` in one shell, so that plain pipes and not this process connect them. The shell sees names of
 * programs and files only. When this process dies, the first program's input ends, and so all of them do.
 *
 * @param watched whose standard error becomes `notes`
 * @param yields whether all programs of normal priority run first
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
  // Write errors of a dead program are ignored: the end of the output reports its death.
  for (const stream of [input, output, notes]) stream.on('error', () => undefined);
  return {
    id: child.pid,
    input,
    output,
    notes,
    kill: () => killGroup(child.pid),
    ended,
  };
}

/** Pipes that have ended already where the process has no file descriptor left for real ones. */
function pipesOf(child: ChildProcess): Pick<ProcessGroup, 'input' | 'output' | 'notes'> {
  // Against its types, Node leaves all of them out then. Source: Node.js, lib/internal/child_process.js, EMFILE.
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
