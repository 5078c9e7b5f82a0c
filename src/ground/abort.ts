/** Waits for `promise`, or until `signal` aborts. @throws the signal's reason then; a later result is ignored */
export function orAborted<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    const settle = () => signal.removeEventListener('abort', abort);
    void promise.then(settle, settle);
    promise.then(resolve, reject);
  });
}

/** Resolves after `ms` milliseconds. @throws the signal's reason as soon as `signal` aborts */
export async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, ms);
  try {
    await orAborted(promise, signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Returns the result of `promise` within `ms` milliseconds, else `late`. A later result is ignored. */
export async function within<Value, Late>(promise: Promise<Value>, ms: number, late: Late): Promise<Value | Late> {
  const { promise: tooLate, resolve } = Promise.withResolvers<Late>();
  const timer = setTimeout(resolve, ms, late);
  try {
    return await Promise.race([promise, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
