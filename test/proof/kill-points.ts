import { appendFileSync } from 'node:fs';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

/** Where a process can be made to kill itself. Those about a commit are of one that has a charge in it. */
export const killPoints = [
  'after the hold',
  'in the engine',
  'before the charge',
  'before the commit',
  'during the commit',
  'after the commit',
  'after the charge',
  'in a step of the sweep',
  'between steps of the sweep',
] as const;

export type KillPoint = (typeof killPoints)[number];

/** Dies at the `countdown`-th time that the process comes to `point`. */
export type Doom = { readonly point: KillPoint; readonly countdown: number };

const memoryName = 'where to die';

/** The number of the point and the countdown, seen by every thread that is started after this module was loaded. */
const doom = new Int32Array(sharedMemory());

function sharedMemory(): SharedArrayBuffer {
  if (!isMainThread) return getEnvironmentData(memoryName) as SharedArrayBuffer;
  const memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  setEnvironmentData(memoryName, memory);
  return memory;
}

/** Says to all threads where to die. Points are numbered from 1, so that 0 is none. */
export function arm({ point, countdown }: Doom): void {
  Atomics.store(doom, 1, countdown);
  Atomics.store(doom, 0, killPoints.indexOf(point) + 1);
}

/** Counts this passage of `point`, and ends the process with SIGKILL when it was to be the last. */
export function pass(point: KillPoint, what = ''): void {
  if (Atomics.load(doom, 0) !== killPoints.indexOf(point) + 1) return;
  if (Atomics.sub(doom, 1, 1) !== 1) return;
  mark(`died ${what}`);
  process.kill(process.pid, 'SIGKILL');
  // In a thread of its own, the signal may take a moment to arrive: nothing may be done meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Leaves a line where whoever comes after can read it: what is in a file outlives the process. */
export function mark(line: string): void {
  appendFileSync(process.env['PROOF_MARKS'] ?? '/dev/null', `${line}\n`);
}
