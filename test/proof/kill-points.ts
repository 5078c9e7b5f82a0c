import { appendFileSync } from 'node:fs';
import { getEnvironmentData, isMainThread, setEnvironmentData } from 'node:worker_threads';

/** Points at which a process can kill itself. Points about a commit concern one with a charge. */
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

/** Dies when the process reaches `point` for the `countdown`-th time. */
export type Doom = { readonly point: KillPoint; readonly countdown: number };

const memoryName = 'where to die';

/** The number of the point and the countdown, shared with every thread started after this module was loaded. */
const doom = new Int32Array(sharedMemory());

function sharedMemory(): SharedArrayBuffer {
  if (!isMainThread) return getEnvironmentData(memoryName) as SharedArrayBuffer;
  const memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT);
  setEnvironmentData(memoryName, memory);
  return memory;
}

/** Tells all threads where to die. Points are numbered from 1; 0 is none. */
export function arm({ point, countdown }: Doom): void {
  Atomics.store(doom, 1, countdown);
  Atomics.store(doom, 0, killPoints.indexOf(point) + 1);
}

/** Counts this passage of `point`, and ends the process with SIGKILL if it is the last. */
export function pass(point: KillPoint, what = ''): void {
  if (Atomics.load(doom, 0) !== killPoints.indexOf(point) + 1) return;
  if (Atomics.sub(doom, 1, 1) !== 1) return;
  mark(`died ${what}`);
  process.kill(process.pid, 'SIGKILL');
  // In a worker thread the signal may take a moment to arrive: nothing may be done in between.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Appends a line to a file, which outlives the process. */
export function mark(line: string): void {
  appendFileSync(process.env['PROOF_MARKS'] ?? '/dev/null', `${line}\n`);
}
