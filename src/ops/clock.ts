/** After a longer standstill, the elapsed time is unknown; a larger jump means that the clock was changed. */
const standstillMaxMs = 600_000;

/** Returns a stopwatch in monotonic milliseconds. At most ten minutes count between two readings. */
export function openStopwatch(readMs: () => number = () => performance.now()): () => number {
  let elapsedMs = 0;
  let readAt = readMs();
  return () => {
    const now = readMs();
    elapsedMs += Math.max(0, Math.min(now - readAt, standstillMaxMs));
    readAt = now;
    return elapsedMs;
  };
}
