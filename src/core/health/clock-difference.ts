import type { Clock, UnixMs } from '../units.ts';

/** By how much a node's clock may differ: leases are judged by it, and a lease is half a minute long and more. */
export const clockDifferenceMaxMs = 5_000;

/**
 * Compares this node's clock with the one that all nodes share.
 *
 * @returns what is wrong, in one line; undefined while they are close enough
 * @throws what `readSharedClock` rejects with
 */
export async function clockDifference(now: Clock, readSharedClock: () => Promise<UnixMs>): Promise<string | undefined> {
  const before = now();
  const shared = await readSharedClock();
  const after = now();
  // The other clock was read at some moment in between, so only what lies beyond both ends is a difference.
  const aheadMs = before - shared;
  const behindMs = shared - after;
  if (aheadMs <= clockDifferenceMaxMs && behindMs <= clockDifferenceMaxMs) return undefined;
  const seconds = Math.round(Math.max(aheadMs, behindMs) / 1_000);
  return `this machine's clock is ${seconds} s ${aheadMs > behindMs ? 'ahead of' : 'behind'} the database's`;
}
