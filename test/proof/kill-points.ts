import { appendFileSync } from 'node:fs';

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

let doom: Doom | undefined;

export function arm(next: Doom | undefined): void {
  doom = next;
}

/** Counts this passage of `point`, and ends the process with SIGKILL when it was to be the last. */
export function pass(point: KillPoint, what = ''): void {
  if (doom?.point !== point) return;
  doom = { point, countdown: doom.countdown - 1 };
  if (doom.countdown > 0) return;
  mark(`died ${what}`);
  process.kill(process.pid, 'SIGKILL');
  // In a thread of its own, the signal may take a moment to arrive: nothing may be done meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
}

/** Leaves a line where whoever comes after can read it: what is in a file outlives the process. */
export function mark(line: string): void {
  appendFileSync(process.env['PROOF_MARKS'] ?? '/dev/null', `${line}\n`);
}
