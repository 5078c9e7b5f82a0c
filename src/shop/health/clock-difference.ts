import type { Clock, UnixMs } from '../../ground/units.ts';

/** Largest tolerated difference between clocks. Leases depend on it, and last at least half a minute. */
export const clockDifferenceMaxMs = 5_000;

/** Compares this node's clock with the shared one. @returns a one-line description of an excessive difference */
export async function clockDifference(now: Clock, readSharedClock: () => Promise<UnixMs>): Promise<string | undefined> {
  const before = now();
  const shared = await readSharedClock();
  const after = now();
  // The shared clock was read between `before` and after, so only a value outside these two is a difference.
  const aheadMs = before - shared;
  const behindMs = shared - after;
  if (aheadMs <= clockDifferenceMaxMs && behindMs <= clockDifferenceMaxMs) return undefined;
  const seconds = Math.round(Math.max(aheadMs, behindMs) / 1_000);
  return `this machine's clock is ${seconds} s ${aheadMs > behindMs ? 'ahead of' : 'behind'} the database's`;
}
