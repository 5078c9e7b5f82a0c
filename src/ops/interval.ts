export type IntervalOptions = {
  /** From the end of one run to the start of the next. */
  readonly everyMs: number;
  /** One run; it should stop early when `signal` aborts. */
  readonly task: (signal: AbortSignal) => Promise<void>;
  /** Told of each run that failed; the next run comes all the same. */
  readonly onFailure: (cause: unknown) => void;
};

/**
 * Runs a task again and again, never twice at a time; the first run comes after `everyMs`.
 *
 * The timer alone does not keep the process alive. Disposing aborts the run that is under way and waits for its end;
 * a run that fails because of that is not reported.
 */
export function startInterval(options: IntervalOptions): AsyncDisposable {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout;
  let run = Promise.resolve();
  const schedule = () => {
    timer = setTimeout(() => {
      run = runOnce(options, stopping.signal).then(() => {
        if (!stopping.signal.aborted) schedule();
      });
    }, options.everyMs);
    timer.unref();
  };
  schedule();
  return {
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      stopping.abort();
      await run;
    },
  };
}

async function runOnce({ task, onFailure }: IntervalOptions, signal: AbortSignal): Promise<void> {
  try {
    await task(signal);
  } catch (cause) {
    if (!signal.aborted) onFailure(cause);
  }
}
