/** A process that stood still for longer cannot know for how long; and a clock that jumps by more was tampered with. */
const standstillMaxMs = 600_000;

/**
 * Opens a stopwatch: milliseconds since it was opened, by the monotonic clock.
 *
 * Between two readings at most ten minutes count.
 */
export function openStopwatch(readMs: () => number = () => performance.now()): () => number {
  let told = 0;
  let readAt = readMs();
  return () => {
    const now = readMs();
    told += Math.max(0, Math.min(now - readAt, standstillMaxMs));
    readAt = now;
    return told;
  };
}
