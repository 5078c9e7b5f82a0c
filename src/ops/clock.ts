/** The two clocks of the machine, in milliseconds; tests replace them. */
type Sources = { readonly wallMs: () => number; readonly steadyMs: () => number };

const machine: Sources = { wallMs: () => Date.now(), steadyMs: () => performance.now() };

// A wall clock that was set back is waited for this much slower than real time: limits and leases stay within 10%.
const catchUpRate = 0.9;

/**
 * Opens a clock that tells whole milliseconds since 1970-01-01T00:00:00Z and never runs backwards, although the
 * machine's clock may be set back while the service counts requests and leases by it.
 *
 * It follows the wall clock, and any step forward, at once; after a step back it goes on, a little slower than real
 * time, until the wall clock has caught up.
 */
export function openClock({ wallMs, steadyMs }: Sources = machine): () => number {
  let told = wallMs();
  let toldAt = steadyMs();
  return () => {
    const now = steadyMs();
    told = Math.max(wallMs(), told + (now - toldAt) * catchUpRate);
    toldAt = now;
    return Math.floor(told);
  };
}
